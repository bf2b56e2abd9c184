"""A nearly full 13 × 13 board in Chromium: how long each frame's work takes while things move.

A tile is carried; a move is made and three bots answer, with everything that flies, rises and stays lit; the
game ends, with the race and, after a win, the rain of symbols. Work is what the page does between the start
of a frame and the moment it is free again, drawing included; 95 % of the frames should need at most 20 ms.
The time until a table can be played at is told as well.

    python -m bench.dragging [SECONDS]
"""

from __future__ import annotations

import math
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from axio.rules import deal
from tests.browser.conftest import FLAGS, WIDE
from tests.browser.driver import Mouse, bot, person, record_text
from tests.browser.positions import _greedy
from tests.server.running import Running

_WATCH = """() => {
  window.work = [];
  const line = new MessageChannel();
  let began = 0;
  line.port1.onmessage = () => work.push(performance.now() - began);
  const frame = () => { began = performance.now(); line.port2.postMessage(0); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


def full_board() -> str:
    """A four-seat game at the first seat's last placement but a few: hardly a space is free."""
    state, moves, turns = deal("axio", 4, "full"), list[str](), [0]
    while not state.over:
        if not state.seat and not state.asked:
            turns.append(len(moves))
        move, state = _greedy(state, len(moves))
        moves.append(move)
    return record_text("axio", 4, "full", moves[: turns[-2]])


def carry(page: Page, seconds: float) -> None:
    """Carry a tile in wide loops."""
    box = page.locator("axio-board").bounding_box()
    assert box is not None
    began, steps = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        angle = steps / 14
        x = box["x"] + box["width"] * (0.5 + 0.36 * math.cos(angle))
        page.mouse.move(x, box["y"] + box["height"] * (0.5 + 0.4 * math.sin(angle * 1.37)))
        steps += 1


def report(page: Page, what: str) -> None:
    """Print the work of the frames since the last report."""
    work = sorted(page.evaluate("work.splice(0)"))
    share = sum(each <= 20 for each in work) / len(work)
    print(
        f"{what}: {len(work)} frames, median {work[len(work) // 2]:.1f} ms, "
        f"95 % within {work[int(len(work) * 0.95)]:.1f} ms; {share:.1%} need at most 20 ms"
    )


def main(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as data, Running(Path(data)) as server, sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = chromium.new_context(base_url=server.url, viewport=WIDE).new_page()
        player = Mouse(page)
        table = player.new_table(
            "axio", [person("Ada"), bot("random"), bot("random"), bot("random")], full_board()
        )
        player.asked()
        page.goto("/about")
        began = time.monotonic()
        page.goto(f"/table/{table}")
        player.asked()
        print(f"table interactive after {time.monotonic() - began:.2f} s")
        page.evaluate(_WATCH)
        page.keyboard.press("1")
        carry(page, seconds)
        report(page, "dragging")
        page.keyboard.press("Escape")
        player.place()
        player.asked(seconds=60)
        report(page, "a move and three answers")
        player.play_on()
        page.evaluate("work.length = 0")
        page.reload()
        page.evaluate(_WATCH)
        page.wait_for_selector("dialog.end")
        page.wait_for_timeout(3000)
        report(page, "the end")
        chromium.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 8)
