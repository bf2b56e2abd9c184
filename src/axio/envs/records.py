"""Games of environments as records: the seed's text and the moves, which the rules replay."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axio.encoding import move_of
from axio.rules import Malformed, Move, Record, State, deal
from axio.rules.draws import counted_seed, key_of


def seed_text(seed: int, number: int = 0) -> str:
    """The text with which `axio.deal` deals game `number` of an environment's seed.

    `reset(seed=7)` deals game 0 of seed 7, and every reset without a seed the next one. Game i of a vector
    environment with seed 7 has seed 7 + i.
    """
    text = f"splitmix64:{seed}:{number}"
    key_of(text)
    return text


def record_of(state: State, log: npt.NDArray[np.integer]) -> Record:
    """The record of a game that has come to this state by the actions in a log."""
    text = counted_seed(state.key)
    if text is None:
        raise Malformed("this game was loaded and not dealt here: expected one that reset() dealt")
    record = Record(state.game.name, state.game.seats, text, tuple(_moves(state, text, log)))
    if record.final != state:
        raise Malformed("this game went on from a loaded state: expected one that reset() dealt")
    return record


def _moves(state: State, text: str, log: npt.NDArray[np.integer]) -> list[Move]:
    """The moves behind the actions, as far as the state has come."""
    now, moves = deal(state.game.name, state.game.seats, text), []
    for action in log.tolist():
        if now == state or now.over:
            break
        move = move_of(now, action)
        if move not in now.legal_moves:
            break
        moves.append(move)
        now = now.play(move).after
    return moves
