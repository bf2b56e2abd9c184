"""Games that are kept: written after every move, gone on with later, and never written over."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from axio.bots import label, make
from axio.cli.record_files import write
from axio.rules import read_record
from axio.rules.record import End, Player, Record

from .helpers import axio, random_record, script


def moves_in(path: Path) -> list[str]:
    return [str(move) for move in read_record(path.read_bytes()).moves]


def test_every_move_is_in_the_file_at_once(tmp_path: Path) -> None:
    """However far a game came before the input ended, the file holds all of it, with the bot's replies."""
    played = script("rota", 2, ["greedy"])
    for count in (0, 1, 2, 5):
        kept = tmp_path / f"{count}.json"
        told = axio("terminal", *played.options, "--save", kept, typed=played.lines[:count]).stdout
        assert moves_in(kept) == played.moves[: len(moves_in(kept))]
        assert read_record(kept.read_bytes()).final.to_move == 0
        assert (
            told.splitlines()[-1] == f"Until next time: `axio terminal --save {kept}` goes on with this game."
        )


@pytest.mark.parametrize(
    ("game", "seats", "bots"), [("axio", 2, ["greedy"]), ("hex", 3, []), ("rota", 1, [])]
)
def test_a_kept_game_goes_on(game: str, seats: int, bots: list[str], tmp_path: Path) -> None:
    """Played in three sittings, with no option but the file, it is the same game with the same players."""
    played = script(game, seats, bots)
    kept = tmp_path / "game.json"
    people = seats - len(bots)
    cuts = [0, len(played.typed) // 3, 2 * len(played.typed) // 3, len(played.typed)]
    for sitting, (start, end) in enumerate(pairwise(cuts)):
        lines = [line for typed in played.typed[start:end] for line in typed]
        handing_over = [""] if people > 1 and len(played.typed[start]) == 1 else []
        options = played.options if sitting == 0 else []
        told = axio("terminal", *options, "--save", kept, typed=[*handing_over, *lines]).stdout
        assert ("going on after" in told) == (sitting > 0)
    assert moves_in(kept) == played.moves
    names = [[player.name for player in seat] for seat in read_record(kept.read_bytes()).players]
    assert names == [[f"Player {seat + 1}"] for seat in range(people)] + [[label(make(bot))] for bot in bots]


def test_other_bots_may_go_on(tmp_path: Path) -> None:
    """With --bot somebody else takes the last seat, and the record says from when."""
    played = script("axio", 2, ["greedy"])
    kept = tmp_path / "game.json"
    axio("terminal", *played.options, "--save", kept, typed=played.lines[:2])
    told = axio("terminal", "--save", kept, "--bot", "random").stdout
    assert "You against random, going on after 4 moves" in told
    players = read_record(kept.read_bytes()).players
    assert players[1] == (Player("greedy@1", 0), Player("random@1", 4))


def test_what_a_file_says_is_never_run(tmp_path: Path) -> None:
    """A record that names a program as its player does not start it: a person sits there instead."""
    kept, trace = tmp_path / "game.json", tmp_path / "trace"
    program = Player(f"exec@1:touch {trace}")
    record = Record("axio", 2, "7", players=((Player("Player 1"),), (program,)))
    kept.write_text(record.text(), encoding="utf-8")
    played = script("axio", 2)
    axio("terminal", "--save", kept, typed=[*played.typed[0], *played.typed[1]])
    assert not trace.exists()
    assert moves_in(kept) == played.moves[:2]


def test_names_in_a_file_do_not_steer_the_terminal(tmp_path: Path) -> None:
    """Whatever a record calls its players, no control character of it reaches the screen."""
    kept = tmp_path / "game.json"
    players = ((Player("A\x1b[2Jda\r\x07"),), (Player("\x9b31mBea"),))
    kept.write_text(Record("axio", 2, "7", players=players).text(), encoding="utf-8")
    for told in (axio("show", kept).stdout, axio("terminal", "--save", kept).stdout):
        assert "Bea" in told
        assert not {"\x1b", "\x9b", "\r", "\x07"} & set(told)


def test_a_player_without_a_name_gets_one(tmp_path: Path) -> None:
    """A blank name in a record is shown as the number of the player."""
    kept = tmp_path / "game.json"
    players = ((Player("Ada"),), (Player(" \x1b "),))
    kept.write_text(Record("axio", 2, "7", players=players).text(), encoding="utf-8")
    assert "AXIO: Ada against Player 2." in axio("terminal", "--save", kept).stdout


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--game", "hex"], "holds a game with another game than hex"),
        (["--seats", "3"], "holds a game with another seats than 3"),
        (["--seed", "8"], "holds a game with another seed than 8"),
        (["--bot", "random"] * 3, "too many bots: 3 for 2 seats"),
    ],
)
def test_options_that_contradict_the_file_are_refused(
    options: list[str], reason: str, tmp_path: Path
) -> None:
    """A kept game goes on as it is or not at all."""
    kept = tmp_path / "game.json"
    kept.write_text(random_record("axio", 2, "7", 4).text(), encoding="utf-8")
    before = kept.read_bytes()
    result = axio("terminal", "--save", kept, *options, code=2)
    assert reason in result.stderr
    assert kept.read_bytes() == before


