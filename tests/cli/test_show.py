"""`axio show` draws a saved game at any move, and says what is wrong where it cannot."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from axio.rules.record import End, Player

from .helpers import GAMES, axio, process, random_record

SVG = "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 3])
def test_every_ply_of_a_game(game: str, seats: int, tmp_path: Path) -> None:
    """At each ply stand the number of the move, the move itself, every track, and whose turn it is."""
    record = random_record(game, seats, "7")
    path = tmp_path / "game.json"
    path.write_text(record.text(), encoding="utf-8")
    count = len(record.moves)
    for ply in {0, 1, 2, *range(3, count, 7), count - 1, count}:
        told = axio("show", path, "--ply", str(ply)).stdout
        state = record.state(ply)
        assert f"after {ply} of {count} moves" in told
        assert ply == 0 or f": {record.moves[ply - 1]}" in told
        assert state.over or f"Seat {state.seat} is to move." in told
        assert state.over == ("The game is over" in told)
    assert axio("show", path).stdout == told_last(path, count)


def told_last(path: Path, count: int) -> str:
    return axio("show", path, "--ply", str(count)).stdout


def test_a_picture_goes_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    """`--svg OUT` writes one SVG, `--svg -` the same bytes to standard output; the themes differ."""
    path, out = tmp_path / "game.json", tmp_path / "game.svg"
    path.write_text(random_record("hex", 2, "7", 11).text(), encoding="utf-8")
    assert axio("show", path, "--svg", out).stdout == ""
    assert ElementTree.parse(out).getroot().tag == SVG
    assert process("show", path, "--svg", "-", PYTHONIOENCODING="ascii").stdout == out.read_bytes()
    axio("show", path, "--svg", tmp_path / "dark.svg", "--theme", "dark")
    assert (tmp_path / "dark.svg").read_bytes() != out.read_bytes()


def test_the_last_move_is_marked(tmp_path: Path) -> None:
    """The picture after a move is not the picture of the same position without it."""
    path = tmp_path / "game.json"
    path.write_text(random_record("axio", 2, "7", 5).text(), encoding="utf-8")
    from axio.draw.svg import svg

    state = random_record("axio", 2, "7", 5).final
    assert axio("show", path, "--svg", "-").stdout.strip() != svg(state.observe(None)).strip()


def test_a_seat_shows_its_rack(tmp_path: Path) -> None:
    """With --seat the picture differs from the one everybody sees, and for each seat."""
    path = tmp_path / "game.json"
    path.write_text(random_record("axio", 3, "7", 4).text(), encoding="utf-8")
    told = [axio("show", path, *seat).stdout for seat in ([], *(["--seat", str(n)] for n in range(3)))]
    assert len(set(told)) == 4


def test_players_are_named_as_they_sat(tmp_path: Path) -> None:
    """Whoever played a seat at that ply is named, and a seat without a name by its number."""
    players = ((Player("Ada", 0), Player("Bea", 3)), ())
    record = replace(random_record("axio", 2, "7", 5), players=players)
    path = tmp_path / "game.json"
    path.write_text(record.text(), encoding="utf-8")
    assert "Ada" in axio("show", path, "--ply", "2").stdout
    late = axio("show", path, "--ply", "4").stdout
    assert "Bea" in late
    assert "Ada" not in late
    assert "Seat 1" in late


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (End("resign", 0), "a seat gave up"),
        (End("time", 1), "a seat ran out of time"),
        (End("agreed", None), "the players agreed to stop"),
    ],
)
def test_a_game_broken_off_says_so(end: End, words: str, tmp_path: Path) -> None:
    """An early end is told at the last ply, with who won, and at no ply before."""
    path = tmp_path / "game.json"
    path.write_text(replace(random_record("axio", 2, "7", 5), end=end).text(), encoding="utf-8")
    assert f"The game is over: {words}." in axio("show", path).stdout
    assert "The game is over" not in axio("show", path, "--ply", "4").stdout


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--ply", "6"], "there is no ply 6 in this game: expected 0 to 5"),
        (["--ply", "-1"], "there is no ply -1 in this game: expected 0 to 5"),
        (["--seat", "2"], "there is no seat 2 in this game: expected 0 to 1"),
        (["--seat", "-1"], "there is no seat -1 in this game: expected 0 to 1"),
        (["--svg", "no/such/folder.svg"], "no/such/folder.svg: cannot be written: no such file or directory"),
    ],
)
def test_what_is_not_there_is_refused(options: list[str], reason: str, tmp_path: Path) -> None:
    """A ply or seat out of range, a place that cannot be written: one sentence and exit code 2."""
    path = tmp_path / "game.json"
    path.write_text(random_record("axio", 2, "7", 5).text(), encoding="utf-8")
    result = axio("show", path, *options, code=2)
    assert (result.stdout, result.stderr) == ("", f"axio: {reason}\n")


@pytest.mark.parametrize("content", [None, "", "{}", "folder"])
def test_a_file_that_is_no_record_is_refused(content: str | None, tmp_path: Path) -> None:
    """A missing file, a folder, any other file: one sentence with its name, and exit code 2."""
    path = tmp_path if content == "folder" else tmp_path / "game.json"
    if content is not None and content != "folder":
        path.write_text(content, encoding="utf-8")
    result = axio("show", path, code=2)
    assert result.stderr.startswith(f"axio: {path}")
    assert len(result.stderr.splitlines()) == 1


def test_an_illegal_record_is_not_drawn(tmp_path: Path) -> None:
    """What does not hold is refused with the number of the move."""
    path = tmp_path / "game.json"
    path.write_text(random_record("axio", 2, "7", 5).text().replace('"moves": ["', '"moves": ["keep", "'))
    assert f"axio: {path}: move 1: nothing is being asked here" in axio("show", path, code=2).stderr


def test_standard_input(tmp_path: Path) -> None:
    """`-` reads the record from standard input."""
    done = process("show", "-", typed=random_record("rota", 2, "7", 3).text().encode())
    assert done.returncode == 0
    assert b"after 3 of 3 moves" in done.stdout
