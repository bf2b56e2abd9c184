"""The kernel is the same game as the plain rules."""

from __future__ import annotations

import pytest

from .lockstep import Lockstep, random_chooser, scoring_chooser

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_random_play_is_equal(name: str, seats: int) -> None:
    """Every legal set, state, result and view is the plain rules' own while moves are chosen at random."""
    both = Lockstep(name, seats)
    both.run(3000, seed=seats, choose=random_chooser(seats))
    assert both.plies == 3000


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_scoring_play_is_equal(name: str, seats: int) -> None:
    """The same where seats score all they can: axios, bonus placements, exchanges, pyramids, instant wins."""
    both = Lockstep(name, seats)
    both.run(2000, seed=100 + seats, choose=scoring_chooser(seats))
    assert both.plies == 2000
