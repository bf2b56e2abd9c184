"""Two million plies in lockstep, all games and seats together; `make soak`."""

from __future__ import annotations

import pytest

from .lockstep import Lockstep, random_chooser, scoring_chooser

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_long_lockstep(name: str, seats: int, part: int) -> None:
    """The kernel stays equal to the plain rules over games without end."""
    both = Lockstep(name, seats)
    choose = (random_chooser, scoring_chooser)[part % 2](1000 + part)
    both.run(17_000, seed=1000 + part, choose=choose)
    assert both.plies == 17_000
