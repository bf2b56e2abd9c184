"""One scalar source, compiled as asked: the factory that takes a compiler.

The functions of a family are plain module-level functions that call each other by name. Linking copies them
into one namespace, compiled there, so that each name means the compiled function, and board or supply is the
family's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

Compiler: TypeAlias = Callable[[Callable[..., Any]], Any]


def link(modules: Iterable[ModuleType], compiler: Compiler, intrinsics: Mapping[str, Any]) -> dict[str, Any]:
    """Every function of these modules compiled, with its constants; `intrinsics` replace some of them."""
    space: dict[str, Any] = {}
    sources: dict[str, FunctionType] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                if name in sources:
                    raise ValueError(f"{name} of {module.__name__} is also in {sources[name].__module__}")
                sources[name] = value
            elif not isinstance(value, FunctionType) and not name.startswith("__"):
                if name in space and space[name] is not value and space[name] != value:
                    raise ValueError(f"{name} of {module.__name__} has another value elsewhere")
                space[name] = value
    for name, source in sources.items():
        space[name] = intrinsics.get(name) or compiler(relocate(source, space))
    return space


def relocate(source: Callable[..., Any], space: dict[str, Any]) -> FunctionType:
    """The same function looking its names up in another namespace."""
    assert isinstance(source, FunctionType)
    copy = FunctionType(source.__code__, space, source.__name__, source.__defaults__)
    copy.__module__ = source.__module__
    copy.__qualname__ = source.__qualname__
    return copy
