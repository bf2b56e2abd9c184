"""Playouts: candidates times worlds, each to its end, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from axio.kernel.device.play.endgame import LEVEL_SIZE, LEVELS
from axio.kernel.device.shared.row import Bytes, Ints, Kinds, Words

from .plans import Plan
from .threads import spread

_BLOCK = 8192  # games in memory at once
NO_DRAWS = np.zeros(0, np.int8)
_NO_POINT_MAP = np.zeros(0, np.uint8)

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
    plan: Plan,
    worlds: Words,
    actions: Ints,
    values: Ints,
    limit: int | None,
    threads: int | None,
    draws: Kinds = NO_DRAWS,
) -> Playouts:
    """Every action in every world, in blocks that fit in memory.

    `draws`: tile kinds to be drawn, by the number of the draw; -1 where chance decides.
    """
    game = plan.layout.game
    tracks = np.empty((len(actions), len(worlds), game.seats, len(game.colours)), np.uint8)
    places = np.empty((len(actions), len(worlds), game.seats), np.uint8)
    for low in range(0, len(worlds), _BLOCK):
        some = worlds[low : low + _BLOCK]
        size = max(1, _BLOCK // len(some))
        for first in range(0, len(actions), size):
            part = slice(first, first + size), slice(low, low + _BLOCK)
            played = _block(plan, some, actions[part[0]], values, limit, threads, draws)
            tracks[part], places[part] = played.tracks, played.places
    return Playouts(tracks, places)


def solve(plan: Plan, worlds: Words, actions: Ints, nodes: int, threads: int | None) -> Playouts | None:
    """Every action in every world with the best play of all seats after it; None where a tree is larger."""
    t = plan.tables
    count = len(worlds) * len(actions)
    rows = np.empty((count * LEVELS, t.row_words), np.uint64)
    lists = np.empty((count * LEVELS, plan.layout.most_legal), np.int64)
    levels = np.empty((count * LEVELS, LEVEL_SIZE), np.int64)
    solved = np.zeros(count, np.uint8)
    args = (
        rows.view(np.uint8),
        rows,
        worlds,
        t,
        actions,
        NO_DRAWS,
        _NO_POINT_MAP,
        lists,
        levels,
        nodes,
        solved,
    )
    spread(plan.run["solve_game"], count, args, threads)
    return results(plan, rows[::LEVELS], len(actions)) if solved.all() else None


def _block(
    plan: Plan,
    worlds: Words,
    actions: Ints,
    values: Ints,
    limit: int | None,
    threads: int | None,
    draws: Kinds,
) -> Playouts:
    rows = played_on(plan, worlds, actions, values, limit, threads, draws)
    return results(plan, rows, len(actions))


def played_on(
    plan: Plan,
    worlds: Words,
    actions: Ints,
    values: Ints,
    limit: int | None,
    threads: int | None = None,
    draws: Kinds = NO_DRAWS,
) -> Words:
    """The rows that playouts come to, a block of worlds an action."""
    t = plan.tables
    count = len(worlds) * len(actions)
    rows = np.empty((2 * count, t.row_words), np.uint64)  # the second half for drafts
    most = 2**62 if limit is None else limit
    args = (
        *(rows.view(np.uint8), rows, worlds, t, actions, plan.point_maps(2 * count), values, draws, most),
        plan.policy_scratch(count),
    )
    spread(plan.run["playout_game"], count, args, threads)
    return rows[:count]


def results(plan: Plan, rows: Words, moves: int) -> Playouts:
    """How these rows ended, a block of worlds a move."""
    game = plan.layout.game
    rows = np.ascontiguousarray(rows)
    tracks = np.empty((len(rows), game.seats, len(game.colours)), np.uint8)
    places = np.empty((len(rows), game.seats), np.uint8)
    plan.run["result_game"](0, len(rows), (rows.view(np.uint8), plan.tables, tracks, places))
    shape = moves, len(rows) // moves
    return Playouts(tracks.reshape(*shape, *tracks.shape[1:]), places.reshape(*shape, game.seats))
