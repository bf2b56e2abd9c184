"""Results made up for tests: deals that went as asked."""

from pathlib import Path

from axio.arena.ladder import DealResult, Results
from axio.arena.ladder.fixtures import Fixture


def sweep(seats: int, winner: int, lows: int = 5) -> DealResult:
    """A deal that one of the bots won in every rotation."""
    return DealResult(((winner,),) * seats, ((lows,) * seats,) * seats)


def filled(path: Path, fixture: Fixture, won: int, lost: int, lows: int = 5) -> Results:
    """Results in a file, with so many deals more of a fixture won and lost by its first bot."""
    results = Results([path])
    for number in range(won + lost):
        results.add(fixture.key, number, sweep(fixture.seats, int(number >= won), lows))
    return results
