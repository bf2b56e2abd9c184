"""The documents speak the truth: their examples run, and their links lead somewhere."""

import doctest
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").rglob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SOURCE = re.compile(r"`([\w-]+(?:/[\w.-]+)*\.(?:py|js|log|jsonl))`")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def names(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position)


def run_block(source: str, page: Path, line: int, scope: dict[str, object]) -> None:
    """A block with prompts must print what it shows; any other block must run through."""
    if ">>>" not in source:
        exec(compile("\n" * (line + 1) + source, str(page), "exec"), scope)
        return
    test = doctest.DocTestParser().get_doctest(source, scope, page.name, str(page), line + 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=report.append, clear_globs=False)
    assert not runner.failures, "".join(report)
    scope.update(test.globs)


def with_examples() -> Iterator[object]:
    """Each page with Python in it; long are those whose examples have to be compiled first."""
    for page in PAGES:
        source = "".join(BLOCK.findall(page.read_text("utf-8")))
        if source:
            compiled = any(word in source for word in ("axio.kernel", "axio.envs", "axio.review", "planner"))
            yield pytest.param(page, id=names(page), marks=pytest.mark.long if compiled else ())


@pytest.mark.parametrize("page", [*with_examples()])
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's Python blocks run from top to bottom, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8")
    scope: dict[str, object] = {"__name__": "__main__"}
    for block in BLOCK.finditer(text):
        run_block(block[1], page, line_of(text, block.start()), scope)


def test_the_readme_has_examples() -> None:
    """The README shows how to use the package from Python."""
    assert BLOCK.search((ROOT / "README.md").read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    headings = HEADING.findall(FENCED.sub("", page.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(page: Path, target: str, anchor: str) -> bool:
    file = page.parent / target if target else page
    return file.exists() and (not anchor or anchor in anchors(file))


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link in a page names a file that is there, and a heading that is in it."""
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not leads_somewhere(page, *link)] == []


@cache
def files() -> set[str]:
    """Every tail of every path in the repository: `clock.py`, `table/clock.py`, and so on."""
    folders = ("src", "tests", "bench", "docs", "examples", "tools")
    paths = [path.relative_to(ROOT).parts for folder in folders for path in (ROOT / folder).rglob("*.*")]
    return {"/".join(parts[start:]) for parts in paths for start in range(len(parts))}


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name != "decisions"], ids=names)
def test_files_named_are_there(page: Path) -> None:
    """A file that a page names is in the repository. Decisions may name files of their time."""
    assert [name for name in SOURCE.findall(page.read_text("utf-8")) if name not in files()] == []


@pytest.mark.parametrize("part", ["players", "programmers", "maintainers"])
def test_indexes_name_every_page(part: str) -> None:
    """Whoever reads the index of a part finds all of its pages."""
    index = ROOT / "docs" / part / "README.md"
    named = {(index.parent / target).resolve() for target, _ in LINK.findall(index.read_text("utf-8"))}
    assert set(index.parent.rglob("*.md")) - {index} <= named


def test_game_pages_share_their_headings() -> None:
    """A reader finds the same thing in the same place on every game's page."""
    pages = [page for page in PAGES if page.parent.name == "games"]
    headings = {tuple(re.findall(r"^## (.+)$", page.read_text("utf-8"), re.MULTILINE)) for page in pages}
    assert len(pages) >= 3
    assert len(headings) == 1
