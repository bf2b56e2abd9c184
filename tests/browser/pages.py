"""The pages outside the table at every size of screen and in any font: what is wrong there, and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from .driver import Mouse, bot, person
from .looks import played

PATHS = (
    "/",
    "/new/hex",
    "/new/axio?friends",
    "/rules/axio",
    "/learn/hex",
    "/daily",
    "/puzzles",
    "/lobby",
    "/ratings",
    "/scores",
    "/analyse",
    "/account",
    "/account?new",
    "/notices",
    "/player/careful@1",
    "/about",
    "/nowhere",
)
_WRONG = Path(__file__).with_suffix(".js").read_text()

# Systems differ by how wide letters are and how high lines stand. DejaVu is at hand; the others have the
# measures of Noto Sans, and of a font wider than any system's.
FONTS: dict[str, tuple[str, dict[str, str]]] = {
    "DejaVu": ("DejaVu Sans", {}),
    "Noto": (
        "DejaVu Sans Condensed",
        {"sizeAdjust": "104%", "ascentOverride": "107%", "descentOverride": "29%", "lineGapOverride": "0%"},
    ),
    "wide": ("DejaVu Sans", {"sizeAdjust": "115%"}),
}
_SET = """([font, name, measures]) => {
  for (const [weight, face] of [["400", name], ["700", `${name} Bold`]]) {
    document.fonts.add(new FontFace(`as-${font}`, `local("${face}")`, { weight, ...measures }));
  }
  document.documentElement.style.setProperty("--font", `as-${font}`);
  return Promise.all(["400", "700"].map((weight) => document.fonts.load(`${weight} 16px as-${font}`)));
}"""


def set_in(page: Page, font: str) -> None:
    """Set this page in a font with the measures of another system's."""
    page.evaluate(_SET, [font, *FONTS[font]])


def wrong(page: Page) -> list[str]:
    """What a reader would miss on this page."""
    found: list[str] = page.evaluate(_WRONG)
    return found


def visited(page: Page, paths: tuple[str, ...] = PATHS) -> Iterator[str]:
    """One page after the other, with a game that goes on and one that is over."""
    player = Mouse(page)
    player.new_table("axio", [person("Ada"), bot("careful")], played("axio", 2, 18))
    over = player.new_table("rota", [person("Ada"), bot("greedy")], played("rota", 2, 99))
    for path in (*paths, f"/watch/{over}"):
        page.goto(path)
        page.wait_for_selector("body.ready")
        yield path
