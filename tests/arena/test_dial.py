"""The dial's calibration: Elo by blur from results, and even steps from it."""

from pathlib import Path

import pytest

from axio.arena.ladder import DealResult, Results, missing
from axio.arena.ladder.dial import (
    GRID,
    blur_of,
    calibrated,
    calibration_goals,
    contenders,
    dial_goals,
    falling,
    neighbour_shares,
    number_of_levels,
    without_master,
)
from axio.bots.levels import dial
from axio.rules import game_names

FIRST, SECOND = (0,), (1,)  # who won


def pair(won: int) -> DealResult:
    """A deal of which the first bot won so many of its two games."""
    winners = [FIRST] * won + [SECOND] * (2 - won)
    return DealResult(tuple(winners), ((1, 1), (1, 1)))


def results(path: Path, seed: str = "dial", deals: int = 40) -> Results:
    """Everybody takes three quarters from the next below."""
    found = Results([path])
    for goal in calibration_goals("axio", deals, seed):
        for number in range(deals):
            found.add(goal.fixture.key, number, pair(2 - number % 2))
    return found


def test_even_results_give_even_blurs(tmp_path: Path) -> None:
    """Where every step of the grid is as wide as the next, the levels lie between in equal parts."""
    known = results(tmp_path / "r.jsonl")
    goals = calibration_goals("axio", 40, "dial")
    found = calibrated(goals, known, 10)
    assert found is not None
    assert list(found.elo) == sorted(GRID)
    assert found.blurs == pytest.approx(dict(enumerate(GRID, 2)), abs=0.02)
    assert found.step == pytest.approx(191, abs=15)
    fewer = calibrated(goals, known, 4)
    assert fewer is not None
    assert fewer.blurs == pytest.approx({2: 0.8, 3: 0.5}, abs=0.02)
    assert missing(goals, known) == []


def test_masters_lead_can_be_said(tmp_path: Path) -> None:
    """Without matches of `master` the top is the network and what somebody knows about the lead."""
    known, names = results(tmp_path / "r.jsonl"), without_master(contenders())
    goals = calibration_goals("axio", 40, "dial", names)
    assert all("master" not in goal.fixture.bots for goal in goals)
    found = calibrated(goals, known, 10, ahead=191)
    assert found is not None
    assert found.blurs == pytest.approx(dict(enumerate(GRID, 2)), abs=0.02)


def test_before_everybody_met_nothing_is_found(tmp_path: Path) -> None:
    """The ends of the dial have to be joined by a chain of results."""
    known = Results([tmp_path / "r.jsonl"])
    goals = calibration_goals("axio", 2, "dial")
    assert calibrated(goals, known, 10) is None
    known.add(goals[0].fixture.key, 0, pair(2))
    assert calibrated(goals, known, 10) is None
    assert len(missing(goals, known)) == 2 * len(goals) - 1


def test_contenders_meet_the_next() -> None:
    """From `sprout` over all blurs to `master`."""
    goals = calibration_goals("hex", 3, "dial")
    assert len(goals) == len(contenders()) - 1
    assert [blur_of(name) for name in contenders()[1:-1]] == [*GRID]
    assert goals[0].fixture.bots == (contenders()[1], "sprout")


def test_values_that_rise_are_levelled() -> None:
    """A stronger blur is never taken for a weaker one: what rises is shared by its neighbours."""
    assert falling([5, 3, 4, 1]) == [5, 3.5, 3.5, 1]
    assert falling([1, 2, 3]) == [2, 2, 2]
    assert falling([3, 2, 1]) == [3, 2, 1]


@pytest.mark.parametrize("game", game_names())
def test_neighbours_on_the_dial(game: str, tmp_path: Path) -> None:
    """Each level meets the level below, by the number of the upper one."""
    goals = dial_goals([game], "dial")
    assert [goal.fixture.bots for goal in goals] == list(zip(dial(game)[1:], dial(game), strict=False))
    known = Results([tmp_path / "r.jsonl"])
    known.add(goals[1].fixture.key, 0, pair(2))
    shares = neighbour_shares(game, known, "dial")
    assert list(shares) == list(range(2, number_of_levels(game) + 1))
    assert [number for number, found in shares.items() if found] == [3]
