"""Ratings: the truth is found, and the intervals hold it."""

from random import Random

import pytest

from axio.arena.rating import Meeting, ratings

TRUTH = {"low": 800.0, "middle": 1000.0, "high": 1250.0}


def shares(chance: Random, bots: tuple[str, ...], truth: dict[str, float]) -> list[list[float]]:
    """One deal: as many games as seats, each won by one of the bots with the chance of its strength."""
    weights = [10 ** (truth[bot] / 400) for bot in bots]
    won = chance.choices(range(len(bots)), weights, k=len(bots))
    return [[float(seat == winner) for seat in range(len(bots))] for winner in won]


def meeting(chance: Random, *bots: str, deals: int = 200, truth: dict[str, float] = TRUTH) -> Meeting:
    return Meeting(bots, {number: shares(chance, bots, truth) for number in range(deals)})


@pytest.mark.parametrize("others", [1, 2, 3])
def test_strengths_are_found(others: int) -> None:
    """Out of many games come the strengths that made them, at tables of two, three and four."""
    chance = Random(others)
    pairs = [("high", "middle"), ("high", "low"), ("middle", "low")]
    met = [meeting(chance, a, *[b] * others, deals=3000) for a, b in pairs]
    found = ratings(met, "middle")
    assert {name: each.elo for name, each in found.items()} == pytest.approx(TRUTH, abs=20)
    assert found["middle"].interval == (1000.0, 1000.0)


def test_intervals_cover_the_truth() -> None:
    """In about 95 of 100 ladders the true difference lies inside, for many deals and for few."""
    for deals, least, most in ((40, 0.91, 0.985), (4, 0.95, 1.0)):
        chance, covered = Random(7), 0
        for _ in range(300):
            met = [meeting(chance, *pair, deals=deals) for pair in (("high", "middle"), ("middle", "low"))]
            low, high = ratings(met, "middle")["high"].interval
            covered += low <= 1250 <= high
        assert least <= covered / 300 <= most


def test_the_deal_is_the_unit() -> None:
    """Pairs that always split leave less doubt than as many single games would."""
    split = Meeting(("a", "b"), {n: [[1.0, 0.0], [float(n % 9 == 0), float(n % 9 > 0)]] for n in range(90)})
    alone = Meeting(
        ("a", "b"), {n: [game] for n, game in enumerate(g for d in split.deals.values() for g in d)}
    )
    widths = [high - low for m in (split, alone) for low, high in [ratings([m], "b")["a"].interval]]
    assert widths[0] < 0.5 * widths[1]


def test_a_clean_sweep_stays_finite() -> None:
    """Whoever never lost gets a rating, the higher the more often it won, with an interval."""
    sweeps = [ratings([Meeting(("a", "b"), {n: [[1.0, 0.0]] * 2 for n in range(d)})], "b") for d in (5, 50)]
    few, many = (each["a"] for each in sweeps)
    assert 1000 < few.elo < many.elo < 3000
    assert few.interval[0] < few.elo < few.interval[1]
    assert many.interval[0] < many.elo < many.interval[1]


def test_shared_wins_are_half() -> None:
    """All shared, or won as often as lost: equal strength."""
    for games in ([[0.5, 0.5]] * 2, [[1.0, 0.0], [0.0, 1.0]]):
        assert ratings([Meeting(("a", "b"), dict.fromkeys(range(20), games))], "b")["a"].elo == pytest.approx(
            1000
        )


def test_ratings_pass_along_a_chain_and_no_further() -> None:
    """Two that never met are compared over a third; whoever met nobody of them has no rating."""
    chance = Random(1)
    met = [meeting(chance, "high", "middle"), meeting(chance, "middle", "low")]
    strangers = Meeting(("x", "y"), {0: [[1.0, 0.0], [1.0, 0.0]]})
    found = ratings([*met, strangers], "low", at=800)
    assert sorted(found) == ["high", "low", "middle"]
    assert found["high"].elo == pytest.approx(1250, abs=120)
    assert ratings([], "low") == {}
