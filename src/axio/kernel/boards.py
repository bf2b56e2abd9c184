"""Boards and stacks into rows and back, for each kind of board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import numpy as np

from axio.encoding.layout import GridLayout, Layout, WindowLayout
from axio.rules import Cell, Position
from axio.rules.board import DominoBoard
from axio.rules.display import Display
from axio.rules.laying import Board
from axio.rules.prospects import PYRAMID as PYRAMID_MARK
from axio.rules.tiles import EMPTY, Tile, canonical, orientations

from .family import compiled
from .grid_tables import mask_words
from .row import CLAIMED, LEFT, PYRAMID, RAISED, TILES, Bytes, Ints, Words
from .tables import DisplayTables, GridTables, Tables


@singledispatch
def load_board(plan: Layout, t: Tables, position: Position, w: Words) -> None:
    raise TypeError(f"no such layout of a board: {type(plan).__name__}")


@singledispatch
def store_board(plan: Layout, t: Tables, w: Words) -> Board:
    raise TypeError(f"no such layout of a board: {type(plan).__name__}")


@singledispatch
def load_stacks(plan: Layout, t: Tables, b: Bytes, stacks: Sequence[tuple[Tile, ...]]) -> None:
    """Games without stacks have nothing to write."""


@singledispatch
def store_stacks(plan: Layout, t: Tables, b: Bytes) -> tuple[tuple[Tile, ...], ...]:
    return ((),) * plan.game.seats


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


@load_stacks.register
def _(plan: WindowLayout, t: DisplayTables, b: Bytes, stacks: Sequence[tuple[Tile, ...]]) -> None:
    for seat, stack in enumerate(stacks):
        b[LEFT + seat] = len(stack)
        bottom = t.stacks + t.stack * (seat + 1)
        b[bottom - len(stack) : bottom] = [plan.number[tile] for tile in stack]


@store_stacks.register
def _(plan: WindowLayout, t: DisplayTables, b: Bytes) -> tuple[tuple[Tile, ...], ...]:
    bottoms = [t.stacks + t.stack * (seat + 1) for seat in range(plan.game.seats)]
    left = [b[bottom - int(b[LEFT + seat]) : bottom] for seat, bottom in enumerate(bottoms)]
    return tuple(tuple(plan.kinds[kind] for kind in stack.tolist()) for stack in left)


def _mask(words: Words) -> int:
    return sum(int(word) << (64 * place) for place, word in enumerate(words))


def _bits(words: Words) -> Ints:
    """The numbers of the bits that are set."""
    raw = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.flatnonzero(np.unpackbits(raw, bitorder="little"))
