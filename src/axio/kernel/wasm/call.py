"""How a function of a module is called: its arguments, one after the other, as 64-bit numbers in a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import mul
from typing import TypeAlias

OWN = 2  # slots at the front, for the compiler: where it would put a result, and an exception


@dataclass(frozen=True, slots=True)
class Array:
    """Where an array lies in a module's memory: its address, the bytes of an item, its axes."""

    address: int
    item: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """In bytes."""
        return self.item * prod(self.shape)


Argument: TypeAlias = "int | Array | tuple[Argument, ...]"


def block(low: int, high: int, args: Iterable[Argument]) -> list[int]:
    """The slots for games `low` to `high`."""
    return [*[0] * OWN, low, high, *(slot for each in args for slot in _slots(each))]


def _slots(argument: Argument) -> Iterator[int]:
    if isinstance(argument, Array):
        count = prod(argument.shape)
        strides = list(accumulate(reversed(argument.shape[1:]), mul, initial=argument.item))
        yield from (0, 0, count, argument.item, argument.address, *argument.shape, *reversed(strides))
    elif isinstance(argument, tuple):
        for each in argument:
            yield from _slots(each)
    else:
        yield int(argument)
