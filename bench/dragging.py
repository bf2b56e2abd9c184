"""A nearly full 13 × 13 board in Chromium: how long each frame's work takes while things move.

A tile is carried; a move is made and three bots answer, with everything that flies, rises and stays lit; the
game ends, with the race and, after a win, the rain of symbols. Work is what the page does between the start
of a frame and the moment it is free again, drawing included; 95 % of the frames should need at most 20 ms.
On a busy machine that time includes the work of others: what the page's own thread computed is told too. The
time until a table can be played at is told as well.

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
  const first = !window.work;
  window.work = [];
  if (!first) return;
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


class Meter:
    """What frames cost: milliseconds that passed, and milliseconds that the page's main thread computed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page)
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.start()

    def start(self) -> None:
        self.page.evaluate(_WATCH)
        self.computed: list[float] = []
        self.last = self._now()

    def look(self) -> None:
        """Note what the frames since the last look have computed."""
        (spent, frames), (before, known) = self._now(), self.last
        if frames > known:
            self.computed += [1000 * (spent - before) / (frames - known)] * (frames - known)
            self.last = spent, frames

    def _now(self) -> tuple[float, int]:
        metrics = self.line.send("Performance.getMetrics")["metrics"]
        spent = next(each["value"] for each in metrics if each["name"] == "TaskDuration")
        return float(spent), int(self.page.evaluate("work.length"))

    def report(self, what: str) -> None:
        """Print the frames since the start, and start anew."""
        for name, found in (("passed", self.page.evaluate("work")), ("computed", self.computed)):
            each = sorted(found)
            share = sum(ms <= 20 for ms in each) / len(each)
            print(
                f"{what}, {name}: {len(each)} frames, median {each[len(each) // 2]:.1f} ms, "
                f"95 % within {each[int(len(each) * 0.95)]:.1f} ms; {share:.1%} need at most 20 ms"
            )
        self.start()


def carry(page: Page, seconds: float, meter: Meter) -> None:
    """Carry a tile in wide loops."""
    box = page.locator("axio-board").bounding_box()
    assert box is not None
    began, steps = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        angle = steps / 14
        x = box["x"] + box["width"] * (0.5 + 0.36 * math.cos(angle))
        page.mouse.move(x, box["y"] + box["height"] * (0.5 + 0.4 * math.sin(angle * 1.37)))
        meter.look()
        steps += 1


def watch(page: Page, seconds: float, meter: Meter) -> None:
    """Look on for a while."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        page.wait_for_timeout(10)
        meter.look()


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
        meter = Meter(page)
        page.keyboard.press("1")
        carry(page, seconds, meter)
        meter.report("dragging")
        page.keyboard.press("Escape")
        player.place()
        watch(page, 6, meter)
        meter.report("a move and three answers")
        player.play_on()
        page.reload()
        meter.start()
        watch(page, 3, meter)
        meter.report("the end")
        chromium.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 8)
