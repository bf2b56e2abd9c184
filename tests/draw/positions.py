"""Positions to draw: every game, every number of seats, at the opening, in the middle, at the end."""

from __future__ import annotations

from functools import cache
from random import Random

from axio.rules import Move, State, deal, game_names

GAMES = [(name, seats) for name in game_names() for seats in range(1, 5)]
MOMENTS = {"opening": 0, "middle": 9, "end": 10_000}


@cache
def played(name: str, seats: int, plies: int, seed: int = 3) -> tuple[State, Move | None]:
    """A game of random moves, and the last of them."""
    random, state, last = Random(seed), deal(name, seats=seats, seed=str(seed)), None
    for _ in range(plies):
        if state.outcome is not None:
            break
        last = state.legal_moves[random.randrange(len(state.legal_moves))]
        state = state.play(last).after
    return state, last
