"""The same source compiled for an NVIDIA GPU, one thread a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

# numba-cuda 0.30 asks for names NumPy 2.5 no longer has. This is the one place that gives them back.
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))

from axio.kernel.device.shared.tables import Tables  # noqa: E402

from .families import modules_of  # noqa: E402
from .link import link, relocate  # noqa: E402
from .plans import Plan  # noqa: E402

cuda: Any = import_module("numba.cuda")

OPTIONS: dict[str, Any] = {"max_registers": 64}  # more games at once pay better than more registers each


def _count_bits(x: Any) -> Any:
    return cuda.popc(x)


def _lowest_bit(x: Any) -> Any:
    return cuda.ffs(x) - 1


def rows(count: Any, args: Any) -> None:
    """One thread's share; `one` is set where it is linked."""
    g = cuda.grid(1)
    if g < count:
        one(g, *args)  # type: ignore[name-defined]  # noqa: F821


@cache
def compiled(family: str) -> dict[str, Any]:
    """A family's functions as kernels: `f[blocks, threads](count, args)`."""
    device: Callable[..., Any] = cuda.jit(device=True, forceinline=True)
    intrinsics = {"count_bits": device(_count_bits), "lowest_bit": device(_lowest_bit)}
    space = link(modules_of(family), device, intrinsics)
    kernels = {}
    for name in list(space):
        if name.endswith("_game"):
            kernel = relocate(rows, {**space, "one": space[name], "cuda": cuda})
            kernel.__name__ = kernel.__qualname__ = name
            kernels[name] = cuda.jit(kernel, **OPTIONS)
    return kernels


class Cuda:
    """Device arrays (they speak the CUDA array interface) and kernels."""

    mask_order: Literal["C", "F"] = "F"  # so neighbouring threads write neighbouring words

    def __init__(self, block: int = 128) -> None:
        self.block = block  # threads

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike, order: Literal["C", "F"] = "C") -> Any:
        return cuda.to_device(np.zeros(shape, dtype, order))

    def put(self, array: Any, dtype: npt.DTypeLike) -> Any:
        if hasattr(array, "__cuda_array_interface__"):
            return cuda.as_cuda_array(array)
        return cuda.to_device(np.ascontiguousarray(array, dtype))

    def fetch(self, array: Any) -> npt.NDArray[Any]:
        copied: npt.NDArray[Any] = array.copy_to_host()
        return copied

    def write(self, array: Any, values: npt.NDArray[Any]) -> None:
        array.copy_to_device(np.ascontiguousarray(values))

    def tables(self, plan: Plan) -> Tables:
        fields: list[Any] = [cuda.to_device(x) if isinstance(x, np.ndarray) else x for x in plan.tables]
        return type(plan.tables)(*fields)

    def run(self, plan: Plan, name: str, count: int, args: Sequence[Any]) -> None:
        blocks = -(-count // self.block)
        compiled(plan.family)[name][blocks, self.block](count, tuple(args))

    def prepare(self, plan: Plan, name: str, count: int, args: Sequence[Any]) -> Callable[[], None]:
        blocks = -(-count // self.block)
        return partial(compiled(plan.family)[name][blocks, self.block], count, tuple(args))
