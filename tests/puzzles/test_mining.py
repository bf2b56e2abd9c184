"""Puzzles are found again by the same seed, however the search is interrupted, and their answers stand."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from axio.arena.workers import INLINE
from axio.cli import app
from axio.puzzles import MARGIN, PuzzleSet, read_puzzles, shipped, write_puzzles
from axio.puzzles.mining import Effort, check, judged, mine
from axio.rules import Malformed, game_names, parse_move

QUICK = Effort(quick=60, first=120, second=240)


@pytest.fixture(scope="module")
def steps() -> list[PuzzleSet]:
    """What one game of rota brings with little work, and what two bring."""
    return [found for found, _ in islice(mine(PuzzleSet("rota", "t"), 99, INLINE, QUICK), 2)]


@pytest.fixture(scope="module")
def two_games(steps: list[PuzzleSet]) -> PuzzleSet:
    return steps[1]


def test_the_same_seed_finds_the_same_puzzles(steps: list[PuzzleSet]) -> None:
    """Whoever stops after a game and goes on comes to the same puzzles."""
    once, twice = steps
    again, _ = next(mine(once, 99, INLINE, QUICK))
    assert again == twice
    assert again.games == 2


def test_enough_is_enough(two_games: PuzzleSet) -> None:
    """With as many puzzles as wanted nothing is looked for."""
    assert list(mine(two_games, len(two_games.puzzles), INLINE, QUICK)) == []


def test_near_duplicates_are_left_out(two_games: PuzzleSet) -> None:
    """A position a ply later is the same puzzle."""
    assert two_games.puzzles
    assert two_games.extended(two_games.puzzles).puzzles == two_games.puzzles


def test_the_same_answer_later_in_the_game_is_a_near_duplicate(two_games: PuzzleSet) -> None:
    """Half of the tiles lie there already: with the same answer that is enough, with another it is not."""
    puzzle = two_games.puzzles[0]
    tiles = puzzle.position.split(";")[1]
    half = replace(puzzle, position=puzzle.position.replace(tiles, "_".join(tiles.split("_")[::2])))
    assert puzzle.like(half)
    assert not puzzle.like(replace(half, answers=(puzzle.rival,)))


def test_a_file_round_trips(two_games: PuzzleSet, tmp_path: Path) -> None:
    """The same puzzles are the same bytes."""
    path = tmp_path / "rota.json.gz"
    write_puzzles(path, two_games)
    assert read_puzzles(path) == two_games
    before = path.read_bytes()
    write_puzzles(path, read_puzzles(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\x1f\x8b\x08\0"])
def test_other_files_are_refused(data: bytes, tmp_path: Path) -> None:
    """Whatever the file is, one sentence says so."""
    path = tmp_path / "x.json.gz"
    path.write_bytes(data)
    with pytest.raises(Malformed, match="not a file of puzzles"):
        read_puzzles(path)


def test_the_command_goes_on_and_refuses_another_seed(two_games: PuzzleSet, tmp_path: Path) -> None:
    """A file of another seed stays as it is."""
    path = tmp_path / "rota.json.gz"
    write_puzzles(path, two_games)
    asked = ["puzzles", "mine", "rota", "--out", str(path), "--jobs", "1", "--minutes", "0"]
    assert CliRunner().invoke(app, [*asked, "--seed", "t"]).exit_code == 0
    refused = CliRunner().invoke(app, [*asked, "--seed", "another"])
    assert refused.exit_code == 2
    assert read_puzzles(path) == two_games


@pytest.mark.parametrize("game", game_names())
def test_shipped_puzzles_are_sound(game: str) -> None:
    """Every one parses, its moves are legal, no two are alike, and the margin is at least as promised."""
    puzzles = shipped(game).puzzles
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    for number, puzzle in enumerate(puzzles):
        puzzle.check()
        assert puzzle.view.game.name == game
        assert puzzle.margin >= MARGIN
        assert puzzle.rival not in puzzle.answers
        assert not any(puzzle.like(other) for other in puzzles[:number])


@pytest.mark.parametrize("game", game_names())
def test_some_shipped_answers_are_found_again(game: str) -> None:
    """A proof is proved again, and a search with another key names the same move."""
    puzzles = shipped(game).puzzles
    proved = [puzzle for puzzle in puzzles if puzzle.proof == "solved"]
    searched = [puzzle for puzzle in puzzles if puzzle.proof == "searched"]
    assert all(check(puzzle) for puzzle in proved[:5])
    for puzzle in sorted(searched, key=lambda puzzle: -puzzle.margin)[:2]:
        found = judged(puzzle.view, parse_move(puzzle.rival), 600, "again")
        assert (found.best, found.margin > 0) == (puzzle.answers[0], True)


@pytest.mark.soak
@pytest.mark.parametrize("game", game_names())
def test_many_shipped_answers_stand(game: str) -> None:
    """Of sixty at least 58 stand when `master` judges them with twenty times the work."""
    some = shipped(game).puzzles[:60]
    assert sum(check(puzzle) for puzzle in some) >= len(some) - 2


def test_a_wrong_answer_does_not_stand(two_games: PuzzleSet) -> None:
    """The check sees through a puzzle whose answer is its rival."""
    best = max(two_games.puzzles, key=lambda puzzle: puzzle.margin)
    false = replace(best, answers=(best.rival,), rival=best.answers[0])
    assert not check(false, 4000)
