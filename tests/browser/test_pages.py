"""The pages outside the table on any screen and in any font: nothing too wide, cut, covered or laid over."""

from __future__ import annotations

from .conftest import Opening
from .pages import FONTS, set_in, visited, wrong
from .screens import viewport

PATHS = (
    "/",
    "/new/hex",
    "/new/axio?friends",
    "/rules/rota",
    "/daily",
    "/puzzles",
    "/lobby",
    "/ratings",
    "/scores",
    "/analyse",
    "/account",
    "/notices",
)
TRIED = {"360x640": [*FONTS], "744x1133": ["wide"], "960x600": ["wide"]}
_UNEVEN = """() => [...document.querySelectorAll("main :not(code, svg *), .bar *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && /\\d/.test(node.data)))
  .filter((each) => !getComputedStyle(each).fontVariantNumeric.includes("tabular-nums"))
  .map((each) => each.textContent)"""


def test_pages_hold_on_any_screen_in_any_font(opened: Opening) -> None:
    """Every control is in reach and holds its words, whatever the system's font; figures are equally wide."""
    page = opened(locale="de-DE")
    found = []
    for path in visited(page, PATHS):
        found += [f"{path}: {each} has uneven figures" for each in page.evaluate(_UNEVEN)]
        for size, fonts in TRIED.items():
            page.set_viewport_size(viewport(size))
            for font in fonts:
                set_in(page, font)
                found += [f"{path}, {size}, {font}: {each}" for each in wrong(page)]
    assert not found, "\n".join(found)
