"""How the browser's modules hang together: folders that point one way, no cycle, nothing left over."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from axio.rules import game_names

from .modules import MODULES, WEB, code, exported, imports, referred, started

FOLDERS = ["generated", "board", "lib", "table", "pages", ""]  # each stands on those before it
PUBLIC = "board/api.js"
# What is needed where no board is: making elements, and the words boards speak before the first one is there.
INSIDE = {("lib/dom.js", "board/dom.js"), ("main.js", "board/words.js")}
TESTS = Path(__file__).parents[1] / "browser"


def folder(module: str) -> str:
    return module.partition("/")[0] if "/" in module else ""


@pytest.mark.parametrize("module", MODULES)
def test_modules_import_only_what_their_folder_stands_on(module: str) -> None:
    """The board knows nobody, the library no table, the table no page: for types as well."""
    allowed = FOLDERS[: FOLDERS.index(folder(module)) + 1]
    assert {other for other in referred(module) if folder(other) not in allowed} == set()


def test_the_board_has_one_door() -> None:
    """Whoever is not part of the board imports its public module alone."""
    through = {
        (module, other)
        for module in MODULES
        for other in imports(module)
        if folder(other) == "board" != folder(module) and other != PUBLIC
    }
    assert through == INSIDE


def test_no_page_imports_a_page() -> None:
    """What main.js opens, nobody else does."""
    pages = imports("main.js") - started("main.js")
    assert len(pages) > 10
    assert {
        (module, page) for module in MODULES for page in imports(module) & pages if module != "main.js"
    } == set()


def test_no_import_leads_back() -> None:
    """There is no cycle, imports that wait for their moment included."""
    graph = {module: imports(module) for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        pytest.fail(" → ".join(fault.args[1]))


def test_every_export_is_imported() -> None:
    """What a module offers, another takes; the board's public module is for others' pages too."""
    used: dict[str, set[str]] = {}
    for module in MODULES:
        for other, names in referred(module).items():
            used.setdefault(other, set()).update(names)
    for test in TESTS.glob("*.py"):
        for names, other in re.findall(
            r"""\{ ([\w, ]+) \} = await import\("/static/([^"]+)""", test.read_text()
        ):
            used.setdefault(other, set()).update(names.split(", "))
    left = {f"{module}: {name}" for module in MODULES for name in exported(module) - used.get(module, set())}
    assert {each for each in left if not each.startswith(PUBLIC)} == set()


@pytest.mark.parametrize(
    "module", [*MODULES, *(f"style/{path.name}" for path in (WEB / "style").glob("*.css"))]
)
def test_no_game_is_named(module: str) -> None:
    """Which games there are, the server says: no module and no style asks for one by name."""
    named = "|".join(game_names())
    assert (
        re.findall(rf"""["'`/](?:{named})["'`/]|data-game""", code(module).replace('"data-game": game', ""))
        == []
    )


def test_every_class_of_the_styles_is_used() -> None:
    """No style is left of something that is gone."""
    written = "\n".join([*map(code, MODULES), (WEB / "index.html").read_text()])
    strings = re.findall(r'"([^"\n]*)"', written) + re.findall(r"`([^`]*)`", written)
    words = {word for string in strings for word in re.sub(r"\$\{[^}]*\}", " ", string).split()}
    built = tuple(re.findall(r"([\w-]+-)\$\{", written))  # such as ring-${…}
    styles = "\n".join(path.read_text() for path in (WEB / "style").glob("*.css"))
    selectors = re.sub(r"\{[^{}]*\}", "{}", styles)
    classes = set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors)) - {"svg", "css"}
    assert {each for each in classes - words if not each.startswith(built)} == set()
