"""Python sources read without importing them: which name is defined where, and what is said about it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

SRC = Path(__file__).parent.parent / "src"
_COMMENT = re.compile(r"  # (.+)$")

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Assignment: TypeAlias = ast.Assign | ast.AnnAssign
Node: TypeAlias = Function | ast.ClassDef | Assignment


@dataclass(frozen=True, slots=True)
class Definition:
    """A name where it is defined."""

    module: str
    name: str
    node: Node

    @property
    def description(self) -> str:
        """The first paragraph of the docstring; for an assignment, the comment at the end of its line."""
        if isinstance(self.node, ast.Assign | ast.AnnAssign):
            return comment(self.module, self.node)
        return paragraph(ast.get_docstring(self.node))


def paragraph(docstring: str | None) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join((docstring or "").partition("\n\n")[0].split())


def comment(module: str, node: ast.stmt) -> str:
    """The comment at the end of a statement's first or last line."""
    lines = _lines(module)
    found = [_COMMENT.search(lines[number - 1]) for number in (node.lineno, node.end_lineno or node.lineno)]
    return next((match[1] for match in found if match), "")


@cache
def _lines(module: str) -> list[str]:
    return path_of(module).read_text("utf-8").splitlines()


@cache
def tree(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path_of(module).read_text("utf-8"))


def path_of(module: str) -> Path:
    """The file of a module or package."""
    base = SRC.joinpath(*module.split("."))
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")


def modules(root: str = "axio") -> list[str]:
    """Every module and package below a package, the package first."""
    files = sorted(SRC.joinpath(*root.split(".")).rglob("*.py"))
    names = (".".join(file.relative_to(SRC).with_suffix("").parts) for file in files)
    return sorted(name.removesuffix(".__init__") for name in names)


def public_names(module: str) -> list[str]:
    """What `__all__` lists, or nothing where a module has none."""
    for statement in _statements(tree(module).body):
        if isinstance(statement, ast.Assign) and _assigned(statement) == "__all__":
            return [name for item in _items(statement.value) for name in _listed(module, item)]
    return []


def _items(value: ast.expr) -> Iterable[ast.expr]:
    return value.elts if isinstance(value, ast.List | ast.Tuple) else ()


def _listed(module: str, item: ast.expr) -> list[str]:
    """A name of `__all__`, or those of another module's `__all__` where it is unpacked."""
    if isinstance(item, ast.Constant):
        return [str(item.value)]
    assert isinstance(item, ast.Starred)
    assert isinstance(item.value, ast.Name)
    for source, name, alias in _imports(module):
        if (name, alias) == ("__all__", item.value.id):
            return public_names(source)
    raise LookupError(f"{module} unpacks {item.value.id}, which it does not import")


def definition(module: str, name: str) -> Definition:
    """Where a name is defined that a module defines or imports."""
    for statement in _statements(tree(module).body):
        if isinstance(statement, Node) and _named(statement) == name:
            return Definition(module, name, statement)
    for source, original, alias in _imports(module):
        if alias == name:
            return definition(source, original)
        if alias == "*" and name in public_names(source):
            return definition(source, name)
    raise LookupError(f"{module} neither defines nor imports {name}")


def members(found: Definition) -> Iterator[Definition]:
    """The public members of a class, in the order of its body."""
    assert isinstance(found.node, ast.ClassDef)
    for statement in found.node.body:
        if isinstance(statement, Node) and not (name := _named(statement)).startswith("_"):
            yield Definition(found.module, name, statement)


def bases(found: Definition) -> Iterator[Definition]:
    """The bases of a class that this package defines."""
    assert isinstance(found.node, ast.ClassDef)
    for base in found.node.bases:
        try:
            parent = definition(found.module, ast.unparse(base).partition("[")[0])
        except LookupError:
            continue
        if isinstance(parent.node, ast.ClassDef):
            yield parent


def _named(node: Node) -> str:
    return _assigned(node) if isinstance(node, ast.Assign | ast.AnnAssign) else node.name


def _assigned(node: Assignment) -> str:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, and those under a condition such as `if TYPE_CHECKING`."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.Try):
            yield from _statements(statement.body)


def _imports(module: str) -> Iterator[tuple[str, str, str]]:
    """Every `from source import name as alias` from this package."""
    package = module if path_of(module).name == "__init__.py" else module.rpartition(".")[0]
    for statement in _statements(tree(module).body):
        if isinstance(statement, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) + 1 - statement.level]
            source = ".".join([*(parents if statement.level else []), *filter(None, [statement.module])])
            if source.partition(".")[0] == "axio":
                yield from ((source, alias.name, alias.asname or alias.name) for alias in statement.names)
