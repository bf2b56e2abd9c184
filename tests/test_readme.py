"""The documents speak the truth: their examples run, and their links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


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


@pytest.mark.parametrize("page", [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))], ids=names)
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


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link in a page names a file that is there."""
    targets = LINK.findall(page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_game_pages_share_their_headings() -> None:
    """A reader finds the same thing in the same place on every game's page."""
    pages = [page for page in PAGES if page.parent.name == "games"]
    headings = {tuple(re.findall(r"^## (.+)$", page.read_text("utf-8"), re.MULTILINE)) for page in pages}
    assert len(pages) >= 3
    assert len(headings) == 1
