"""What seats are given. `outcome`: once, when the game is over; `low`: whenever a seat's lowest colour rises.

The outcome of a seat is the share of rivals it beat less the share that beat it: 1 for a sole winner, -1 for
a sole loser, 0 in all. Alone at the table it is the lowest colour. Summed over a game, `low` is each seat's
lowest colour at the end.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.rules import Game, Malformed

SCHEMES = ("outcome", "low")

Given: TypeAlias = npt.NDArray[np.float64]  # (games, seats)


class Scored(Protocol):
    """Games side by side: a `Batch`, or `One`."""

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

    def start(self, games: Scored) -> None:
        """Games were dealt anew."""
        self._lows = _lows(games) if self.scheme == "low" else self._lows

    def after(self, games: Scored, ended: npt.NDArray[np.bool_]) -> Given:
        """What one step gave every seat of every game; `ended` are the games that ended with it."""
        if self.scheme == "low":
            before, self._lows = self._lows, _lows(games)
            grown: Given = np.maximum(self._lows - before, 0.0)  # a new deal takes nothing away
            return grown
        if not ended.any():
            return np.zeros((games.n, games.game.seats))
        return outcomes(games) * ended[:, None]


def outcomes(games: Scored) -> Given:
    """What every seat's place is worth, as things stand."""
    tracks, places = games.results()
    if games.game.seats == 1:
        return np.asarray(tracks.min(axis=-1), np.float64)
    return shares(places)


def shares(places: npt.NDArray[np.integer]) -> Given:
    """The rivals beaten less those that did better, per rival. Places are on the last axis, 1 is best."""
    own, others = places[..., :, None].astype(np.int64), places[..., None, :].astype(np.int64)
    return np.asarray(np.sign(others - own).sum(axis=-1) / (places.shape[-1] - 1), np.float64)


def _lows(games: Scored) -> npt.NDArray[np.int64]:
    tracks, _ = games.results()
    return np.asarray(tracks.min(axis=-1), np.int64)
