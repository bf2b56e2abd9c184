"""Where a batch lives: the CPU's memory and threads, or a GPU's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, Protocol

import numba
import numpy as np
import numpy.typing as npt

from axio.kernel.device.shared.tables import Tables
from axio.rules import Malformed

from .cache import is_kept
from .plans import Plan
from .threads import spread


class Backend(Protocol):
    """Arrays that stay there, and the compiled functions that work on them."""

    mask_order: Literal["C", "F"]  # how masks lie: game by game, or word by word

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike, order: Literal["C", "F"] = "C") -> Any: ...
    def put(self, array: Any, dtype: npt.DTypeLike) -> Any: ...
    def fetch(self, array: Any) -> npt.NDArray[Any]: ...
    def write(self, array: Any, values: npt.NDArray[Any]) -> None: ...
    def tables(self, plan: Plan) -> Tables: ...
    def run(self, plan: Plan, name: str, count: int, args: Sequence[Any]) -> None: ...
    def prepare(self, plan: Plan, name: str, count: int, args: Sequence[Any]) -> Callable[[], None]:
        """A call bound to its arguments, which are looked at once and not at every call."""
        ...


class Cpu:
    """NumPy arrays and threads."""

    mask_order: Literal["C", "F"] = "C"

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads

    def zeros(
        self, shape: tuple[int, ...], dtype: npt.DTypeLike, order: Literal["C", "F"] = "C"
    ) -> npt.NDArray[Any]:
        return np.zeros(shape, dtype, order)

    def put(self, array: Any, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        return np.ascontiguousarray(array, dtype)

    def fetch(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def write(self, array: npt.NDArray[Any], values: npt.NDArray[Any]) -> None:
        array[...] = values

    def tables(self, plan: Plan) -> Tables:
        return plan.tables

    def run(self, plan: Plan, name: str, count: int, args: Sequence[Any]) -> None:
        spread(plan.run[name], count, tuple(args), self.threads)

    def prepare(self, plan: Plan, name: str, count: int, args: Sequence[Any]) -> Callable[[], None]:
        loop: Any = plan.run[name]
        types = tuple(numba.typeof(each) for each in (0, count, tuple(args)))  # type: ignore[no-untyped-call]
        if not is_kept(plan.family, name):
            told = f"axio: compiling {name.removesuffix('_game')} for games of the {plan.family} family"
            print(f"{told}, half a minute the first time", file=sys.stderr, flush=True)
        loop.compile(types)
        return partial(spread, loop.get_overload(types), count, tuple(args), self.threads)


def backend(device: str, threads: int | None) -> Backend:
    """The backend by name: `cpu` or `cuda`."""
    if device == "cpu":
        return Cpu(threads)
    if device == "cuda":
        from .cuda import Cuda  # an extra: only who asks for it needs numba-cuda

        return Cuda()
    raise Malformed(f"{device[:40]!r} is not a device: expected cpu or cuda")
