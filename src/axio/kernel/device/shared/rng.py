"""Random numbers: a counter-based generator, and tiles drawn with it or replayed from a list.

Draw k of a game depends on its key and k alone, so games that differ only in the moves draw the same tiles.
Random choices of a policy are another stream of the same key, counted by plies.
"""

from __future__ import annotations

import numpy as np

from .bits import find_byte
from .row import BAG, BAG_SIZE, DRAWN, KEY, PLIES, Bytes, Int, Kinds, Words
from .tables import Tables

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_CHOICE = np.uint64(0xD1B54A32D192ED03)
_MARK = np.uint64(int.from_bytes(b"splitmix", "little"))  # as rules/draws.py marks such a key
_ONES = np.uint64(0x0101010101010101)
_ONE = np.uint64(1)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)
_TOP = np.uint64(56)


def mix(x: np.uint64) -> np.uint64:
    """A word that looks random, one for each x (the finaliser of SplitMix64)."""
    x = (x ^ (x >> _S30)) * _FIRST
    x = (x ^ (x >> _S27)) * _SECOND
    return x ^ (x >> _S31)


def below(x: np.uint64, n: Int) -> Int:
    """A number from 0 to n - 1 out of a random word's upper half."""
    return np.int64(((x >> _S32) * np.uint64(n)) >> _S32)


def choice_word(w: Words) -> np.uint64:
    """The random word for the choice at this ply."""
    return mix((w[KEY] ^ _CHOICE) + _GOLDEN * (w[PLIES] + _ONE))


def next_key(w: Words) -> None:
    """The key of the game after this one, in a batch that deals again: the next number of the same seed."""
    w[KEY + 1] += _ONE
    set_key(w)


def set_key(w: Words) -> None:
    """The key of game KEY + 1 of the seed KEY + 2 (see rules/draws.py)."""
    w[KEY] = mix(mix(w[KEY + 2]) + _GOLDEN * (w[KEY + 1] + _ONE))
    w[KEY + 3] = _MARK


def take_from_bag(b: Bytes, w: Words, kind: Int) -> None:
    w[BAG + (kind >> 3)] -= _ONE << np.uint64(8 * (kind & 7))
    b[BAG_SIZE] -= 1


def put_in_bag(b: Bytes, w: Words, kind: Int) -> None:
    w[BAG + (kind >> 3)] += _ONE << np.uint64(8 * (kind & 7))
    b[BAG_SIZE] += 1


def nth_in_bag(w: Words, t: Tables, r: Int) -> Int:
    """The kind of the r-th tile of the bag, listed in canonical order."""
    for word in range(t.bag_words):
        sums = w[BAG + word] * _ONES
        total = np.int64(sums >> _TOP)
        if r < total:
            return 8 * word + find_byte(sums, r)
        r -= total
    return -1


def draw_tile(b: Bytes, w: Words, t: Tables, feed: Kinds) -> Int:
    """Take a tile out of the bag: the feed's entry for this draw where it has one, else one at random."""
    number = np.int64(w[DRAWN])
    w[DRAWN] += _ONE
    kind = np.int64(-1)
    if number < feed.size:
        kind = np.int64(feed[number])
    if kind < 0:
        kind = nth_in_bag(w, t, below(mix(w[KEY] + _GOLDEN * np.uint64(number + 1)), b[BAG_SIZE]))
    take_from_bag(b, w, kind)
    return kind
