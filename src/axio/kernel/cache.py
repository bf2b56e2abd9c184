"""Compiled code on disk, in the user's cache folder: one folder per family and state of the sources.

Numba's own cache looks at one file only; here a change anywhere in the kernel makes a new folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from .compiled import family_folder, stamp


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
            return str(family_folder(family))

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
