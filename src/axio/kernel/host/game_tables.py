"""Tables of a domino game, made from the rules' own grid."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_

import numpy as np

from axio.encoding.layout import GridLayout, WindowLayout
from axio.encoding.planes import plane_names
from axio.kernel.device.shared.row import BAG, BAG_SIZE, OUTSIDE, Bytes, Shorts, Words
from axio.kernel.device.shared.tables import DisplayTables, GridTables
from axio.rules.board import DominoBoard
from axio.rules.cells import Cell
from axio.rules.display import CIRCLES
from axio.rules.grid import Grid
from axio.rules.rota import OPENING, STACK
from axio.rules.tiles import EMPTY


def grid_tables(plan: GridLayout) -> GridTables:
    game, grid = plan.game, plan.grid
    assert isinstance(game.board, DominoBoard)
    rim = Rim(grid)
    spot_words, bag_words = -(-plan.spots // 64), -(-len(plan.kinds) // 8)
    open_ = BAG + bag_words
    raised = 8 * (open_ + 2 * spot_words)
    marks = raised + game.board.stock
    row_words = -(-(marks + rim.size) // 8)
    totals = np.array([Counter(game.tiles)[kind] for kind in plan.kinds], np.uint8)
    colours = [[game.colours.index(mark) for mark in kind] for kind in plan.kinds]
    tables = GridTables(
        seats=game.seats,
        colours=len(game.colours),
        kinds=len(plan.kinds),
        rack=game.supply.rack,
        first_stop=game.stops[0],
        end=game.end,
        bonus=game.bonus,
        exchanges=game.supply.exchanges,
        pyramids=game.board.stock,
        bag_words=bag_words,
        row_words=row_words,
        spots=plan.spots,
        spot_words=spot_words,
        cells=len(grid.cells),
        exchange=plan.exchange,
        open=open_,
        laid=open_ + spot_words,
        raised=raised,
        marks=marks,
        plane=plan.shape[0] * plan.shape[1],
        fresh=np.zeros(row_words, np.uint64),
        totals=totals,
        steps=np.array([rim.step(way) for way in grid.directions], np.int64),
        ends=np.array([rim.at(cell) for spot in grid.spots for cell in spot.cells], np.uint16),
        closed=np.concatenate([mask_words(~apart, spot_words) for apart in grid.apart]),
        first=first_tile_words(grid, spot_words),
        claims=np.array([sum(1 << printed_bit(grid, n) for n in s.printed) for s in grid.spots], np.uint8),
        kind_of=pair_kinds(plan),
        pair=np.array(colours, np.uint16).reshape(-1),
        beside=rim.beside(),
        board=np.array([rim.at(cell) for cell in grid.cells], np.uint16),
        plane_at=np.array([(c.column - 1) * plan.shape[1] + c.row - 1 for c in grid.cells], np.uint16),
        blank=_blank_planes(plan),
    )
    _fill_fresh(tables, grid, game.colours, rim)
    return tables


class Rim:
    """Cell numbers with a rim: column × stride + row; the rows' rims are shared by neighbouring columns."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.stride = max(cell.row for cell in grid.cells) + 1
        self.size = self.at(Cell(max(cell.column for cell in grid.cells) + 1, self.stride)) + 1

    def at(self, cell: Cell) -> int:
        return cell.column * self.stride + cell.row

    def step(self, way: tuple[int, int]) -> int:
        return way[0] * self.stride + way[1]

    def beside(self) -> Shorts:
        """Six cells at most lie at a spot's sides on squares, where pyramids need them; more on hexagons."""
        table = np.zeros((len(self.grid.spots), 6), np.uint16)
        for spot in self.grid.spots:
            near = [self.at(self.grid.cells[number]) for number in spot.beside][:6]
            table[spot.number, : len(near)] = near
        return table.reshape(-1)


def mask_words(mask: int, words: int) -> Words:
    """A set of numbers, the bits of one integer, cut into words."""
    return np.array([mask >> (64 * word) & (2**64 - 1) for word in range(words)], np.uint64)


def printed_bit(grid: Grid, number: int) -> int:
    """Which bit stands for the printed space of that cell number."""
    return sorted(map(grid.number.__getitem__, grid.printed)).index(number)