@pytest.mark.parametrize("content", ["", "dear diary", "{}", "finished", "given up", "illegal"])
def test_a_file_that_holds_something_else_stays_as_it_is(content: str, tmp_path: Path) -> None:
    """Neither a finished game nor any other file is written over: exit code 2 and one line."""
    whole = random_record("axio", 2, "7")
    given_up = Record("axio", 2, "7", whole.moves[:3], end=End("resign", 0))
    broken = json.dumps({**whole.as_data(), "moves": ["keep"]})
    text = {"finished": whole.text(), "given up": given_up.text(), "illegal": broken}.get(content, content)
    kept = tmp_path / "game.json"
    kept.write_text(text, encoding="utf-8")
    result = axio("terminal", "--save", kept, code=2)
    assert result.stderr.startswith(f"axio: {kept} ")
    assert len(result.stderr.splitlines()) == 1
    assert kept.read_text("utf-8") == text


def test_a_place_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    """Nobody plays an hour for a file that could never be written."""
    result = axio("terminal", "--save", tmp_path / "no" / "game.json", code=2)
    assert "cannot be written: no such file or directory" in result.stderr
    assert "place a tile" not in result.stdout
    assert (
        axio("terminal", "--save", tmp_path, code=2).stderr
        == f"axio: {tmp_path}: is a folder, expected a file\n"
    )


def test_a_disk_that_fails_later_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a save goes wrong in the middle, it is told, and play goes on."""
    played = script("axio", 2, ["random"])
    calls = []

    def failing(name: str, text: str) -> None:
        calls.append(name)
        if len(calls) > 1:
            raise OSError(28, "No space left on device", name)
        write(name, text)

    monkeypatch.setattr("axio.cli.local_game.write", failing)
    told = axio("terminal", *played.options, "--save", tmp_path / "game.json", typed=played.lines).stdout
    assert "Not saved: " in told
    assert "The game is over" in told


def test_the_save_command(tmp_path: Path) -> None:
    """`save FILE` writes the game, every later move goes there too, and no other file is written over."""
    played = script("axio", 2, ["greedy"])
    kept, other = tmp_path / "game.json", tmp_path / "other.json"
    other.write_text("mine", encoding="utf-8")
    typed = [
        played.lines[0],
        f"save {other}",
        f"save {tmp_path / 'no' / 'x'}",
        f"save {kept}",
        "save",
        played.lines[1],
    ]
    told = axio("terminal", *played.options, typed=typed).stdout
    assert f"{other} is there already: expected the name of a new file." in told
    assert other.read_text("utf-8") == "mine"
    assert "no such file or directory" in told
    assert told.count(f"Saved in {kept}.") == 2
    assert moves_in(kept) == played.moves[:4]


def test_quitting_offers_to_save(tmp_path: Path) -> None:
    """Without a file, leaving asks for one until it can be written or is declined."""
    played = script("axio", 2, ["greedy"])
    kept = tmp_path / "game.json"
    typed = [played.lines[0], "quit", str(tmp_path), str(kept)]
    told = axio("terminal", *played.options, typed=typed).stdout
    assert "Not saved: " in told
    assert moves_in(kept) == played.moves[:2]
    told = axio("terminal", *played.options, typed=[played.lines[0], "q", ""]).stdout
    assert told.endswith("Until next time. This game is not saved.\n")
    assert "Save this game?" not in axio("terminal", "--seed", "7", typed=["quit"]).stdout
    told = axio("terminal", "--save", kept, typed=["quit"]).stdout
    assert "Save this game?" not in told


@pytest.mark.parametrize("typed", [[], ["moves"], ["", ""], ["quit"]])
def test_the_end_of_input_is_a_farewell(typed: list[str]) -> None:
    """Ctrl-D, or a pipe that runs dry, at any question: one line, and exit code 0."""
    for options in (["--seed", "7"], ["--seats", "2", "--seed", "7"]):
        told = axio("terminal", *options, typed=typed).stdout
        assert told.splitlines()[-1].startswith("Until next time")


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
def test_writing_is_all_or_nothing(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails at any step leaves the old file whole and no other file behind."""
    path = tmp_path / "game.json"
    write(str(path), "old\n")

    def failing(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(step, failing)
    with pytest.raises(OSError, match="cannot be written: no space left on device"):
        write(str(path), "new\n")
    assert path.read_text("utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Saving through a symbolic link writes the file it points to."""
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", encoding="utf-8")
    link.symlink_to(real)
    write(str(link), "new\n")
    assert link.is_symlink()
    assert real.read_text("utf-8") == "new\n"
