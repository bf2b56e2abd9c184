"""Compiled code on disk, in the user's cache folder: one folder per family and state of the sources.

Numba's own cache looks at one file only; here a change in anything that is compiled makes a new folder. Numba
itself is imported only when something is compiled or loaded.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from axio.encoding.layout import GridLayout, layout
from axio.rules import Game

_HERE = Path(__file__).parent


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
    """What compiled code depends on: its sources, how they are linked and compiled, and the compiler."""
    digest = sha256(version("numba").encode())
    for source in (
        *sorted((_HERE.parent / "device").rglob("*.py")),
        _HERE / "link.py",
        _HERE / "families.py",
    ):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def family_of(game: Game) -> str:
    """The family a game is compiled with: dominoes on grids, or tiles on displays."""
    return "grid" if isinstance(layout(game), GridLayout) else "display"


def family_folder(family: str) -> Path:
    return folder() / "kernel" / stamp() / family


def is_kept(family: str, name: str) -> bool:
    """Whether a function of a family was compiled before and is on disk."""
    return any(family_folder(family).glob(f"*.{name}-*.nbc"))


def keep(dispatcher: Any, family: str) -> Any:
    """Have a compiled function kept on disk and found again; where no folder can be written, in memory."""
    try:
        dispatcher._cache = _cache_class(family)(dispatcher.py_func)
        dispatcher._cache._impl.locator.ensure_cache_path()
    except OSError:
        dispatcher._cache.disable()
    return dispatcher


@cache
def _cache_class(family: str) -> Any:
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

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
