"""Playing as people do: with real events at real places. What may be placed is read off the board element."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

_PLAN = """(number) => {
  const board = document.querySelector("axio-board"), rack = document.querySelector("axio-rack");
  const { spots, layout } = board.state;
  const [cells] = spots[(number * 37) % spots.length];
  const points = cells.map(layout.centre);
  const at = [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
  const [x, y] = board.toScreen(at);
  const index = number % rack.tiles.length;
  const way = cells.length > 1 ? layout.direction(cells[0], cells[1]) : number % 4;
  const { held } = board.state;
  const turn = held?.index === index ? held.turn : rack.turns[index] ?? 0;
  return { cells, x, y, index, way, turns: layout.turns, turn, held: held?.index ?? -1 };
}"""


class Player(ABC):
    """One seat at a table in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.number = 0

    def new_table(self, game: str, seats: Sequence[dict[str, Any]], record: str | None = None) -> str:
        """A table of one's own, by the same request the page makes; then sit down at it."""
        self.page.goto("/about")
        body = {"game": game, "seats": list(seats)} | ({"record": record} if record else {})
        made: str = self.page.evaluate(
            """async (body) => {
                const headers = { "Content-Type": "application/json" };
                const wish = { method: "POST", headers, body: JSON.stringify(body) };
                const answer = await fetch("/api/tables", wish);
                return answer.ok ? (await answer.json()).id : Promise.reject(await answer.text());
            }""",
            body,
        )
        self.page.goto(f"/table/{made}")
        return made

    def asked(self, beside: str | None = None, seconds: float = 20) -> str:
        """What the table asks for now; waits while it asks for nothing, or only for `beside`."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            asks = self.page.evaluate("document.querySelector('main').dataset.asks")
            if asks not in (None, "wait", beside):
                return str(asks)
            time.sleep(0.01)
        raise AssertionError(f"nothing was asked in {seconds} s; the page says {self.status!r}")

    @property
    def status(self) -> str:
        return str(self.page.evaluate("document.querySelector('#status')?.textContent ?? ''"))

    @property
    def seq(self) -> int:
        return int(self.page.evaluate("Number(document.querySelector('main').dataset.seq)"))

    def plan(self) -> dict[str, Any]:
        self.number += 1
        made: dict[str, Any] = self.page.evaluate(_PLAN, self.number)
        return made

    def moved(self, seq: int) -> None:
        """Wait for the answer to a move."""
        until = time.monotonic() + 15
        while self.seq <= seq:
            assert time.monotonic() < until, f"the move was not answered; the page says {self.status!r}"
            time.sleep(0.005)

    def steps_to(self, plan: dict[str, Any]) -> int:
        """How often a tile is to be turned until it lies along the spot."""
        half = plan["turns"] if len(plan["cells"]) == 1 else plan["turns"] // 2
        return int((plan["way"] - plan["turn"]) % half)

    def name(self) -> None:
        """Name the colour that is offered first, if one is asked for."""
        if self.page.evaluate("!!document.querySelector('dialog.naming')"):
            self.page.keyboard.press("Enter")

    def answer(self, asked: str) -> None:
        """Everything that is not a placement: exchange or keep, and the hand-over. The keyboard is enough."""
        seq = self.seq
        self.page.keyboard.press("Enter")
        if asked == "exchange":
            self.moved(seq)
        else:
            self.page.wait_for_selector("dialog.handover", state="detached")

    def play_on(self) -> int:
        """Play until the end; how many placements it took."""
        placed = 0
        while (asked := self.asked()) != "nothing":
            if asked == "place":
                self.place()
                placed += 1
            else:
                self.answer(asked)
        return placed

    @abstractmethod
    def place(self) -> None:
        """Lay a tile somewhere it fits, and wait for the answer."""


class Mouse(Player):
    def place(self) -> None:
        seq, plan = self.seq, self.plan()
        tile = self.page.locator("axio-rack button").nth(plan["index"])
        clicks = self.steps_to(plan) + (plan["held"] != plan["index"])
        for _ in range(clicks):
            tile.click()
        self.page.mouse.move(plan["x"], plan["y"])
        self.page.mouse.click(plan["x"], plan["y"])
        self.name()
        self.moved(seq)


class Finger(Player):
    """Tap a tile, tap it to turn it, tap the board, tap *Place*.

    On a busy machine a tap may last so long that the browser takes it for a long press: then tap again.
    """

    def place(self) -> None:
        seq, plan = self.seq, self.plan()
        self.take(plan)
        self.page.touchscreen.tap(plan["x"], plan["y"])
        self.page.locator("#place:not([disabled])").wait_for()
        self.confirm(seq)

    def take(self, plan: dict[str, Any]) -> None:
        """Tap the planned tile until it is held and lies along the spot."""
        box = self.page.locator("axio-rack button").nth(plan["index"]).bounding_box()
        assert box is not None
        until = time.monotonic() + 15
        while plan["held"] != plan["index"] or self.steps_to(plan):
            assert time.monotonic() < until, f"the tile was not taken; the page says {self.status!r}"
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            plan = self._seen(plan)

    def confirm(self, seq: int) -> None:
        """Tap *Place* until the move is answered."""
        box = self.page.locator("#place").bounding_box()
        assert box is not None
        start = again = time.monotonic()
        while self.seq <= seq:
            assert time.monotonic() < start + 15, f"the move was not answered; the page says {self.status!r}"
            self.name()
            if time.monotonic() >= again and self.page.evaluate("!document.querySelector('#place').disabled"):
                self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                again = time.monotonic() + 1

    def _seen(self, plan: dict[str, Any]) -> dict[str, Any]:
        """The plan as the board shows it now; waits a while for what the last tap has done."""
        until = time.monotonic() + 1
        while (now := self.page.evaluate(_PLAN, self.number)) == plan and time.monotonic() < until:
            time.sleep(0.005)
        return dict(now)


class Keys(Player):
    """A number takes a tile, R turns it, N walks to the spots where it fits, Enter places it."""

    def place(self) -> None:
        seq, plan = self.seq, self.plan()
        press = self.page.keyboard.press
        if plan["held"] != plan["index"]:
            press(str(plan["index"] + 1))
        for _ in range(self.steps_to(plan)):
            press("r")
        for _ in range(1 + self.number % 3):
            press("n")
        press("Enter")
        self.name()
        self.moved(seq)


def person(name: str) -> dict[str, Any]:
    return {"kind": "person", "name": name}


def bot(name: str) -> dict[str, Any]:
    return {"kind": "bot", "bot": name}


def record_text(game: str, seats: int, seed: str, moves: Sequence[str]) -> str:
    data = {
        "format": "axio-record/1",
        "rules": 1,
        "game": game,
        "seats": seats,
        "seed": seed,
        "moves": list(moves),
    }
    return json.dumps(data)


class Listener(Player):
    """Knows only what a screen reader knows: roles, names, and what is said."""

    def place(self) -> None:
        seq, press = self.seq, self.page.keyboard.press
        tiles = self.page.get_by_role("group", name="Your tiles").get_by_role("button")
        if not tiles.and_(self.page.locator("[aria-pressed=true]")).count():
            tiles.first.focus()
            press("Enter")
        self.page.get_by_role("grid", name="Board").focus()
        while "Fits:" not in self.hear("n"):
            press("r")
        press("Enter")
        if self.page.get_by_role("dialog", name="Name a colour").count():
            press("Enter")
        self.moved(seq)

    def hear(self, key: str) -> str:
        """What is said after a key."""
        self.page.keyboard.press(key)
        return str(self.page.get_by_role("status").last.text_content())
