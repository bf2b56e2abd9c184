"""Legal actions on a grid: their number, the n-th, the list, the packed mask, a mask of bytes.

They are a product: every different tile of the rack either way round, on every open spot.
"""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.bits import count_bits, nth_bit
from axio.kernel.device.shared.rng import below
from axio.kernel.device.shared.row import (
    ASKED,
    ENDING,
    HELD,
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
from axio.kernel.device.shared.tables import GridTables

from .board import open_word

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_S32 = np.uint64(32)
_ALL = np.uint64(1) << np.uint64(63)  # a mask of bytes is 1 everywhere


def count_spots(b: Bytes, w: Words, t: GridTables) -> Int:
    """The number of spots open to the seat whose turn it is."""
    count = 0
    for word in range(t.spot_words):
        count += count_bits(open_word(b, w, t, b[SEAT], word))
    return count


def nth_spot(b: Bytes, w: Words, t: GridTables, n: Int) -> Int:
    for word in range(t.spot_words):
        free = open_word(b, w, t, b[SEAT], word)
        here = count_bits(free)
        if n < here:
            return 64 * word + nth_bit(free, n)
        n -= here
    return -1


def rack_pairs(b: Bytes, t: GridTables) -> np.uint64:
    """The ordered pairs of colours that the rack's tiles can show, as bits."""
    at = RACKS + RACK_STRIDE * np.int64(b[SEAT])
    pairs = _NONE
    for i in range(b[HELD + b[SEAT]]):
        one, two = t.pair[2 * b[at + i]], t.pair[2 * b[at + i] + 1]
        pairs |= _ONE << np.uint64(one * t.colours + two)
        pairs |= _ONE << np.uint64(two * t.colours + one)
    return pairs


def random_action(b: Bytes, w: Words, t: GridTables, word: np.uint64) -> Int:
    """A legal action, all equally likely."""
    if b[ASKED] > 0:
        return t.exchange + below(word, 2)
    pairs = rack_pairs(b, t)
    pair = nth_bit(pairs, below(word, count_bits(pairs)))
    spot = nth_spot(b, w, t, below(word << _S32, count_spots(b, w, t)))
    return pair * t.spots + spot


def legal_list(b: Bytes, w: Words, t: GridTables, found: Ints) -> Int:
    """The legal actions, ascending, into `found`; how many there are."""
    if b[ENDING] > 0:
        return 0
    if b[ASKED] > 0:
        found[0], found[1] = t.exchange, t.exchange + 1
        return 2
    count = 0
    pairs = rack_pairs(b, t)
    spots = count_spots(b, w, t)
    for n in range(count_bits(pairs)):
        base = nth_bit(pairs, n) * t.spots
        for i in range(spots):
            found[count] = base + nth_spot(b, w, t, i)
            count += 1
    return count


def legal_mask(b: Bytes, w: Words, t: GridTables, found: Words) -> None:
    """Write the packed mask (see axio.encoding.actions)."""
    last = t.colours * t.colours * t.spot_words
    placing = b[ENDING] == 0 and b[ASKED] == 0
    pairs = rack_pairs(b, t) if placing else _NONE
    for word in range(t.spot_words):
        free = open_word(b, w, t, b[SEAT], word)
        for pair in range(t.colours * t.colours):
            shows = (pairs >> np.uint64(pair)) & _ONE
            found[pair * t.spot_words + word] = free if shows else _NONE
    found[last] = np.uint64(3) if b[ENDING] == 0 and b[ASKED] > 0 else _NONE


def is_legal(b: Bytes, w: Words, t: GridTables, action: Int) -> Int:
    if b[ENDING] > 0 or action < 0 or action > t.exchange + 1:
        return False
    if b[ASKED] > 0 or action >= t.exchange:
        return b[ASKED] > 0 and action >= t.exchange
    pair = action // t.spots
    spot = action - pair * t.spots
    free = open_word(b, w, t, b[SEAT], spot >> 6) >> np.uint64(spot & 63)
    return ((rack_pairs(b, t) >> np.uint64(pair)) & free & _ONE) == _ONE


def sort_spots(b: Bytes, t: GridTables, keys: Shorts, order: Bytes) -> None:
    """The spots of a grid have fixed numbers."""


def chosen_action(b: Bytes, t: GridTables, order: Bytes, found: Numbers, count: Int, choice: Int) -> Int:
    """The action behind a choice, -1 where there is none."""
    if found.size == 0:
        return choice
    return np.int64(found[choice]) if 0 <= choice < count else np.int64(-1)


def write_mask(
    b: Bytes, w: Words, t: GridTables, order: Bytes, own: bool, masks: Bytes, shown: np.uint64
) -> np.uint64:
    """Write a mask of bytes over one that shows these pairs of colours: only what differs is touched.

    Returns the pairs it shows now. The mask of a game that is over is all 1.
    """
    last = t.colours * t.colours * t.spots
    if b[ENDING] > 0:
        fill_bytes(masks, 0, last + 2, 1)
        return _ALL
    if shown == _ALL:
        fill_bytes(masks, 0, last, 0)
        shown = _NONE
    asked = own and b[ASKED] > 0
    masks[last], masks[last + 1] = asked, asked
    pairs = rack_pairs(b, t) if own and not asked else _NONE
    model: Int = -1  # where the open spots are written already
    for pair in range(t.colours * t.colours):
        at = pair * t.spots
        if (pairs >> np.uint64(pair)) & _ONE:
            if model < 0:
                model = at
                unpack_spots(b, w, t, masks, at)
            else:
                copy_bytes(masks, at, model, t.spots)
        elif (shown >> np.uint64(pair)) & _ONE:
            fill_bytes(masks, at, t.spots, 0)
    return pairs


def fill_bytes(masks: Bytes, at: Int, count: Int, value: Int) -> None:
    for i in range(at, at + count):
        masks[i] = value


def copy_bytes(masks: Bytes, to: Int, start: Int, count: Int) -> None:
    for i in range(count):
        masks[to + i] = masks[start + i]


def unpack_spots(b: Bytes, w: Words, t: GridTables, masks: Bytes, at: Int) -> None:
    """Write the open spots, a byte each."""
    for word in range(t.spot_words):
        free = open_word(b, w, t, b[SEAT], word)
        start = 64 * word
        for i in range(min(64, t.spots - start)):
            masks[at + start + i] = (free >> np.uint64(i)) & _ONE