def first_tile_words(grid: Grid, words: int) -> Words:
    """Per set of claimed printed spaces the spots beside a printed space, and beside none of these."""
    touching = [grid.touching[number] for number in sorted(grid.touching)]
    opening = reduce(or_, touching)
    sets = []
    for claimed in range(1 << len(touching)):
        closed = reduce(or_, (mask for bit, mask in enumerate(touching) if claimed >> bit & 1), 0)
        sets.append(mask_words(opening & ~closed, words))
    return np.concatenate(sets)


def pair_kinds(plan: GridLayout) -> Shorts:
    colours = plan.game.colours
    either = {(kind[i], kind[1 - i]): number for number, kind in enumerate(plan.kinds) for i in (0, 1)}
    return np.array([either[a, b] for a in colours for b in colours], np.uint16)


def _blank_planes(plan: GridLayout) -> Bytes:
    """The planes of a board, with only the last of them filled: the printed spaces."""
    planes = np.zeros((len(plane_names(plan)), *plan.shape), np.uint8)
    for cell in plan.grid.printed:
        planes[-1, cell.column - 1, cell.row - 1] = 1
    return planes.reshape(-1)


def _fill_fresh(tables: GridTables, grid: Grid, colours: str, rim: Rim) -> None:
    words, row = tables.fresh, tables.fresh.view(np.uint8)
    fill_bag(row, tables.totals)
    words[tables.open : tables.laid] = mask_words((1 << tables.spots) - 1, tables.spot_words)
    row[tables.marks : tables.marks + rim.size] = OUTSIDE
    row[tables.marks + tables.board] = 0
    for cell, colour in grid.printed.items():
        row[tables.marks + rim.at(cell)] = 1 + colours.index(colour)


def fill_bag(row: Bytes, counts: Bytes) -> None:
    """The bag of a row, from the number of tiles of each kind."""
    row[8 * BAG : 8 * BAG + counts.size] = counts
    row[BAG_SIZE] = counts.sum()


# Sides, then diagonals; the opposite of a side is 3 - it, that of a diagonal 11 - it.
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))


def display_tables(plan: WindowLayout) -> DisplayTables:
    game = plan.game
    bag_words = -(-len(plan.kinds) // 8)
    seen = BAG + bag_words
    most_tiles = plan.most_tiles
    stacks = 8 * (seen + plan.edge)
    tiles = stacks + STACK * game.seats
    edges = tiles + 4 * most_tiles
    torus = edges + 2 * plan.edge
    around = 1 << (most_tiles + 1).bit_length()  # the longest line of tiles and the edge at both its ends
    marks = game.colours + EMPTY
    tables = DisplayTables(
        seats=game.seats,
        colours=len(game.colours),
        kinds=len(plan.kinds),
        rack=game.supply.rack,
        first_stop=game.stops[0],
        end=game.end,
        bonus=game.bonus,
        exchanges=False,
        stack=STACK,
        bag_words=bag_words,
        row_words=-(-(torus + around**2) // 8),
        side=plan.side,
        exchange=plan.actions,
        stacks=stacks,
        tiles=tiles,
        edges=edges,
        seen=seen,
        torus=torus,
        around=around,
        plane=plan.side**2,
        fresh=np.zeros(-(-(torus + around**2) // 8), np.uint64),
        totals=np.array([Counter(game.tiles)[kind] for kind in plan.kinds], np.uint8),
        corners=np.array([marks.index(mark) for kind in plan.kinds for mark in kind], np.uint16),
        offsets=np.array(WAYS, np.int64).reshape(-1),
        meets=np.array([_meeting(way) for way in WAYS], np.int64).reshape(-1),
        opening=np.array([(c - plan.low, r - plan.low, corner) for (c, r), corner in OPENING]).reshape(-1),
    )
    fill_bag(tables.fresh.view(np.uint8), tables.totals)
    return tables


def _meeting(way: tuple[int, int]) -> list[int]:
    """Corners of a square and of the tile in that direction that meet, as pairs; -1 for none."""
    pairs = [
        number
        for corner, circle in enumerate(CIRCLES)
        for step, other in circle
        if step == way
        for number in (corner, other)
    ]
    return [*pairs, -1, -1][:4]
