"""Legal actions on a display: the held tile turned every way on every edge square, and the names it needs."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.bits import count_bits
from axio.kernel.device.shared.rng import below
from axio.kernel.device.shared.row import (
    EDGES,
    ENDING,
    RACK_STRIDE,
    RACKS,
    SEAT,
    Bytes,
    Int,
    Ints,
    Numbers,
    Shorts,
    Words,
)
from axio.kernel.device.shared.tables import DisplayTables

from .board import edge_of, has_company, mark_at

_FOUR_BITS = np.uint64(15)
_ALL = np.uint64(1) << np.uint64(63)
_OUTSIDE = 0xFFFF  # the key of an edge square beyond the window, where no tile can come any more


def held_kind(b: Bytes) -> Int:
    return np.int64(b[RACKS + RACK_STRIDE * np.int64(b[SEAT])])


def blank_corner(t: DisplayTables, kind: Int, turn: Int) -> Int:
    """Where a tile so turned has its empty corner; -1 if it has none."""
    for corner in range(4):
        if mark_at(t, kind, turn, corner) == t.colours:
            return corner
    return -1


def names(t: DisplayTables, seen: np.uint64, kind: Int, turn: Int) -> Int:
    """Whether a colour must be named."""
    blank = blank_corner(t, kind, turn)
    return blank >= 0 and has_company(t, seen, blank)


def numbered(b: Bytes, t: DisplayTables, edge: Int, turn: Int, name: Int) -> Int:
    """The number of an action."""
    column, row = np.int64(b[t.edges + 2 * edge]) - 1, np.int64(b[t.edges + 2 * edge + 1]) - 1
    return ((column * t.side + row) * 4 + turn) * (t.colours + 1) + name


def ways_on(t: DisplayTables, seen: np.uint64, kind: Int) -> Int:
    """How many actions there are on one edge square: the empty corner comes to each of its four once."""
    if blank_corner(t, kind, 0) < 0:
        return 4
    return 4 + (t.colours - 1) * count_bits((seen >> np.uint64(8 * t.colours)) & _FOUR_BITS)


def random_action(b: Bytes, w: Words, t: DisplayTables, word: np.uint64) -> Int:
    """A legal action, all equally likely."""
    kind = held_kind(b)
    total = 0
    for edge in range(np.int64(b[EDGES])):
        total += ways_on(t, w[t.seen + edge], kind)
    n = below(word, total)
    edge = 0
    while n >= ways_on(t, w[t.seen + edge], kind):
        n -= ways_on(t, w[t.seen + edge], kind)
        edge += 1
    turn = 0
    while True:
        here = t.colours if names(t, w[t.seen + edge], kind, turn) else 1
        if n < here:
            return numbered(b, t, edge, turn, n + 1 if here > 1 else 0)
        n -= here
        turn += 1


def legal_list(b: Bytes, w: Words, t: DisplayTables, found: Ints) -> Int:
    """The legal actions into `found`; how many there are."""
    if b[ENDING] > 0:
        return 0
    kind = held_kind(b)
    count = 0
    for edge in range(np.int64(b[EDGES])):
        for turn in range(4):
            naming = names(t, w[t.seen + edge], kind, turn)
            for name in range(1 if naming else 0, t.colours + 1 if naming else 1):
                found[count] = numbered(b, t, edge, turn, name)
                count += 1
    return count


def legal_mask(b: Bytes, w: Words, t: DisplayTables, found: Words) -> None:
    """A mask over so many actions would be absurd: there is only the list."""


def is_legal(b: Bytes, w: Words, t: DisplayTables, action: Int) -> Int:
    if b[ENDING] > 0 or action < 0 or action >= t.exchange:
        return False
    edge = edge_of(b, t, action)
    if edge < 0:
        return False
    named = action % (t.colours + 1) > 0
    return names(t, w[t.seen + edge], held_kind(b), (action // (t.colours + 1)) & 3) == named


def sort_spots(b: Bytes, t: DisplayTables, keys: Shorts, order: Bytes) -> None:
    """Write the edge squares in order of column and row, and in the last place how many there are."""
    count = np.int64(b[EDGES])
    inside = 0
    for i in range(count):
        column, row = np.int64(b[t.edges + 2 * i]), np.int64(b[t.edges + 2 * i + 1])
        keys[i] = _OUTSIDE
        if 0 < column <= t.side and 0 < row <= t.side:
            keys[i] = 256 * column + row
            inside += 1
    for i in range(count):
        before = 0
        for j in range(count):
            before += keys[j] < keys[i]
        if keys[i] != _OUTSIDE:
            order[before] = i
    order[order.size - 1] = inside


def chosen_action(b: Bytes, t: DisplayTables, order: Bytes, found: Numbers, count: Int, choice: Int) -> Int:
    """The action behind a choice, -1 where there is none."""
    if choice < 0:
        return np.int64(-1)
    if found.size > 0:
        return np.int64(found[choice]) if choice < count else np.int64(-1)
    ways = t.colours + 1
    spot = choice // (4 * ways)
    if spot >= order[order.size - 1]:
        return np.int64(-1)
    return numbered(b, t, np.int64(order[spot]), (choice // ways) & 3, choice % ways)


def write_mask(
    b: Bytes, w: Words, t: DisplayTables, order: Bytes, own: bool, masks: Bytes, shown: np.uint64
) -> np.uint64:
    """Write a mask of bytes over one that shows so many spots. Returns how many it shows now.

    A spot has a byte for each turn and name. The mask of a game that is over is all 1.
    """
    if b[ENDING] > 0:
        for i in range(masks.size):
            masks[i] = 1
        return _ALL
    ways = t.colours + 1
    count = np.int64(order[order.size - 1]) if own else np.int64(0)
    before = masks.size if shown == _ALL else 4 * ways * np.int64(shown)
    blank = blank_corner(t, held_kind(b), 0)
    for spot in range(count):
        seen = w[t.seen + order[spot]]
        for turn in range(4):
            naming = blank >= 0 and has_company(t, seen, (blank - turn) & 3)
            at = ways * (4 * spot + turn)
            masks[at] = 0 if naming else 1
            for name in range(1, ways):
                masks[at + name] = 1 if naming else 0
    for i in range(4 * ways * count, before):
        masks[i] = 0
    return np.uint64(count)
