"""Which deals of which fixtures to play, in which order; and playing them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from time import monotonic

from axio.arena.workers import Workers

from .fixtures import Fixture, duel, levels_of
from .results import DealResult, Results

SOLO = 200  # deals
NEIGHBOURS, OTHERS = 200, 50  # deals with two seats, between neighbours on the ladder and between others
MORE_SEATS = 60  # deals with three and four seats, one of a level against several of the level below


@dataclass(frozen=True, slots=True)
class Goal:
    """A fixture, and how many deals of it are wanted."""

    fixture: Fixture
    deals: int


def ladder(games: Sequence[str], seats: Sequence[int], levels: Sequence[str], seed: str) -> list[Goal]:
    """Every level alone; with two seats everybody against everybody, with more the level below."""
    return [
        goal
        for game in games
        for count in seats
        for goal in _goals(game, count, levels_of(game, tuple(levels)), seed)
    ]


def _goals(game: str, seats: int, present: Sequence[str], seed: str) -> list[Goal]:
    if seats == 1:
        return [Goal(Fixture.usual(game, (level,), seed), SOLO) for level in present]
    near = list(pairwise(present))
    pairs = combinations(present, 2) if seats == 2 else near
    deals = dict.fromkeys(near, NEIGHBOURS if seats == 2 else MORE_SEATS)
    return [
        Goal(duel(game, seats, upper, lower, seed), deals.get((lower, upper), OTHERS))
        for lower, upper in pairs
    ]


def seats_taken(fixtures: Iterable[Fixture]) -> list[tuple[str, int, str]]:
    """Game, number of seats, and who sits there, each once."""
    return list(dict.fromkeys((each.game, each.seats, bot) for each in fixtures for bot in each.bots))


def missing(goals: Iterable[Goal], results: Results) -> list[tuple[Fixture, int]]:
    """The deals still to be played, so ordered that all goals come nearer at the same pace, and none lacks
    its first deal for long."""
    wanted: dict[Fixture, int] = {}
    for goal in goals:
        wanted[goal.fixture] = max(goal.deals, wanted.get(goal.fixture, 0))
    found = [
        (number / deals, fixture, number)
        for fixture, deals in wanted.items()
        for known in [results.of(fixture.key)]
        for number in range(deals)
        if number not in known
    ]
    return [(fixture, number) for _, fixture, number in sorted(found, key=lambda each: each[0])]


def play(
    todo: Iterable[tuple[Fixture, int]], results: Results, workers: Workers, end: float = float("inf")
) -> Generator[Fixture, None, None]:
    """Play deals, and keep each as soon as it is done; begin none when the clock is past the end."""
    tasks = ((fixture, fixture.match, number) for fixture, number in _before(end, todo))
    for fixture, games in workers.play_deals(tasks):
        results.add(fixture.key, games[0].deal, DealResult.of(games))
        yield fixture


def _before(end: float, todo: Iterable[tuple[Fixture, int]]) -> Iterator[tuple[Fixture, int]]:
    for each in todo:
        if monotonic() >= end:
            return
        yield each
