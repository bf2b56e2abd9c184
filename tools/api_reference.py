"""The API reference: every name in an `__all__` of the library, with its signature and what it is for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import chain, repeat

from .sources import Definition, Function, bases, definition, members, modules, paragraph, public_names, tree

PROGRAMS = ("axio.cli", "axio.server", "axio.web")  # run, not imported
_HEAD = """\
# API reference

Every public name of the library, by package. `make docs` writes this page from the docstrings. A name that
two packages offer is described in the first of them.
"""


def page() -> str:
    """The page as Markdown."""
    parts = [_HEAD, _contents()]
    seen: dict[Definition, str] = {}
    for module in library():
        parts += [f"## `{module}`", _summary(module), *_section(module, seen)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


@cache
def library() -> list[str]:
    """The modules with public names, except those of programs."""
    return [name for name in modules() if not name.startswith(PROGRAMS) and public_names(name)]


def undocumented() -> list[str]:
    """Public names, and public members of public classes, that have no description."""
    found = {definition(module, name) for module in library() for name in public_names(module)}
    classes = [each for each in found if isinstance(each.node, ast.ClassDef)]
    inside = [(owner, member) for owner in classes for member in members(owner)]
    return sorted(
        [f"{each.module}.{each.name}" for each in found if not each.description]
        + [
            f"{owner.module}.{owner.name}.{each.name}"
            for owner, each in inside
            if not _explained(each, owner)
        ]
    )


def _explained(member: Definition, owner: Definition) -> bool:
    """A field explains itself by name and type; a method or property needs a docstring."""
    return isinstance(member.node, ast.Assign | ast.AnnAssign) or bool(_description(member, owner))


def _summary(module: str) -> str:
    return paragraph(ast.get_docstring(tree(module)))


def _contents() -> str:
    return "\n".join(f"- [`{name}`](#{_anchor(name)}): {_summary(name)}" for name in library())


def _anchor(heading: str) -> str:
    return heading.lower().replace(".", "")


def _section(module: str, seen: dict[Definition, str]) -> Iterator[str]:
    """The names of one module; those described before are listed with a link."""
    here = {name: definition(module, name) for name in public_names(module)}
    known = {name: seen[found] for name, found in here.items() if found in seen}
    if known:
        yield "Described above: " + ", ".join(f"[`{name}`](#{_anchor(path)})" for name, path in known.items())
    for name, found in here.items():
        if name not in known:
            seen[found] = f"{module}.{name}"
            yield _entry(seen[found], found)


def _entry(path: str, found: Definition) -> str:
    lines = [f"### `{path}`", f"```text\n{_signature(found)}\n```", found.description]
    if isinstance(found.node, ast.ClassDef):
        lines.append("\n".join(_member(each, found) for each in members(found)))
    return "\n\n".join(filter(None, lines))


def _member(found: Definition, owner: Definition) -> str:
    described = _description(found, owner)
    return f"- `{_signature(found)}`{': ' if described else ''}{described}"


def _description(member: Definition, owner: Definition) -> str:
    """What is said about a member: here, in a base class, or in a protocol of the same package."""
    if member.description:
        return member.description
    package = ".".join(owner.module.split(".")[:2])
    above = [*bases(owner), *(each for each in _protocols() if each.module.startswith(package))]
    named = [each for parent in above for each in members(parent) if each.name == member.name]
    return next((each.description for each in named if each.description), "")


@cache
def _protocols() -> list[Definition]:
    found = [definition(module, name) for module in library() for name in public_names(module)]
    classes = [(each, each.node) for each in found if isinstance(each.node, ast.ClassDef)]
    return [each for each, node in classes if "Protocol" in map(ast.unparse, node.bases)]


def _signature(found: Definition) -> str:
    node = found.node
    if isinstance(node, ast.ClassDef):
        return "\n".join([_class(node), *_constructor(node)])
    if isinstance(node, ast.AnnAssign):
        return _annotated(node)
    return found.name if isinstance(node, ast.Assign) else _call(node)


def _class(node: ast.ClassDef) -> str:
    return f"class {node.name}" + (f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else "")


def _constructor(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            yield f"{node.name}({', '.join(_given(each))})"


def _annotated(node: ast.AnnAssign) -> str:
    if ast.unparse(node.annotation) == "TypeAlias" and node.value:
        return f"{ast.unparse(node.target)} = {ast.unparse(node.value)}"
    return f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}"


def _call(node: Function) -> str:
    decorators = {ast.unparse(each).rpartition(".")[2] for each in node.decorator_list}
    result = ast.unparse(node.returns) if node.returns else "None"
    if decorators & {"property", "cached_property"}:
        return f"{node.name}: {result}"
    return f"{node.name}({', '.join(_given(node))}) -> {result}"


def _given(node: Function) -> list[str]:
    return [each for each in _parameters(node.args) if each not in ("self", "cls")]


def _parameters(args: ast.arguments) -> Iterator[str]:
    positional = [*args.posonlyargs, *args.args]
    required = repeat(None, len(positional) - len(args.defaults))
    for arg, default in zip(positional, chain(required, args.defaults), strict=True):
        yield _parameter(arg, default)
    if args.vararg or args.kwonlyargs:
        yield f"*{ast.unparse(args.vararg)}" if args.vararg else "*"
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield _parameter(arg, default)
    if args.kwarg:
        yield f"**{ast.unparse(args.kwarg)}"


def _parameter(arg: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(arg) + (f" = {ast.unparse(default)}" if default else "")
