"""`exec:COMMAND` with real programs: one that plays, and those that do not behave."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from axio.bots import USUAL, BotFailed, GameHistory, Program, Time, make
from axio.bots.program import ProgramFailed
from axio.rules import Exchange, Observation, deal
from axio.rules.data import read_observation

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "exec_bot.py"
VIEW = deal("axio", 2, "7").observe(0)
ANSWER = 'print(json.dumps({"move": asked["moves"][0]}), flush=True)'


def program(folder: Path, *lines: str, loop: bool = True) -> Program:
    """A bot that runs these lines for each question, or once if not in a loop."""
    body = ["    " * loop + line for line in ("asked = json.loads(sys.stdin.readline())", *lines)]
    path = folder / "bot.py"
    path.write_text(
        "\n".join(["import json, os, sys, time", *["while True:"] * loop, *body]), encoding="utf-8"
    )
    bot = make(f"exec:{sys.executable} {path}")
    assert isinstance(bot, Program)
    return bot


def failure(bot: Program, view: Observation = VIEW, limit: float | None = None) -> str:
    with pytest.raises(BotFailed) as fault:
        bot.choose(view, Time(limit) if limit else USUAL, b"key")
    bot.close()
    assert "\n" not in str(fault.value)
    return str(fault.value).removeprefix(f"{bot.name}: ")


def process(bot: Program) -> subprocess.Popen[str]:
    """The program of a bot that has been asked."""
    assert bot._pipe._process is not None
    return bot._pipe._process._popen


@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_the_example_plays_a_whole_game(game: str) -> None:
    """The example in the documents plays by the rules, reproducibly, in one process, and gives its reason."""
    bot = make(f"exec:{sys.executable} {EXAMPLE}")
    assert isinstance(bot, Program)
    state = deal(game, 2, "7")
    while not state.over:
        view = state.observe(state.seat)
        choice = bot.choose(view, USUAL, b"key")
        assert str(choice.reason) == f"one of {len(view.legal_moves)}"
        state = state.play(choice.move).after
    assert bot.choose(VIEW, USUAL, b"key") == bot.choose(VIEW, USUAL, b"key")
    bot.close()


def test_the_example_is_short() -> None:
    """A whole bot fits on one screen."""
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 40


def test_what_a_program_is_told(tmp_path: Path) -> None:
    """The question holds the observation, the legal moves and their number, the budget and the key."""
    bot = program(tmp_path, 'open(sys.argv[0] + ".asked", "w").write(json.dumps(asked))', ANSWER)
    assert str(bot.choose(VIEW, USUAL, b"\x01\xff").reason) == f"the program {bot.command} chose it"
    bot.choose(VIEW, Time(7.5), b"key")
    bot.close()
    asked = json.loads((tmp_path / "bot.py.asked").read_text())
    assert read_observation(asked["observation"]) == VIEW
    assert asked["moves"] == [str(move) for move in VIEW.legal_moves]
    assert (asked["legal"], asked["budget"], asked["key"]) == (200, {"seconds": 7.5}, b"key".hex())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("sys.exit('no luck')", "it ended with exit status 1 instead of answering: no luck"),
        (
            "print('Re4-Bf4', flush=True); sys.exit(3)",
            "it ended with exit status 3 instead of answering; it wrote 'Re4-Bf4', which is not JSON",
        ),
        ("print('[' * 100_000, flush=True); sys.exit(3)", "it ended with exit status 3 instead of answering"),
        ("print('[' * 9_000_000, flush=True)", "it wrote a line of more than 1,000,000 characters"),
        ("while True: print('[' * 99_999, end='', flush=True)", "it wrote a line of more than 1,000,000"),
        ("print('[1]', flush=True)", 'it answered \'[1]\\n\', expected an object {"move": "…"}'),
        ("print('{\"move\": 3}', flush=True)", "it answered '{\"move\": 3}\\n', expected an object"),
        ('print(\'{"move": "e4"}\', flush=True)', "'e4' is not a move: expected"),
        ('print(\'{"move": "keep"}\', flush=True)', "nothing is being asked here: expected a placement"),
        ('print(\'{"move": "Re4-Bf4"}\', flush=True)', "tile RB is not on the rack: expected one of GO"),
        (
            "os.write(1, b'\\xff\\n'); sys.exit(3)",
            "it ended with exit status 3 instead of answering; it wrote '\ufffd'",
        ),
        (
            'print(\'{"move": "Re4-Bf4", "then": "wait"}\', flush=True)',
            "'wait' is not a move",
        ),
        (
            'print(\'{"move": "Re4-Bf4", "then": "Re4-Bf4"}\', flush=True)',
            "then is 'Re4-Bf4', expected exchange or keep",
        ),
        ("os.close(1); time.sleep(60)", "it closed its output instead of answering"),
    ],
)
def test_programs_that_misbehave(tmp_path: Path, line: str, sentence: str) -> None:
    """What a program does wrong is told in one sentence that begins with its name."""
    assert failure(program(tmp_path, line)).startswith(sentence)


@pytest.mark.parametrize("line", ["time.sleep(60)", "print(1, end='', flush=True); time.sleep(60)"])
def test_a_time_limit_ends_the_wait(tmp_path: Path, line: str) -> None:
    """A program that does not answer in twice its time has failed, and is gone."""
    bot = program(tmp_path, f"if asked['budget'] == {{'seconds': 0.2}}: {line}", ANSWER)
    bot.choose(VIEW, USUAL, b"key")
    child = process(bot)
    start = time.monotonic()
    assert failure(bot, limit=0.2) == "no answer within 0.4 s"
    assert time.monotonic() - start < 10
    assert child.poll() is not None


def test_a_program_that_never_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question longer than the pipe holds does not block for ever either."""
    monkeypatch.setattr("axio.bots.program.START", 0.0)
    monkeypatch.setattr("axio.bots.program.request", lambda *asked: "x" * 1_000_000)
    path = tmp_path / "bot.py"
    path.write_text("import time; time.sleep(60)")
    assert failure(Program(f"{sys.executable} {path}"), limit=0.2) == "no answer within 0.4 s"


