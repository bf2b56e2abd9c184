"""NumPy arrays laid out as a module's memory, and the blocks its functions are called with."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import numpy as np
import numpy.typing as npt

from axio.kernel.wasm.call import Argument, Array, block

BASE = 2 << 20  # above all that the module has of its own


class Image:
    """Memory from BASE on. Views of an array that is there already share its place."""

    def __init__(self) -> None:
        self.places: dict[int, Array] = {}
        self.arrays: list[tuple[int, npt.NDArray[Any]]] = []
        self.end = BASE

    def place(self, array: npt.NDArray[Any]) -> Array:
        """Where an array lies."""
        start = array.__array_interface__["data"][0]
        if start not in self.places or not array.size:
            self.places[start] = Array(self.end, array.itemsize, array.shape)
            self.arrays.append((self.end, array))
            self.end += -(-max(array.nbytes, 1) // 16) * 16
        return Array(self.places[start].address, array.itemsize, array.shape)

    def argument(self, value: Any) -> Argument:
        if isinstance(value, np.ndarray):
            return self.place(value)
        return tuple(map(self.argument, value)) if isinstance(value, tuple) else int(value)

    def call(self, high: int, args: tuple[Any, ...]) -> int:
        """The address of a block for games 0 to `high`."""
        slots = np.array(block(0, high, map(self.argument, args)), np.int64)
        return self.place(slots).address

    def text(self) -> str:
        memory = bytearray(self.end - BASE)
        for at, array in self.arrays:
            memory[at - BASE : at - BASE + array.nbytes] = array.tobytes()
        return b64encode(memory).decode()

    def read(self, text: str, like: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What an array has become."""
        memory, at = b64decode(text), self.place(like).address - BASE
        return np.frombuffer(memory[at : at + like.nbytes], like.dtype).reshape(like.shape)
