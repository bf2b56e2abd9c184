"""Intervals that mean what they say."""

from dataclasses import replace
from random import Random

import pytest

from axio.arena import Match, Played, standings
from axio.arena.statistics import interval, mean, share_interval, student, wilson
from axio.bots import Chance, make
from axio.rules import Record


def result(deal: int, rotation: int, winners: tuple[int, ...], lows: tuple[int, int] = (5, 3)) -> Played:
    seating = (rotation, 1 - rotation)
    record = Record("axio", 2, "")
    return Played(deal, rotation, seating, record, winners, lows, seconds=(0.2, 0.1), turns=(10, 10))


MATCH = Match("axio", (make("greedy"), Chance()), 4, "7")


def test_a_shared_win_is_shared() -> None:
    """Seats that share first place share the win; lows and times go to who sat there."""
    games = [result(0, 0, (0,)), result(0, 1, (0, 1)), result(1, 0, (1,)), result(1, 1, (0,))]
    first, second = standings(MATCH, games)
    assert (first.bot, second.bot) == ("greedy@1", "random@1")
    assert (first.win_share, second.win_share) == (1.5 / 4, 2.5 / 4)
    assert (first.mean_low, second.mean_low) == (4.0, 4.0)
    assert first.ms_per_move == pytest.approx(15.0)
    assert [*first.as_data()] == ["bot", "win_share", "interval", "mean_low", "ms_per_move"]


def test_the_deal_is_the_unit() -> None:
    """Pairs that always split say more than as many single games would: the interval knows the pairing."""
    chance = Random(7)
    split = [[1.0, 0.0] if chance.random() < 0.9 else [1.0, 1.0] for _ in range(100)]
    low, high = share_interval(split)
    alone = share_interval([[value] for unit in split for value in unit])
    assert low < mean(split) < high
    assert high - low < 0.5 * (alone[1] - alone[0])


def test_intervals_cover_the_truth() -> None:
    """In about 95 of 100 matches the true share lies inside, for many deals and for few."""
    chance = Random(1)
    for deals, least in ((4, 0.95), (12, 0.92), (60, 0.92)):
        covered = 0
        for _ in range(600):
            tosses = [[float(chance.random() < 0.7) for _ in range(2)] for _ in range(deals)]
            low, high = share_interval(tosses)
            covered += low <= 0.7 <= high
        assert least <= covered / 600 <= 1.0
    assert covered / 600 < 0.98


@pytest.mark.parametrize("deals", [1, 2, 9, 10, 400])
@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_deals_all_alike_prove_little(deals: int, value: float) -> None:
    """However the deals agree, an interval stays within 0 and 1, holds the share, and is never a point."""
    low, high = share_interval([[value, value]] * deals)
    assert 0 <= low <= value <= high <= 1
    assert 0 < high - low < 2 / deals**0.5


def test_an_unfinished_deal_counts_by_its_games() -> None:
    """A last deal with fewer games weighs less, and the mean is that of all games."""
    units = [[1.0, 0.0]] * 10 + [[1.0]]
    assert mean(units) == 11 / 21
    low, high = interval(units)
    assert low < 11 / 21 < high


def test_alone_one_always_wins() -> None:
    """In solo the share says nothing; the lowest colour does, with its interval over deals."""
    solo = Match("axio", (make("greedy"),), 3, "7")
    games = [
        replace(result(number, 0, (0,)), seating=(0,), lows=(low,)) for number, low in enumerate((9, 10, 11))
    ]
    (standing,) = standings(solo, games)
    assert (standing.win_share, standing.interval, standing.mean_low) == (1.0, (1.0, 1.0), 10.0)
    assert standing.low_interval == pytest.approx((10 - 2.484, 10 + 2.484), abs=0.002)


def test_known_values() -> None:
    """Student's t and Wilson's interval agree with their tables."""
    table = {1: 12.706, 2: 4.303, 5: 2.5706, 9: 2.2622, 30: 2.0423, 1000: 1.9623}
    assert {n: student(n) for n in table} == pytest.approx(table, abs=0.002)
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
