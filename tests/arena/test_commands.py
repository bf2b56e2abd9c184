"""`axio arena` and `axio export` as people run them: one table, one object, one sentence."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from axio.bots import names
from axio.cli import app
from axio.rules import read_record

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "exec_bot.py"
EXEC = f"exec:{sys.executable} {EXAMPLE}"


def axio(*words: object, code: int = 0) -> Result:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result


def refused(*words: object, code: int = 2) -> str:
    """The one sentence of a command that fails."""
    result = axio(*words, code=code)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert isinstance(line, str)
    return line


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with four records."""
    folder = tmp_path / "games"
    axio("arena", "random", "greedy", "--game", "rota", "--games", 4, "--jobs", 1, "--records", folder)
    return folder


def test_json_is_one_object_as_promised(tmp_path: Path) -> None:
    """`--json` prints exactly the promised object and nothing else, and a record for each game is written."""
    words = ("arena", "random", "greedy", "--game", "rota", "--games", 4, "--seed", 7, "--json", "--jobs", 1)
    told = json.loads(axio(*words, "--records", tmp_path / "new" / "games").stdout)
    assert {key: told[key] for key in ("game", "seats", "games")} == {"game": "rota", "seats": 2, "games": 4}
    assert list(told) == ["game", "seats", "games", "bots"]
    for bot, name in zip(told["bots"], ("random@1", "greedy@1"), strict=True):
        assert list(bot) == ["bot", "win_share", "interval", "mean_low", "ms_per_move"]
        assert bot["bot"] == name
        low, high = bot["interval"]
        assert 0 <= low <= bot["win_share"] <= high <= 1
    assert sum(bot["win_share"] for bot in told["bots"]) == 1
    records = [read_record(path.read_bytes()) for path in sorted((tmp_path / "new" / "games").iterdir())]
    assert [record.seed for record in records] == ["7/0", "7/0", "7/1", "7/1"]
    assert [record.players[0][0].name for record in records] == ["random@1", "greedy@1"] * 2


def test_a_program_meets_a_bot_over_several_jobs() -> None:
    """A program plays in the arena, and its results are those of any number of jobs, times aside."""
    words = ("arena", EXEC, "random", "--game", "rota", "--games", 4, "--json")
    results = [json.loads(axio(*words, "--jobs", jobs).stdout) for jobs in (1, 2)]
    for result in results:
        for bot in result["bots"]:
            del bot["ms_per_move"]
    assert results[0] == results[1]
    assert results[0]["bots"][0]["bot"] == EXEC.replace("exec:", "exec@1:")


def test_a_sequential_test_stops_early() -> None:
    """`--sprt` ends the match once it is decided, the same with any number of jobs, and says so."""
    words = ("arena", "greedy", "random", "--game", "rota", "--games", 400, "--sprt", "0,50")
    told = [json.loads(axio(*words, "--json", "--jobs", jobs).stdout) for jobs in (1, 2)]
    assert told[0]["sprt"] == told[1]["sprt"]
    assert told[0]["games"] == told[1]["games"] == 2 * told[0]["sprt"]["pairs"] < 100
    assert told[0]["sprt"]["accepted"] == 50
    last = axio(*words, "--jobs", 1).stdout
    assert f"decided after {told[0]['sprt']['pairs']} pairs" in last


def test_each_bot_can_have_work_of_its_own() -> None:
    """`--work` takes one amount for all, or one for each bot; any other number of them is refused."""
    words = ("arena", "careful", "careful", "--game", "rota", "--games", 2, "--jobs", 1, "--json", "--work")
    lows = [
        [bot["mean_low"] for bot in json.loads(axio(*words, work).stdout)["bots"]]
        for work in ("9", "9,9", "9,1")
    ]
    assert lows[0] == lows[1] != lows[2]
    assert refused(*words, "1,2,3") == "axio: 3 budgets for 2 bots: expected one, or one for each"


def test_the_table_names_every_bot() -> None:
    """Without `--json` people read a table: bots, shares, intervals, lowest colours, times."""
    told = axio("arena", "greedy", "--game", "rota", "--games", 2, "--jobs", 1).stdout
    assert "rota, 1 seat, 2 games, seed 1" in told
    assert "greedy@1" in told and "100.0 %" in told


def test_the_list_shows_bots_and_options() -> None:
    """`--list` needs no bots and says what there is."""
    told = axio("arena", "--list").stdout
    assert all(name in told for name in ("random", "greedy", "careful", "exec", "weight=1.2"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["deep", "random"], f"axio: 'deep' is not a bot: expected one of {', '.join(names())}"),
        (["random"] * 5, "axio: 5 is not a number of seats: expected 1 to 4"),
        (["random", "--game", "go"], "axio: 'go' is not a game: expected one of axio, rota, hex"),
        (["random", "--seed", "\ud800"], "axio: the seed holds half a character"),
    ],
)
def test_bad_matches_get_one_sentence(words: list[str], sentence: str) -> None:
    """What cannot be played is refused with exit code 2, before anything is played."""
    assert refused("arena", *words).startswith(sentence)


