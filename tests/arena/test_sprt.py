"""The sequential test stops early, and errs no more often than it says."""

from random import Random

import pytest

from axio.arena import Match, Played, Sprt
from axio.arena.sprt import BOUND, expected
from axio.bots import make
from axio.rules import Malformed, Record

MATCH = Match("rota", (make("greedy"), make("random")), 4, "7")


def played(deal: int, rotation: int, winner: int) -> Played:
    """A game won by bot 0 or 1, or (2) shared."""
    seating = (rotation, 1 - rotation)
    winners = (0, 1) if winner == 2 else (seating.index(winner),)
    return Played(deal, rotation, seating, Record("rota", 2, ""), winners, (1, 1), (0.0, 0.0), (1, 1))


def run(chance: Random, share: float, test: Sprt, most: int) -> float | None:
    for deal in range(most):
        for rotation in range(2):
            test.add(played(deal, rotation, 0 if chance.random() < share else 1))
        if test.verdict is not None:
            return test.verdict
    return None


@pytest.mark.parametrize("truth", [0.0, 150.0])
def test_errors_stay_below_five_in_a_hundred(truth: float) -> None:
    """Where one of the two differences is true, the other is accepted in about 5 % of the tests at most."""
    chance = Random(3)
    found = [run(chance, expected(truth), Sprt(0, 150), 2000) for _ in range(120)]
    assert None not in found
    assert sum(each != truth for each in found) <= 0.09 * len(found)


def test_pairs_count_and_not_games() -> None:
    """A deal counts when both its games are played; deals that always split soon say: equal."""
    test = Sprt(0, 100)
    test.add(played(0, 0, 0))
    assert test.pairs.total() == 0
    assert test.ratio == pytest.approx(0, abs=0.01)
    test.add(played(0, 1, 1))
    assert test.pairs == {0.5: 1}
    assert run(Random(1), 0.5, Sprt(0, 100), 1000) == 0
    for deal in range(1, 30):
        test.add(played(deal, 0, 0))
        test.add(played(deal, 1, 1))
    assert test.verdict == 0
    assert test.pairs.total() == 30


def test_shared_wins_are_half() -> None:
    """A pair with a win and a shared game is worth three quarters."""
    test = Sprt(0, 10)
    test.add(played(0, 0, 0))
    test.add(played(0, 1, 2))
    assert test.pairs == {0.75: 1}


def test_it_is_the_ratio_of_the_books() -> None:
    """Near the bounds the ratio agrees with the normal approximation of chess engines' tests."""
    test, chance = Sprt(0, 20), Random(5)
    for deal in range(2000):
        for rotation in range(2):
            test.add(played(deal, rotation, 0 if chance.random() < 0.515 else 1))
    count = test.pairs.total()
    mean = sum(score * n for score, n in test.pairs.items()) / count
    spread = sum(n * (score - mean) ** 2 for score, n in test.pairs.items()) / count
    low, high = expected(0), expected(20)
    normal = count * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert test.ratio == pytest.approx(normal, abs=0.05 * abs(normal) + 0.02)


def test_it_says_what_it_found() -> None:
    """Open, or decided for one of the differences."""
    test = Sprt(0, 100)
    assert str(test).startswith("Sequential test: open after 0 pairs")
    assert run(Random(1), 1.0, test, 100) == 100
    assert "at least +100 Elo, error 5 %" in str(test)
    assert test.as_data()["accepted"] == 100
    assert test.ratio >= BOUND


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5", "'5' are no bounds of a test: expected two Elo differences, as in 0,50"),
        ("a,b", "'a,b' are no bounds"),
        ("50,0", "50,0 are no bounds of a test: expected two Elo differences, the lower first"),
        ("nan,5", "nan,5 are no bounds"),
    ],
)
def test_bad_bounds_are_refused(text: str, sentence: str) -> None:
    """What is no test is refused with what was expected."""
    with pytest.raises(Malformed, match=sentence):
        Sprt.read(text, MATCH)


def test_it_is_for_two() -> None:
    """Pairs need two seats."""
    alone = Match("rota", (make("greedy"),), 4, "7")
    with pytest.raises(Malformed, match="expected 2 seats, not 1"):
        Sprt.read("0,50", alone)
