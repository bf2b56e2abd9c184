"""Rewards. `outcome` rewards a seat once, at the end; `low` rewards it whenever its lowest colour rises.

The outcome of a seat is the share of rivals it beat minus the share that beat it: 1 for a sole winner, -1 for
a sole loser; the outcomes of all seats add up to 0. In a solo game it is the lowest colour. Summed over a
game, `low` is the lowest colour of a seat at the end.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.rules import Game, Malformed

SCHEMES = ("outcome", "low")

Given: TypeAlias = npt.NDArray[np.float64]  # (games, seats)


class ScoredGames(Protocol):
    """Games side by side: a `Batch` or a `KernelGame`."""

    n: int
    game: Game

    def results(self) -> tuple[Any, Any]: ...


class Rewards:
    """The rewards of games side by side, step by step."""

    def __init__(self, scheme: str) -> None:
        if scheme not in SCHEMES:
            raise Malformed(f"{str(scheme)[:40]!r} are not rewards: expected one of {', '.join(SCHEMES)}")
        self.scheme = scheme
        self._lows: npt.NDArray[np.int64] = np.zeros((0, 0), np.int64)

    def start(self, games: ScoredGames) -> None:
        """Begin with games that were just dealt."""
        self._lows = _lows(games) if self.scheme == "low" else self._lows

    def after(self, games: ScoredGames, ended: npt.NDArray[np.bool_]) -> Given:
        """The rewards of one step for every seat of every game; `ended` marks the games that it ended."""
        if self.scheme == "low":
            before, self._lows = self._lows, _lows(games)
            grown: Given = np.maximum(self._lows - before, 0.0)  # a new deal takes nothing away
            return grown
        if not ended.any():
            return np.zeros((games.n, games.game.seats))
        return outcomes(games) * ended[:, None]


def outcomes(games: ScoredGames) -> Given:
    """What the present place of every seat is worth."""
    tracks, places = games.results()
    if games.game.seats == 1:
        return np.asarray(tracks.min(axis=-1), np.float64)
    return shares(places)


def shares(places: npt.NDArray[np.integer]) -> Given:
    """The share of rivals beaten minus the share that did better. Places are on the last axis, 1 is best."""
    own, others = places[..., :, None].astype(np.int64), places[..., None, :].astype(np.int64)
    return np.asarray(np.sign(others - own).sum(axis=-1) / (places.shape[-1] - 1), np.float64)


def _lows(games: ScoredGames) -> npt.NDArray[np.int64]:
    tracks, _ = games.results()
    return np.asarray(tracks.min(axis=-1), np.int64)
