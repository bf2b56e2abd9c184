"""States and observations into rows, and rows back into states, nothing lost either way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import singledispatch

import numpy as np

from axio.encoding.layout import GridLayout, Layout, WindowLayout
from axio.kernel.device.shared.row import (
    ASKED,
    BAG,
    CLAIMED,
    DRAWN,
    ENDED,
    ENDING,
    HELD,
    INSTANT,
    KEY,
    LEFT,
    OWED,
    PLACED,
    PYRAMID,
    RACK_STRIDE,
    RACKS,
    RAISED,
    SEAT,
    TILES,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Ints,
    Words,
)
from axio.kernel.device.shared.tables import DisplayTables, GridTables, Tables
from axio.rules import Cell, Observation, Position, State
from axio.rules.board import DominoBoard
from axio.rules.display import Display
from axio.rules.laying import Board
from axio.rules.outcome import INSTANT as INSTANT_WIN
from axio.rules.prospects import PYRAMID as PYRAMID_MARK
from axio.rules.tiles import EMPTY, Tile, canonical, orientations

from .families import compiled
from .game_tables import fill_bag, mask_words


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


@singledispatch
def load_board(plan: Layout, t: Tables, position: Position, w: Words) -> None:
    raise TypeError(f"no such layout of a board: {type(plan).__name__}")


@singledispatch
def store_board(plan: Layout, t: Tables, w: Words) -> Board:
    raise TypeError(f"no such layout of a board: {type(plan).__name__}")


@singledispatch
def stack_places(plan: Layout, t: Tables, seat: int, size: int) -> range:
    """Where in a row the tiles of a stack lie, the top first. Games without stacks have none."""
    return range(0)


def load_stacks(plan: Layout, t: Tables, b: Bytes, stacks: Sequence[tuple[Tile, ...]]) -> None:
    for seat, stack in enumerate(stacks):
        b[LEFT + seat] = len(stack)
        b[stack_places(plan, t, seat, len(stack))] = [plan.number[tile] for tile in stack]


def store_stacks(plan: Layout, t: Tables, b: Bytes) -> tuple[tuple[Tile, ...], ...]:
    places = [stack_places(plan, t, seat, int(b[LEFT + seat])) for seat in range(plan.game.seats)]
    return tuple(_tiles(plan, b[each]) for each in places)


@load_board.register
def _(plan: GridLayout, t: GridTables, position: Position, w: Words) -> None:
    b, board = w.view(np.uint8), position.board
    assert isinstance(board, DominoBoard)
    w[t.open :] = t.fresh[t.open :]
    symbols = (EMPTY + plan.game.colours).ljust(PYRAMID, " ") + PYRAMID_MARK
    b[t.marks + t.board] = [symbols.index(mark) for mark in board.marks]
    w[t.open : t.laid] = mask_words(board.open, t.spot_words)
    w[t.laid : t.laid + t.spot_words] = mask_words(board.laid, t.spot_words)
    b[CLAIMED] = np.bitwise_or.reduce(t.claims[_bits(w[t.laid : t.laid + t.spot_words])], initial=0)
    b[RAISED] = len(board.raised)
    b[t.raised : t.raised + len(board.raised)] = t.board[list(board.raised)]


@store_board.register
def _(plan: GridLayout, t: GridTables, w: Words) -> DominoBoard:
    b = w.view(np.uint8)
    symbols = (EMPTY + plan.game.colours).ljust(PYRAMID, " ") + PYRAMID_MARK
    numbers = {cell: number for number, cell in enumerate(t.board.tolist())}
    return DominoBoard(
        plan.grid,
        t.pyramids,
        "".join(symbols[mark] for mark in b[t.marks + t.board]),
        _mask(w[t.open : t.laid]),
        _mask(w[t.laid : t.laid + t.spot_words]),
        tuple(numbers[cell] for cell in b[t.raised : t.raised + int(b[RAISED])].tolist()),
    )


@load_board.register
def _(plan: WindowLayout, t: DisplayTables, position: Position, w: Words) -> None:
    board = position.board
    assert isinstance(board, Display)
    tiles = []
    for cell, marks in board.laid.items():
        tile = canonical(marks)
        turn = orientations(tile).index(marks)
        tiles.append((cell.column - plan.low + 1, cell.row - plan.low + 1, plan.number[tile], turn))
    rows = w.reshape(1, -1)
    laid = np.array(tiles, np.int64).reshape(-1, 4)
    compiled("display")["restore_game"](0, 1, (rows.view(np.uint8), rows, t, laid))


@store_board.register
def _(plan: WindowLayout, t: DisplayTables, w: Words) -> Display:
    b = w.view(np.uint8)
    laid = {}
    for column, row, kind, turn in b[t.tiles : t.tiles + 4 * int(b[TILES])].reshape(-1, 4).tolist():
        cell = Cell(column - 1 + plan.low, row - 1 + plan.low)
        laid[cell] = orientations(plan.kinds[kind])[turn]
    return Display.of(plan.game.colours, laid)


@stack_places.register
def _(plan: WindowLayout, t: DisplayTables, seat: int, size: int) -> range:
    bottom = t.stacks + t.stack * (seat + 1)
    return range(bottom - size, bottom)


def _mask(words: Words) -> int:
    return sum(int(word) << (64 * place) for place, word in enumerate(words))


def _bits(words: Words) -> Ints:
    """The numbers of the bits that are set."""
    raw = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.flatnonzero(np.unpackbits(raw, bitorder="little"))
