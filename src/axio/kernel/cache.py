"""Compiled code on disk, in the user's cache folder: one folder per family and state of the sources.

Numba's own cache looks at one file only; here a change anywhere in the kernel makes a new folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator


def folder() -> Path:
    """Where compiled code is kept: AXIO_CACHE, or the system's place for such things."""
    if named := os.environ.get("AXIO_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "axio" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "axio"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "axio"


@cache
def stamp() -> str:
    """What the compiled code depends on: every source here, and the compiler."""
    digest = sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def keep(dispatcher: Any, family: str) -> Any:
    """Have a compiled function kept on disk and found again; where no folder can be written, in memory."""
    try:
        dispatcher._cache = _cache_class(family)(dispatcher.py_func)
        dispatcher._cache._impl.locator.ensure_cache_path()
    except OSError:
        dispatcher._cache.disable()
    return dispatcher


@cache
def _cache_class(family: str) -> type[FunctionCache]:
    class Locator(_CacheLocator):
        def get_cache_path(self) -> str:
            return str(folder() / "kernel" / stamp() / family)

        def get_source_stamp(self) -> str:
            return stamp()

        def get_disambiguator(self) -> str:
            return family

        @classmethod
        def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Locator:
            return cls()

    class Impl(CompileResultCacheImpl):
        _locator_classes: list[Any] = [Locator]  # noqa: RUF012  # numba's own name and shape

    class Cache(FunctionCache):
        _impl_class = Impl

    return Cache
