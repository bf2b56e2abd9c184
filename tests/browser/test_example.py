"""The board on a page of its own, with a server that knows nothing but files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import ROOT

from .conftest import Opening

_BEST = """() => {
  const board = document.querySelector("axio-board"), { spots, layout } = board.state;
  const [cells] = spots.find(([each, looks]) => layout.direction(...each) === 0 && looks.flat().length > 1);
  const [a, b] = cells.map(layout.centre);
  return { cells, at: board.toScreen([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]) };
}"""


@pytest.fixture
def files() -> Iterator[str]:
    """The checkout, served as it lies there."""
    serving = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "0",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(ROOT),
    ]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().split(" port ")[1].split()[0]
        yield f"http://127.0.0.1:{port}"
        process.terminate()


@pytest.fixture
def page(opened: Opening, files: str) -> Page:
    made = opened(url=files)
    made.goto("/examples/board.html")
    made.locator("axio-rack button").first.wait_for()
    return made


def test_a_tile_is_previewed_and_placed(page: Page) -> None:
    """Over a spot the points show; set down there, the tile lies on the board and its points are kept."""
    tiles = page.locator("axio-board .tiles .tile")
    before, tracks = tiles.count(), page.locator("#tracks").text_content()
    page.locator("axio-rack button").first.click()
    best = page.evaluate(_BEST)
    page.mouse.move(*best["at"])
    expect(page.locator("#points")).to_contain_text(" scores ")
    expect(page.locator("axio-board .ghost")).to_be_visible()
    move, _, points = str(page.locator("#points").text_content()).partition(" scores ")
    assert [half[1:] for half in move.split("-")] == best["cells"]
    page.mouse.click(*best["at"])
    expect(page.locator("#points")).to_have_text(f"{move} scored {points}")
    expect(tiles).to_have_count(before + 1)
    assert (page.locator("#tracks").text_content() == tracks) == (points == "nothing")
    page.get_by_role("button", name="Start again").click()
    expect(tiles).to_have_count(before)


def test_the_keyboard_is_enough(page: Page) -> None:
    """From the board: a number takes a tile, N goes to the next spot, Enter places it."""
    tiles = page.locator("axio-board .tiles .tile")
    before = tiles.count()
    page.locator("axio-board svg.base").focus()
    for key in ("2", "n", "Enter"):
        page.keyboard.press(key)
    expect(tiles).to_have_count(before + 1)
    expect(page.locator("#points")).to_contain_text(" scored ")