def test_a_program_that_is_gone_is_started_again(tmp_path: Path) -> None:
    """Whether it ended after its answer or failed at it, the next question meets a fresh process."""
    bot = program(tmp_path, ANSWER, loop=False)
    for _ in range(2):
        assert bot.choose(VIEW, USUAL, b"key").move == VIEW.legal_moves[0]
        process(bot).wait(timeout=10)
    bot.close()
    assert bot.choose(VIEW, USUAL, b"key").move == VIEW.legal_moves[0]
    bot.close()


def test_a_forgotten_bot_leaves_no_process(tmp_path: Path) -> None:
    """Nobody needs to close a bot: its program ends with it."""
    bot = program(tmp_path, ANSWER)
    bot.choose(VIEW, USUAL, b"key")
    child = process(bot)
    del bot
    assert child.poll() is not None


def test_a_file_that_cannot_be_run(tmp_path: Path) -> None:
    """A program that the system refuses to start is told as one that failed."""
    path = tmp_path / "bot"
    path.write_text("no program")
    path.chmod(0o755)
    assert failure(Program(str(path))) == "it cannot be started: Exec format error"


def test_lines_that_are_not_json_are_skipped(tmp_path: Path) -> None:
    """A program may print what it likes, before its first question and between its answers."""
    bot = program(tmp_path, "print('info depth 3\\n\\n{half', flush=True)", ANSWER)
    for _ in range(2):
        assert bot.choose(VIEW, USUAL, b"key").move == VIEW.legal_moves[0]
    bot.close()


def test_a_program_that_chatters_without_end_runs_out_of_time(tmp_path: Path) -> None:
    """Lines that are skipped give no more time, and the last of them is named."""
    bot = program(tmp_path, "print('thinking', flush=True)", "time.sleep(60)")
    bot.patience = 0.2

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("axio.bots.program.START", 1.0)
        assert failure(bot) == "no answer within 1.2 s; it wrote 'thinking', which is not JSON"


