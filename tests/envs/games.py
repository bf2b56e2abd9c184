"""Positions to test environments with: every game and number of seats, some way into games that score."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import numpy.typing as npt

import axio
from axio.encoding import WindowLayout, choice_of, layout, lists, planes
from axio.kernel import appraised
from axio.rules import Move, Observation, State

GAMES = ("axio", "rota", "hex")
ALL = [(game, seats) for game in GAMES for seats in (1, 2, 3, 4)]
SEVERAL = [(game, seats) for game, seats in ALL if seats > 1]


def scoring_move(state: State, random: Random) -> Move:
    """Mostly one of the best: only so are tracks filled, bonuses earned and questions asked."""
    if state.asked or random.random() < 0.1:
        return random.choice(state.legal_moves)
    return random.choice(appraised(state, "lowest", top=2))[0]


def scoring_game(game: str, seats: int, seed: int) -> Iterator[State]:
    """The states of a game in which all seats score what they can."""
    state, random = axio.deal(game, seats, str(seed)), Random(seed)
    yield state
    while not state.over:
        state = state.play(scoring_move(state, random)).after
        yield state


def positions(game: str, seats: int, every: int = 9) -> list[State]:
    """Positions all along a game, and every kind of turn that came up."""
    states = [state for state in scoring_game(game, seats, seed=3) if not state.over]
    rare = [state for state in states if state.asked or state.owed]
    return [*states[::every], *rare[:2]]


def board_of(view: Observation) -> dict[str, npt.NDArray[np.uint8]]:
    """The board as environments show it: planes, or on a display its tiles and spots."""
    if isinstance(layout(view.game), WindowLayout):
        return dict(zip(("tiles", "spots"), lists(view), strict=True))
    return {"planes": planes(view)}


def legal_choices(state: State) -> list[int]:
    """The choices that make the legal moves, ascending."""
    return sorted(choice_of(state, move) for move in state.legal_moves)
