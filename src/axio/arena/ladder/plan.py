"""Which deals of which fixtures to play, in which order; and playing them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from axio.arena.workers import Workers

from .fixtures import LEVELS, SEARCHING, Fixture, duel, levels_of
from .results import DealResult, Results

SOLO = 100  # deals
QUICK = {2: 400, 3: 100, 4: 75}  # deals between neighbours on the ladder, by seats; fewer between others
SLOW = {2: 100, 3: 20, 4: 15}  # where one of them searches
LEAST = 5


@dataclass(frozen=True, slots=True)
class Goal:
    """A fixture, and how many deals of it are wanted."""

    fixture: Fixture
    deals: int


def ladder(games: Sequence[str], seats: Sequence[int], levels: Sequence[str], seed: str) -> list[Goal]:
    """Every level alone, and every level against every other below it."""
    goals = []
    for game in games:
        present = levels_of(game, tuple(levels))
        for count in seats:
            if count == 1:
                goals += [Goal(Fixture.usual(game, (level,), seed), SOLO) for level in present]
                continue
            pairs = [(upper, lower) for place, lower in enumerate(present) for upper in present[place + 1 :]]
            goals += [Goal(duel(game, count, *pair, seed), _deals(count, *pair)) for pair in pairs]
    return goals


def _deals(seats: int, upper: str, lower: str) -> int:
    """Those far apart need fewer games to be told apart."""
    most = (SLOW if SEARCHING & {upper, lower} else QUICK)[seats]
    return max(LEAST, most // (LEVELS.index(upper) - LEVELS.index(lower)))


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
