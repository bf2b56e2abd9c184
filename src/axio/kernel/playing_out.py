"""Playouts: candidates times worlds, each to its end, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .plans import Plan
from .row import Bytes, Ints, Words
from .threads import spread

_BLOCK = 8192  # games in memory at once
_NO_DRAWS = np.zeros(0, np.int8)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Playouts:
    """How every playout ended: axes are moves, worlds, seats (and colours)."""

    tracks: Bytes
    places: Bytes  # 1 is best; equal seats share a place

    def shares(self, seat: int) -> Floats:
        """Per move and world the seat's share of the win: 1, a part of a shared first place, or 0."""
        firsts = self.places == 1
        return np.asarray(firsts[..., seat] / firsts.sum(axis=-1), np.float64)

    def win_shares(self, seat: int) -> Floats:
        """Per move the mean share of the win."""
        return np.asarray(self.shares(seat).mean(axis=-1), np.float64)

    def lows(self, seat: int) -> Floats:
        """Per move the mean of the seat's lowest colour."""
        return np.asarray(self.tracks[..., seat, :].min(axis=-1).mean(axis=-1), np.float64)

    def margins(self, seat: int) -> Floats:
        """Per move how far the seat's lowest colour is ahead of the best other seat's, on the mean."""
        lows = self.tracks.min(axis=-1).astype(np.int64)
        others = np.delete(lows, seat, axis=-1)
        best = others.max(axis=-1) if others.shape[-1] else 0
        return np.asarray((lows[..., seat] - best).mean(axis=-1), np.float64)


def play_out(
    plan: Plan, worlds: Words, actions: Ints, values: Ints, limit: int | None, threads: int | None
) -> Playouts:
    """Every action in every world, in blocks that fit in memory."""
    game = plan.layout.game
    tracks = np.empty((len(actions), len(worlds), game.seats, len(game.colours)), np.uint8)
    places = np.empty((len(actions), len(worlds), game.seats), np.uint8)
    for low in range(0, len(worlds), _BLOCK):
        some = worlds[low : low + _BLOCK]
        size = max(1, _BLOCK // len(some))
        for first in range(0, len(actions), size):
            part = slice(first, first + size), slice(low, low + _BLOCK)
            tracks[part], places[part] = _block(plan, some, actions[part[0]], values, limit, threads)
    return Playouts(tracks, places)


def _block(
    plan: Plan, worlds: Words, actions: Ints, values: Ints, limit: int | None, threads: int | None
) -> tuple[Bytes, Bytes]:
    game, t = plan.layout.game, plan.tables
    count = len(worlds) * len(actions)
    rows = np.empty((count, t.row_words), np.uint64)
    sights = np.empty((count, plan.sight), np.uint8)
    most = 2**62 if limit is None else limit
    args = (rows.view(np.uint8), rows, worlds, t, actions, sights, values, _NO_DRAWS, most)
    spread(plan.run["playout_game"], count, args, threads)
    tracks = np.empty((count, game.seats, len(game.colours)), np.uint8)
    places = np.empty((count, game.seats), np.uint8)
    plan.run["result_game"](0, count, (rows.view(np.uint8), t, tracks, places))
    shape = len(actions), len(worlds)
    return tracks.reshape(*shape, *tracks.shape[1:]), places.reshape(*shape, game.seats)
