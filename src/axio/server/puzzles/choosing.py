"""Which puzzles there are, which is today's, and which comes next for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import date
from hashlib import sha256
from random import Random

from axio.puzzles import Puzzle, PuzzleSet, shipped
from axio.puzzles.model import THEMES
from axio.rules import game_names
from axio.server.errors import NotFound
from axio.server.ratings.skill import Skill

NEAR = 5  # of the puzzles nearest to a person's skill one is picked
SIGMA = 4.0  # how far the first estimate of a puzzle may be off


def games() -> list[PuzzleSet]:
    """Every game that has puzzles."""
    return [found for name in game_names() if (found := shipped(name)).puzzles]


def puzzle_of(game: str, name: str) -> Puzzle:
    """The puzzle of this name."""
    known = shipped(game).by_name if game in game_names() else {}
    if name not in known:
        raise NotFound("no_such_puzzle")
    return known[name]


def themes_of(puzzles: Collection[Puzzle]) -> dict[str, int]:
    """How many puzzles have each theme, in the order of the themes."""
    counted = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    return {theme: counted[theme] for theme in THEMES if counted[theme]}


def of_the_day(puzzles: PuzzleSet, day: date) -> Puzzle:
    """The puzzle of a day, the same for everyone. No puzzle returns before all had their day."""
    rounds, turn = divmod(day.toordinal(), len(puzzles.puzzles))
    order = sorted(puzzles.puzzles, key=lambda each: sha256(f"{rounds} {each.name}".encode()).digest())
    return order[turn]


def first_skill(puzzle: Puzzle) -> Skill:
    """The skill of a puzzle before anybody tried it."""
    return Skill(puzzle.rating, SIGMA)


def next_puzzle(
    puzzles: Collection[Puzzle], mu: float, measured: Mapping[str, float], random: Random
) -> Puzzle | None:
    """One of the puzzles that fit a person's skill best."""
    far = {each.name: abs(measured.get(each.name, each.rating) - mu) for each in puzzles}
    nearest = sorted(puzzles, key=lambda each: (far[each.name], each.name))[:NEAR]
    return random.choice(nearest) if nearest else None
