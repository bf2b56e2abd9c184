"""States and observations into rows, and rows back into states, nothing lost either way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from axio.encoding.layout import Layout
from axio.rules import Observation, Position, State
from axio.rules.outcome import INSTANT as INSTANT_WIN
from axio.rules.tiles import Tile

from .boards import load_board, load_stacks, store_board, store_stacks
from .grid_tables import fill_bag
from .row import (
    ASKED,
    BAG,
    DRAWN,
    ENDED,
    ENDING,
    HELD,
    INSTANT,
    KEY,
    OWED,
    PLACED,
    RACK_STRIDE,
    RACKS,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Words,
)
from .tables import Tables


def load_state(plan: Layout, t: Tables, state: State, w: Words) -> None:
    """Write a state into a row."""
    b = w.view(np.uint8)
    _load_position(plan, t, state, w)
    for seat, rack in enumerate(state.racks):
        _load_rack(plan, b, seat, rack)
    load_stacks(plan, t, b, state.stacks)
    fill_bag(b, _counts(plan, state.bag))
    w[KEY : KEY + 4] = np.frombuffer(state.key, "<u8")
    w[DRAWN] = state.drawn


def load_view(plan: Layout, t: Tables, view: Observation, w: Words) -> None:
    """What a viewer knows as a row: all unseen tiles in the bag, of other racks and stacks the sizes."""
    b = w.view(np.uint8)
    _load_position(plan, t, view, w)
    if view.viewer is not None:
        _load_rack(plan, b, view.viewer, view.rack)
    b[HELD : HELD + view.game.seats] = view.rack_sizes
    load_stacks(plan, t, b, [(plan.kinds[0],) * size for size in view.stack_sizes])
    fill_bag(b, _counts(plan, view.unseen))


def store_state(plan: Layout, t: Tables, w: Words) -> State:
    """The state a row holds."""
    b, game = w.view(np.uint8), plan.game
    seats = range(game.seats)
    colours = len(game.colours)
    ending = {ENDED: game.ending, INSTANT: INSTANT_WIN}.get(int(b[ENDING]))
    bag = b[8 * BAG : 8 * BAG + t.kinds]
    return State(
        game,
        store_board(plan, t, w),
        tuple(tuple(b[TRACKS + TRACK_STRIDE * s :][:colours].tolist()) for s in seats),
        tuple(b[PLACED : PLACED + game.seats].tolist()),
        int(b[SEAT]),
        int(b[OWED]),
        bool(b[ASKED]),
        ending,
        tuple(_tiles(plan, b[RACKS + RACK_STRIDE * s :][: b[HELD + s]]) for s in seats),
        store_stacks(plan, t, b),
        tuple(kind for kind, count in zip(plan.kinds, bag, strict=True) for _ in range(count)),
        w[KEY : KEY + 4].astype("<u8").tobytes(),
        int(w[DRAWN]),
    )


def _load_position(plan: Layout, t: Tables, position: Position, w: Words) -> None:
    b, game = w.view(np.uint8), position.game
    w[:] = 0
    load_board(plan, t, position, w)
    for seat in range(game.seats):
        b[TRACKS + TRACK_STRIDE * seat :][: len(game.colours)] = position.tracks[seat]
    b[PLACED : PLACED + game.seats] = position.placed
    b[SEAT], b[OWED], b[ASKED] = position.seat, position.owed, position.asked
    if position.ending is not None:
        b[ENDING] = INSTANT if position.ending == INSTANT_WIN else ENDED


def _load_rack(plan: Layout, b: Bytes, seat: int, rack: Iterable[Tile]) -> None:
    kinds = [plan.number[tile] for tile in rack]
    b[RACKS + RACK_STRIDE * seat :][: len(kinds)] = kinds
    b[HELD + seat] = len(kinds)


def _counts(plan: Layout, tiles: Iterable[Tile]) -> Bytes:
    counted = Counter(tiles)
    return np.array([counted[kind] for kind in plan.kinds], np.uint8)


def _tiles(plan: Layout, kinds: Bytes) -> tuple[Tile, ...]:
    return tuple(plan.kinds[kind] for kind in kinds.tolist())
