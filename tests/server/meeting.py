"""People far apart: each a browser of its own, at a server that is not for one machine alone."""

from __future__ import annotations

from typing import Any

import httpx

from .browsing import Browser, Place

NONCE = "0123456789abcdef" * 2


def gather(host: Browser, game: str, *seats: str, **more: Any) -> tuple[str, str]:
    """A table whose seats are people here, `bot:NAME` or `open`; its name, and its invitation."""
    kinds = {"open": {"kind": "open"}}
    wanted = [
        kinds.get(seat)
        or ({"kind": "bot", "bot": seat[4:]} if seat[:4] == "bot:" else {"kind": "person", "name": seat})
        for seat in seats
    ]
    answer = host.http.post("/api/tables", json={"game": game, "seats": wanted, "nonce": NONCE, **more})
    assert answer.status_code == 201, answer.text
    table = str(answer.json()["id"])
    return table, str(host.open(table).until("room")["invite"])


def join(guest: Browser, invite: str, name: str, **more: Any) -> httpx.Response:
    return guest.http.post(f"/api/invites/{invite}", json={"name": name, "nonce": NONCE[::-1], **more})


def seated(host: Browser, game: str, *guests: Browser, bots: int = 0, **more: Any) -> tuple[str, list[Place]]:
    """A dealt table with these people, in this order, and bots after them; an open socket for each person."""
    seats = ["Host", *["open"] * len(guests), *["bot:random"] * bots]
    table, invite = gather(host, game, *seats, **more)
    for number, guest in enumerate(guests):
        assert join(guest, invite, f"Guest {number + 1}").status_code == 201
    places = [each.open(table) for each in (host, *guests)]
    for place in places:
        place.until("sync")
    return table, places


def refused(answer: httpx.Response) -> tuple[int, str]:
    """The status of an answer and its reason, which comes with one line of text."""
    assert "\n" not in answer.json()["text"]
    return answer.status_code, answer.json()["reason"]