def test_a_slow_start_is_forgiven_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh process has more time for its first answer, and no more for the next."""
    monkeypatch.setattr("axio.bots.program.START", 20.0)
    lines = ("if not slow: slow = 1; time.sleep(0.6)", "elif slow: time.sleep(60)", ANSWER)
    bot = program(tmp_path, *lines)
    path = tmp_path / "bot.py"
    path.write_text("slow = 0\n" + path.read_text("utf-8"), "utf-8")
    bot.patience = 0.5
    assert bot.choose(VIEW, USUAL, b"key").move == VIEW.legal_moves[0]
    assert failure(bot) == "no answer within 0.5 s"


def test_standard_error_is_in_a_file(tmp_path: Path) -> None:
    """What a program writes to standard error is kept in the folder named, or else where it failed."""
    lines = ("print('one of', asked['legal'], file=sys.stderr)", ANSWER)
    made = program(tmp_path, *lines)
    bot = Program(made.command, alias="mine", logs=str(tmp_path / "logs"))
    bot.choose(VIEW, USUAL, b"key")
    bot.close()
    (log,) = (tmp_path / "logs").iterdir()
    assert (log.name.startswith("axio-mine-"), log.read_text()) == (True, "one of 200\n")
    failing = program(tmp_path, "sys.exit('first line\\nno luck')")
    with pytest.raises(ProgramFailed) as fault:
        failing.choose(VIEW, USUAL, b"key")
    assert fault.value.log is not None
    kept = Path(fault.value.log)
    assert kept.read_text() == "first line\nno luck\n"
    kept.unlink()


def test_no_file_stays_of_a_program_that_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The temporary file for standard error goes with the bot."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    bot = program(tmp_path, "print('remark', file=sys.stderr)", ANSWER)
    bot.choose(VIEW, USUAL, b"key")
    assert len(list((tmp_path / "temporary").iterdir())) == 1
    bot.close()
    del bot
    assert list((tmp_path / "temporary").iterdir()) == []


def test_the_history_is_in_the_question(tmp_path: Path) -> None:
    """Who laid what in which order, the ply and a name for the game; without a history, none of them."""
    bot = program(tmp_path, 'open(sys.argv[0] + ".asked", "w").write(json.dumps(asked))', ANSWER)
    move = VIEW.legal_moves[0]
    after = deal("axio", 2, "7").play(move).after
    bot.choose_after(after.observe(1), USUAL, b"key", GameHistory("g", ((0, move),)))
    asked = json.loads((tmp_path / "bot.py.asked").read_text())
    assert (asked["game_id"], asked["ply"]) == ("g", 1)
    assert asked["history"] == [{"seat": 0, "move": str(move)}]
    bot.choose(VIEW, USUAL, b"key")
    bot.close()
    assert "history" not in json.loads((tmp_path / "bot.py.asked").read_text())


def asked_position() -> tuple[Observation, Observation]:
    """A position before a placement after which the same seat is asked to exchange, and the one after."""
    greedy = make("greedy")
    for number in range(100):
        state = deal("axio", 2, f"then/{number}")
        while not state.over:
            view = state.observe(state.seat)
            after = state.play(greedy.choose(view, USUAL, b"key").move).after
            if after.asked:
                return view, after.observe(after.seat)
            state = after
    raise AssertionError("no exchange in a hundred games")


def test_an_answer_may_say_what_comes_after_the_placement(tmp_path: Path) -> None:
    """`then` answers the question that follows the placement, and no other question."""
    before, after = asked_position()
    move = str(make("greedy").choose(before, USUAL, b"key").move)
    said = f'{{"move": "{move}", "then": "exchange"}}'
    lines = (
        "if asked['observation']['asked']: print('{\"move\": \"keep\"}', flush=True)",
        f"else: print('{said}', flush=True)",
    )
    bot = program(tmp_path, *lines)
    assert str(bot.choose(before, USUAL, b"key").move) == move
    assert bot.choose(after, USUAL, b"key").move == Exchange()
    assert str(bot.choose(after, USUAL, b"key").move) == "keep"
    bot.choose(before, USUAL, b"key")
    assert str(bot.choose(before, USUAL, b"key").move) == move  # that was not for this question
    bot.close()


def test_the_time_is_the_programs_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seconds of a choice run from the question to the answer, without the listing of the moves."""
    listed: list[object] = []

    def listing(*asked: object) -> dict[str, object]:
        listed.append(asked)
        return {}

    monkeypatch.setattr("axio.bots.program.perf_counter", lambda: float(len(listed)))
    monkeypatch.setattr("axio.bots.program.request", listing)
    bot = program(tmp_path, f'print(\'{{"move": "{VIEW.legal_moves[0]}"}}\', flush=True)')
    assert bot.choose(VIEW, USUAL, b"key").seconds == 0.0
    assert len(listed) == 1
    bot.close()
