"""A game at its number of seats as numbers and arrays: all that compiled code knows of it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .row import Bytes, Features, Ints, Numbers, Shorts, Words


class GridTables(NamedTuple):
    """Dominoes on a grid of cells. Cells are numbered column by column with a rim of OUTSIDE around them,
    so that going one cell in a direction adds a fixed number, on squares and on hexagons alike."""

    seats: int
    colours: int
    kinds: int
    rack: int
    first_stop: int
    end: int
    bonus: bool
    exchanges: bool
    pyramids: int  # in the box
    bag_words: int
    row_words: int
    spots: int
    spot_words: int
    cells: int  # of the board, the rim not counted
    exchange: int  # the action; keep is the next
    open: int  # word: one bit a spot where a tile can lie
    laid: int  # word: one bit a spot where a tile lies
    raised: int  # byte: cells of the pyramids, the oldest first
    marks: int  # byte: what each cell shows
    plane: int  # cells in a plane
    fresh: Words  # the row before the deal
    totals: Bytes  # of each kind, in the whole game
    steps: Ints  # one a direction
    ends: Shorts  # two cells a spot
    closed: Words  # per spot, the spots a tile on it closes
    first: Words  # per set of claimed printed spaces, the spots for a first tile
    claims: Bytes  # per spot, the printed spaces at its sides, as bits
    kind_of: Shorts  # of an ordered pair of colours
    pair: Shorts  # two colours a kind
    beside: Shorts  # per spot, six cells at its sides in order, or 0 (which is OUTSIDE)
    board: Shorts  # the numbers of all cells
    plane_at: Shorts  # where each of them lies in a plane
    blank: Bytes  # the planes of a board without cells: printed spaces only


class DisplayTables(NamedTuple):
    """Square tiles on a display that grows. A torus of bytes says which tile or edge square lies at a cell:
    a display of so few tiles cannot reach around it."""

    seats: int
    colours: int
    kinds: int
    rack: int
    first_stop: int
    end: int
    bonus: bool
    exchanges: bool
    stack: int
    bag_words: int
    row_words: int
    side: int  # of the window
    exchange: int  # an action beyond all others: it is never offered
    stacks: int  # byte: `stack` tile kinds a seat, the top first
    tiles: int  # byte: column, row, kind and turn of each tile
    edges: int  # byte: column and row of each edge square
    seen: int  # word: what each edge square's corners see
    torus: int  # byte
    around: int  # the torus's side, a power of two
    plane: int
    fresh: Words
    totals: Bytes
    corners: Shorts  # four marks a kind; the empty one is `colours`
    offsets: Ints  # eight steps of column and row, the sides first
    meets: Ints  # per step, corners here and there that meet: two pairs, or -1
    opening: Ints  # column, row and the corner that faces the centre, in the order drawn


Tables: TypeAlias = GridTables | DisplayTables


class Shown(NamedTuple):
    """Where an environment's games are shown, a row a game. What nobody asked for has rows of width 0."""

    viewers: Ints  # the seat that looks, or MOVER
    listed: bool  # a display's boards are lists of tiles and spots, not planes
    boards: Bytes
    vectors: Bytes
    masks: Bytes  # one byte a choice
    packed: Words  # one bit an action
    shown: Words  # what the masks hold now: pairs of colours as bits, or how many spots or moves
    counts: Ints  # of listed moves
    found: Numbers  # the actions behind them
    moves: Features
    keys: Shorts  # a display's edge squares: a number that sorts them
    order: Bytes  # and the squares in that order
    point_maps: Bytes
    draft_bytes: Bytes  # the same memory as the next
    draft_words: Words
