"""Packed masks as one byte an action, compiled: most words are empty, and only the others are looked at."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from axio.encoding import GridLayout
from axio.kernel.device.shared.intrinsics import lowest_bit

_ONE = np.uint64(1)
_lowest: Any = lowest_bit  # numba's types say nothing of how it is called


@numba.njit(cache=True, nogil=True)
def _unpack(words: Any, masks: Any, spots: int) -> None:
    """Every ordered pair of colours has its own whole words, then come exchange and keep; masks are zeros."""
    each = (spots + 63) // 64
    last = words.shape[1] - 1
    for game in range(words.shape[0]):
        for at in range(words.shape[1]):
            word, pair = words[game, at], at // each
            start = pair * spots + (at - pair * each) * 64
            if at == last:
                start = masks.shape[1] - 2
            while word:
                masks[game, start + _lowest(word)] = 1
                word &= word - _ONE


class Unpacker:
    """Unpacks the masks of a layout."""

    def __init__(self, layout: GridLayout) -> None:
        self._spots, self._actions = layout.spots, layout.actions
        types = tuple(map(numba.typeof, (np.zeros((1, 1), np.uint64), np.zeros((1, 1), np.int8), 1)))
        _unpack.compile(types)
        self._call = _unpack.get_overload(types)  # found by its types once: looking them up takes longer

    def __call__(self, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.int8]:
        masks = np.zeros((len(words), self._actions), np.int8)
        self._call(words, masks, self._spots)
        return masks
