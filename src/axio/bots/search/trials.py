"""Trials: a move in a world, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from axio.kernel import Playouts, Worlds
from axio.rules import Move

Floats = npt.NDArray[np.float64]

MARGIN = 0.01  # a point of margin, beside a win: it decides where the chance to win is the same
FADING = 0.1  # alone, a colour counts this much of the next lower one


@dataclass(frozen=True, eq=False)
class Trials:
    """Per move and world: how good the end is for the seat, its share of the win, its lowest colour."""

    values: Floats
    wins: Floats
    lows: Floats


class WorldEvaluator(Protocol):
    """Tries moves in worlds."""

    @property
    def cost(self) -> int:
        """What one trial counts for, as work; a playout counts 1."""
        ...

    def __call__(self, worlds: Worlds, moves: Sequence[Move], seat: int) -> Trials:
        """Every move in every world."""
        ...


@dataclass(frozen=True)
class PlayoutEvaluator:
    """Plays every world out, all seats by one policy."""

    policy: str = "denying"

    cost: ClassVar[int] = 1

    def __call__(self, worlds: Worlds, moves: Sequence[Move], seat: int) -> Trials:
        return trials_of(worlds.playouts(moves, policy=self.policy), seat)


@dataclass(frozen=True)
class EndgameEvaluator:
    """Follows every line of a world to its end: each seat takes what is best for itself, knowing the world.

    What a seat cannot know is in the choice of worlds: a move's value is its mean over them.
    """

    otherwise: WorldEvaluator  # for worlds that turn out too large
    nodes: int = 4000

    cost: ClassVar[int] = 8

    def fits(self, worlds: Worlds, moves: Sequence[Move]) -> bool:
        """Whether the end is near enough, by the first world; one move tells most of the time."""
        some = worlds[:1]
        return all(some.solved(part, nodes=self.nodes) is not None for part in (moves[:1], moves))

    def __call__(self, worlds: Worlds, moves: Sequence[Move], seat: int) -> Trials:
        solved = worlds.solved(moves, nodes=self.nodes)
        return self.otherwise(worlds, moves, seat) if solved is None else trials_of(solved, seat)


def trials_of(playouts: Playouts, seat: int) -> Trials:
    """What games that came to their end are worth to a seat."""
    lows = playouts.tracks.min(axis=-1).astype(np.float64)
    wins, own = playouts.shares(seat), lows[..., seat]
    if lows.shape[-1] > 1:
        others = np.delete(lows, seat, axis=-1).max(axis=-1)
        return Trials(wins + MARGIN * (own - others), wins, own)
    scores = np.sort(playouts.tracks[..., seat, :], axis=-1)
    return Trials(scores @ FADING ** np.arange(scores.shape[-1]), wins, own)
