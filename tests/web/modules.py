"""The modules the browser runs, and who imports what, read from their import statements."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

import axio

WEB = Path(axio.__file__).parent / "web"
MODULES = sorted(
    path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js") if path.parent.name != "generated"
)

_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_STATIC = re.compile(r'^(?:import|export)\b([^;"]*?)\bfrom "(\.[^"]+)"', re.MULTILINE)
_DYNAMIC = re.compile(r'\(await import\("(\.[^"]+)"\)\)\.(\w+)')
_TYPE = re.compile(r'import\("(\.[^"]+)"\)\.(\w+)')
_EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


def text(module: str) -> str:
    return (WEB / module).read_text(encoding="utf-8")


def code(module: str) -> str:
    """Without comments, and so without types."""
    return _COMMENT.sub("", text(module))


def _resolved(module: str, target: str) -> str:
    return normpath(join(dirname(module), target))


def imported_names(module: str) -> dict[str, set[str]]:
    """What a module takes from which others, when it starts or later; what it only passes on included."""
    found: dict[str, set[str]] = {}
    for names, target in _STATIC.findall(code(module)):
        taken = {each.split(" as ")[0].strip() for each in names.strip(" {}\n").split(",")} - {""}
        found.setdefault(_resolved(module, target), set()).update(taken)
    for target, name in _DYNAMIC.findall(code(module)):
        found.setdefault(_resolved(module, target), set()).add(name)
    return found


def imports(module: str) -> set[str]:
    return set(imported_names(module))


def started(first: str) -> set[str]:
    """A module and all it cannot start without."""
    found, waiting = {first}, [first]
    while waiting:
        module = waiting.pop()
        others = {_resolved(module, target) for _, target in _STATIC.findall(code(module))} - found
        found |= others
        waiting += others
    return found


def referred(module: str) -> dict[str, set[str]]:
    """What a module takes from which others, types included."""
    found = imported_names(module)
    for target, name in _TYPE.findall(text(module)):
        found.setdefault(_resolved(module, target), set()).add(name)
    return found


def exported(module: str) -> set[str]:
    return set(_EXPORT.findall(code(module)))