def test_bad_numbers_are_refused() -> None:
    """Fewer than one game, job or piece of work is bad usage."""
    for option in ("--games", "--jobs", "--work"):
        assert option in axio("arena", "random", option, 0, code=2).stderr


def test_a_file_is_no_folder_for_records(tmp_path: Path) -> None:
    """`--records` into a file is refused."""
    (tmp_path / "taken").write_text("")
    told = refused("arena", "random", "--records", tmp_path / "taken")
    assert told.endswith("taken is a file: expected a folder for the records")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_program_that_fails_forfeits_and_is_told(jobs: int, tmp_path: Path) -> None:
    """The match goes on; each lost game is told with its deal, ply and position; the exit code is 1."""
    program = f"mine=exec:{sys.executable} -c 'import sys; sys.stdin.readline(); sys.exit(\"no luck\")'"
    words = ("arena", program, "random", "--game", "rota", "--games", 4, "--jobs", jobs, "--json")
    done = axio(*words, "--stderr", tmp_path, code=1)
    told = json.loads(done.stdout)
    assert (told["games"], told["bots"][0]["win_share"], len(told["forfeits"])) == (4, 0.0, 4)
    assert told["bots"][0]["bot"] == "mine@1"
    first, second = told["forfeits"][:2]
    why = "mine: it ended with exit status 1 instead of answering: no luck"
    assert (first["seed"], first["ply"], first["moves"], first["why"]) == ("1/0", 0, [], why)
    assert (second["rotation"], second["ply"], len(second["moves"])) == (1, 1, 1)
    assert Path(first["log"]).read_text().splitlines()[0] == "no luck"
    lines = done.stderr.splitlines()
    where = "it forfeits deal 0 (seed 1/0), rotation 0, ply 0, seat 0, after the deal"
    assert lines[0] == f"axio: {why}; {where}; its standard error: {first['log']}"
    assert f"ply 1, seat 1, after {second['moves'][0]}; its" in lines[1]


def test_patience_ends_a_program_that_hangs(tmp_path: Path) -> None:
    """`--patience` is how long a program may think; one that hangs loses by it."""
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['ply'] > 1: time.sleep(60)\n"
        "    print(json.dumps({'move': asked['moves'][0]}), flush=True)\n"
    )
    words = ("arena", f"slow=exec:{sys.executable} {path}", "greedy", "--game", "rota", "--games", 2)
    told = axio(*words, "--patience", 0.5, "--jobs", 1, code=1).stderr
    assert told.count("slow: no answer within 0.5 s; it forfeits deal 0 (seed 1/0)") == 2


def test_export_says_what_it_wrote(games: Path, tmp_path: Path) -> None:
    """The tables hold all games of the folder, folders in it included."""
    (games / "deeper").mkdir()
    first = min(games.glob("*.json"))
    first.rename(games / "deeper" / first.name)
    target = tmp_path / "out.npz"
    told = " ".join(axio("export", games, "--to", target).stdout.split())
    arrays = np.load(target)
    assert told.startswith(f"4 games and {len(arrays['moves_ply'])} moves written to")
    assert sorted(arrays["games_file"]) == sorted(
        path.relative_to(games).as_posix() for path in games.rglob("*.json")
    )
    axio("export", games, "--to", tmp_path / "out.parquet")
    assert (tmp_path / "out.games.parquet").exists()


def test_broken_records_are_named_and_nothing_is_written(games: Path, tmp_path: Path) -> None:
    """Every bad file is told with its reason; the exit code is 1; no table appears, and none changes."""
    first, second, *_ = sorted(games.glob("*.json"))
    first.write_bytes(b"\xff\xfe")
    data = json.loads(second.read_text())
    data["moves"][3] = "keep"
    second.write_text(json.dumps(data))
    target = tmp_path / "out.npz"
    target.write_text("old")
    result = axio("export", games, "--to", target, code=1)
    lines = result.stderr.splitlines()
    assert lines[0].startswith(f"axio: {first}: not JSON")
    assert lines[1].startswith(f"axio: {second}: move 4: nothing is being asked here")
    assert lines[2:] == ["axio: 2 of 4 files are not sound records: nothing was written"]
    assert (result.stdout, target.read_text()) == ("", "old")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "out.npz"]


def test_bad_exports_get_one_sentence(games: Path, tmp_path: Path) -> None:
    """A folder that is not there or empty, a name without a known ending, a place that is not there."""
    empty = tmp_path / "empty"
    empty.mkdir()
    target = tmp_path / "out.npz"
    none = tmp_path / "none"
    assert refused("export", none, "--to", target) == (
        f"axio: {none} is not a folder: expected one with records in it"
    )
    assert refused("export", empty, "--to", target) == (
        f"axio: {empty} holds no records: expected files that end in .json"
    )
    assert refused("export", games, "--to", "out.csv") == (
        "axio: out.csv: expected a name that ends in .parquet or .npz"
    )
    assert refused("export", games, "--to", none / "out.npz").endswith("no such file or directory")
