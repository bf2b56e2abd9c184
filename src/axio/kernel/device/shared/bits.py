"""Bits of 64-bit words. For the first two functions `link` puts an instruction of the CPU in place."""

from __future__ import annotations

import numpy as np

from .row import Int

_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTE = np.uint64(0xFF)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_TOP = np.uint64(56)
_NONE = np.uint64(0)


def count_bits(x: np.uint64) -> Int:
    """How many bits are set."""
    return int(x).bit_count()


def lowest_bit(x: np.uint64) -> Int:
    """The number of the lowest set bit; there must be one."""
    return (int(x) & -int(x)).bit_length() - 1


def find_byte(sums: np.uint64, r: Int) -> Int:
    """The first byte of rising sums (all under 128) that is more than r."""
    over = ((sums | _HIGH) - np.uint64(r + 1) * _ONES) & _HIGH
    return lowest_bit(over) >> 3


def nth_bit(x: np.uint64, n: Int) -> Int:
    """The number of the n-th set bit (from 0); there must be one."""
    counts = x - ((x >> _ONE) & _PAIRS)
    counts = (counts & _FOURS) + ((counts >> _TWO) & _FOURS)
    counts = (counts + (counts >> _FOUR)) & _NIBBLES
    sums = counts * _ONES
    byte = find_byte(sums, n)
    if byte > 0:
        n -= np.int64((sums >> np.uint64(8 * byte - 8)) & _BYTE)
    rest = (x >> np.uint64(8 * byte)) & _BYTE
    for _ in range(n):
        rest &= rest - _ONE
    return 8 * byte + lowest_bit(rest)
