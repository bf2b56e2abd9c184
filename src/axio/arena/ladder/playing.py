"""Playing what is missing, and keeping it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from time import monotonic

from axio.arena.workers import Workers

from .fixtures import Fixture
from .results import Results, Tally


def play(
    todo: Iterable[tuple[Fixture, int]], results: Results, workers: Workers, end: float = float("inf")
) -> Generator[Fixture, None, None]:
    """Play deals, and keep each as soon as it is done; begin none when the clock is past the end."""
    tasks = ((fixture, fixture.match, number) for fixture, number in _before(end, todo))
    for fixture, games in workers.play_deals(tasks):
        results.add(fixture.key, games[0].deal, Tally.of(games))
        yield fixture


def _before(end: float, todo: Iterable[tuple[Fixture, int]]) -> Iterator[tuple[Fixture, int]]:
    for each in todo:
        if monotonic() >= end:
            return
        yield each
