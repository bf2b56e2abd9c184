"""Sets of numbered things as the bits of one integer: cheap to copy, to cut, and to count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import TypeVar

Item = TypeVar("Item")

_TO_FLAGS = bytes(byte == ord("1") for byte in range(256))


def mask_of(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def picked(items: Sequence[Item], mask: int) -> Iterator[Item]:
    """The items whose numbers are in the mask, in order."""
    digits = f"{mask:b}"[::-1]  # the lowest bit first
    return compress(items, digits.encode().translate(_TO_FLAGS))


def nth(mask: int, index: int) -> int:
    """The number that comes at `index` (from 0) among those in the mask: halved until one bit is left."""
    number, width = 0, 1 << (mask.bit_length() - 1).bit_length()
    while width > 1:
        width >>= 1
        lower = mask & ((1 << width) - 1)
        if index < (below := lower.bit_count()):
            mask = lower
        else:
            mask >>= width
            index -= below
            number += width
    return number
