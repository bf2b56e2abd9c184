"""The glossary names every package, and the code keeps to its words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tools.sources import modules, path_of, tree

PAGE = (Path(__file__).parent.parent / "docs" / "maintainers" / "glossary.md").read_text("utf-8")
MIGRATIONS = "axio.server.store.migrations"  # their names are written in databases


def section(heading: str) -> str:
    _, _, rest = PAGE.partition(f"\n## {heading}\n")
    assert rest, f"the glossary has no section {heading!r}"
    return rest.partition("\n## ")[0]


def rows(heading: str) -> list[str]:
    """The first column of the table below a heading."""
    cells = re.findall(r"^\| (.+?) \|", section(heading), re.MULTILINE)
    return [cell.strip("`*") for cell in cells[1:]]


def words(name: str) -> set[str]:
    """The words of a name in snake case or camel case, each in the singular too."""
    found = {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}
    return found | {word.removesuffix("s") for word in found}


def names() -> Iterator[tuple[str, str]]:
    """Every package, module, class and function, by its path and its own name."""
    for module in modules():
        yield module, module.rpartition(".")[2]
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{module}.{node.name}", node.name


def test_every_package_is_in_the_glossary() -> None:
    """A reader who meets a package finds what it holds, and every row is about a package that is there."""
    packages = [name for name in modules() if path_of(name).name == "__init__.py"]
    assert rows("The packages") == sorted(packages)


def test_the_words_are_in_order() -> None:
    """A reader finds a word by the alphabet, and finds it once."""
    for heading in ("The games", "The architecture", "The packages", "Words not used"):
        found = [word.lower() for word in rows(heading)]
        assert found == sorted(set(found)), heading


def test_no_name_uses_a_forbidden_word() -> None:
    """What the glossary does not use, no package, module, class or function is named after."""
    forbidden = set(rows("Words not used"))
    assert {"hand", "piece", "desk"} <= forbidden
    checked = [(path, name) for path, name in names() if not path.startswith(MIGRATIONS)]
    offenders = {path: sorted(words(name) & forbidden) for path, name in checked if words(name) & forbidden}
    assert offenders == {}
