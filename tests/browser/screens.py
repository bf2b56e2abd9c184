"""The table and the other pages at every size of screen: what must be in view there, and pictures of it.

python -m tests.browser.screens FOLDER            all sizes, every game, two and four seats, every page
python -m tests.browser.screens FOLDER 820x1180   those of some sizes
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.running import Running

from .conftest import FLAGS
from .driver import Mouse, bot, person
from .looks import hover, played, settled
from .pages import visited, wrong

UPRIGHT = (
    "360x640",
    "375x667",
    "390x844",
    "412x915",
    "600x960",
    "744x1133",
    "768x1024",
    "820x1180",
    "1024x1366",
)
DESKS = ("1180x820", "1280x800", "1440x900", "1920x1080")
SIZES = (*UPRIGHT, *("x".join(reversed(size.split("x"))) for size in UPRIGHT), *DESKS)
BOTS = [bot("careful"), bot("greedy"), bot("random")]
PLIES = {"axio": 12, "rota": 8, "hex": 24}

_HIDDEN = Path(__file__).with_suffix(".js").read_text()


def hidden(page: Page) -> list[str]:
    """What a player would miss at the table: covered, cut, off the screen, or too small to hit."""
    found: list[str] = page.evaluate(_HIDDEN)
    return found


def viewport(size: str) -> Any:
    width, height = map(int, size.split("x"))
    return {"width": width, "height": height}


def take(browser: Browser, url: str, folder: Path, sizes: tuple[str, ...]) -> bool:
    """Pictures of every game at every size; whether everything was in view on all of them."""
    fine = True
    context = browser.new_context(base_url=url, locale="en-GB", has_touch=True)
    page = context.new_page()
    page.add_init_script("localStorage.axio ??= JSON.stringify({ speed: 0, confirm: true })")
    player = Mouse(page)
    for game in ("axio", "rota", "hex"):
        for seats in (2, 4):
            page.set_viewport_size(viewport("1440x900"))
            table = player.new_table(
                game, [person("Ada"), *BOTS[: seats - 1]], played(game, seats, PLIES[game])
            )
            for size in sizes:
                page.set_viewport_size(viewport(size))
                page.goto(f"/table/{table}")
                settled(player)
                hover(player)
                page.screenshot(path=folder / f"{game}-{seats}-{size}.png")
                for each in hidden(page):
                    fine = False
                    print(f"{game}, {seats} seats, {size}: {each}")
    context.close()
    return fine


def take_pages(browser: Browser, url: str, folder: Path, sizes: tuple[str, ...]) -> bool:
    """Pictures of the pages outside the table, in German, whose words are the longest."""
    fine = True
    context = browser.new_context(base_url=url, locale="de-DE", has_touch=True)
    page = context.new_page()
    for path in visited(page):
        for size in sizes:
            page.set_viewport_size(viewport(size))
            for each in wrong(page):
                fine = False
                print(f"{path}, {size}: {each}")
            name = re.sub(r"[^a-z0-9]+", "-", path.strip("/")) or "welcome"
            page.screenshot(path=folder / f"page-{name}-{size}.png")
    context.close()
    return fine


def main(folder: Path, sizes: tuple[str, ...]) -> bool:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as started, tempfile.TemporaryDirectory() as data, Running(Path(data)) as server:
        browser = started.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        fine = take(browser, server.url, folder, sizes)
        fine = take_pages(browser, server.url, folder, sizes) and fine
        browser.close()
    return fine


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m tests.browser.screens", description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("sizes", nargs="*", default=SIZES, metavar="SIZE")
    given = asked.parse_args()
    sys.exit(0 if main(given.folder, tuple(given.sizes)) else 1)
