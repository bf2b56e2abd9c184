"""A line that was down for a while: the browser says what it has, and is shown what it missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.running import Running

from .conftest import Opening
from .friends import Guest, move, on_move, prepare

SEATS, LEFT = 3, 15


class Overheard(Guest):
    """A guest whose messages are kept, each line's by itself."""

    def __init__(self, page: Page, url: str, seat: int) -> None:
        self.sent: list[list[dict[str, Any]]] = []
        self.got: list[list[dict[str, Any]]] = []
        super().__init__(page, url, seat)

    def _route(self, line: WebSocketRoute) -> None:
        if self.cut or "/tables/" not in line.url:
            super()._route(line)
            return
        self.line, server = line, line.connect_to_server()
        self.sent.append([])
        self.got.append([])
        line.on_message(lambda text: passed_on(text, self.sent[-1], server))
        server.on_message(lambda text: passed_on(text, self.got[-1], line))


def passed_on(text: str | bytes, kept: list[dict[str, Any]], to: WebSocketRoute) -> None:
    kept.append(json.loads(text))
    to.send(text)


def test_moves_missed_while_the_line_was_down_are_shown_one_by_one(opened: Opening, tmp_path: Path) -> None:
    """Within the gap a browser that comes back gets the steps it missed, and not everything anew."""
    prepare(tmp_path, {"gap": ("axio", SEATS)}, LEFT)
    with Running(tmp_path, "--host", "0.0.0.0") as far:
        guests = [Overheard(opened(url=far.url), far.url, seat) for seat in range(SEATS)]
        for guest in guests:
            guest.page.goto("/table/gap")
        seat = next(seat for seat, guest in enumerate(guests) if guest is on_move(guests))
        lost = guests[seat - 1]  # whose turn comes last
        others = [guest for guest in guests if guest is not lost]
        lost.until("document.querySelectorAll('.log li').length > 0")
        had, lines = lost.seq, lost.page.locator(".log li").count()
        lost.lose()
        expect(lost.page.locator("#banner.lost")).to_be_visible()
        for _ in range(2):
            mover = on_move(others)
            move(mover)
        lost.cut = False
        lost.seen(mover.seq)
        assert lost.sent[0][0] == {"kind": "hello", "seq": None}
        assert lost.sent[-1][0] == {"kind": "hello", "seq": had}
        told = [message for message in lost.got[-1] if "view" in message]
        assert [message["kind"] for message in told] == ["step"] * (mover.seq - had)
        assert [message["view"]["seq"] for message in told] == [*range(had + 1, mover.seq + 1)]
        expect(lost.page.locator(".log li")).to_have_count(lines + mover.seq - had)
        assert (
            lost.page.evaluate("document.querySelector('axio-board').state.tiles")
            == told[-1]["view"]["tiles"]
        )
