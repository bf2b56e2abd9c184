"""What messengers show of a link: for a stranger, of listed games, and never more than a spectator sees."""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Callable
from html import unescape
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from axio.server.routes import link_previews

from .browsing import Browser
from .far import Person
from .running import Running
from .test_analysis import middle

TAG = re.compile(r'<meta property="(og:[\w:]+)" content="([^"]*)">')


def preview(server: Running, path: str, language: str = "en") -> dict[str, str]:
    """The tags that somebody without a cookie gets."""
    answer = httpx.get(server.url + path, headers={"Accept-Language": language}, timeout=30)
    assert answer.status_code == 200 and "</html>" in answer.text
    return {name: unescape(content) for name, content in TAG.findall(answer.text)}


def picture(server: Running, card: dict[str, str]) -> bytes:
    address = card["og:image"]
    assert address.startswith(server.url)
    answer = httpx.get(address, timeout=30)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    width, height = struct.unpack(">II", answer.content[16:24])
    assert answer.content[:4] == b"\x89PNG" and (width, height) == (1200, 630)
    return answer.content


def test_an_invitation_says_to_what(far: Running, comes: Callable[[], Person]) -> None:
    """Game and people, in the language asked for, with a picture; nothing once all seats are taken."""
    browser = comes()
    seats = [{"kind": "person", "name": 'Ann "<b>'}, {"kind": "open"}]
    table = browser.http.post("/api/tables", json={"game": "hex", "seats": seats}).json()["id"]
    place = browser.open(table)
    invite = place.until("room")["invite"]
    card = preview(far, f"/join/{invite}", "de-DE,de;q=0.9")
    assert card["og:title"] == "Du bist zu einer Partie hex AXIO eingeladen"
    assert 'Ann "<b>' in card["og:description"]
    picture(far, card)
    assert preview(far, f"/table/{table}") == {}
    comes().http.post(f"/api/invites/{invite}", json={"name": "Ben"})
    assert preview(far, f"/join/{invite}") == {}


def test_only_listed_games_have_a_preview(far: Running, comes: Callable[[], Person]) -> None:
    """A game of the lobby shows the spectator's view; one that is not listed, nothing."""
    ann, ben = comes(), comes()
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    for visibility, shown in (("open", True), ("private", False)):
        wanted = {"game": "axio", "seats": seats, "visibility": visibility}
        table = ann.http.post("/api/tables", json=wanted).json()["id"]
        place = ann.open(table)
        invite = place.until("room")["invite"]
        assert ben.http.post(f"/api/invites/{invite}", json={"name": "Ben"}).status_code == 201
        for address in (f"/table/{table}", f"/watch/{table}"):
            card = preview(far, address)
            assert bool(card) is shown
        if shown:
            assert card["og:title"] == "AXIO: Ann, Ben"
            before = picture(far, card)
            place.until_my_turn()
            place.play(place.any_move(Random(1)))
            assert picture(far, preview(far, f"/table/{table}")) != before


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/daily", "The daily deal"),
        ("/player/careful@1", "Careful"),
        (f"/analyse?p={quote(str(middle('rota')))}", "A position in AXIO rota"),
    ],
)
def test_other_pages_have_one(server: Running, path: str, title: str) -> None:
    """The daily deal, players and positions."""
    card = preview(server, path)
    assert card["og:title"] == title and card["og:description"]
    picture(server, card)


@pytest.mark.parametrize(
    "path",
    ["/table/nowhere", "/join/nowhere", "/player/nobody", "/daily/yesterday", "/analyse", "/analyse?p=x"],
)
def test_what_is_not_there_is_the_plain_page(server: Running, path: str) -> None:
    """Nothing tells whether there is such a thing."""
    assert preview(server, path) == {}


def _drawn(browser: Browser, position: object) -> httpx.Response:
    return browser.http.get("/api/analysis/picture.png", params={"position": str(position)})


def test_a_picture_shows_no_rack(browser: Browser) -> None:
    """Two positions that differ in racks alone look the same."""
    state = middle()
    other = state.observe(None).sample("another")
    found = [_drawn(browser, each) for each in (state, other)]
    assert [each.status_code for each in found] == [200, 200]
    assert found[0].content == found[1].content
    assert _drawn(browser, "x").status_code == 400
    assert browser.http.get("/api/games/chess/picture.png").status_code == 404


def test_only_the_viewer_may_be_framed(browser: Browser) -> None:
    """Other sites may show a game in a frame, and nothing else of this one; it knows nobody."""
    framed, other = (httpx.get(browser.url + path) for path in ("/embed/any/3", "/watch/any"))
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers and "set-cookie" not in framed.headers
    assert "frame-ancestors 'none'" in other.headers["content-security-policy"]
    assert other.headers["x-frame-options"] == "DENY"


def test_a_puzzle_shows_neither_rack_nor_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its picture is of what a spectator sees before the move."""
    state = middle()
    puzzle = SimpleNamespace(position=str(state.observe(state.seat)), answers=("x",))
    monkeypatch.setattr(link_previews, "puzzle_of", lambda game, name: puzzle)
    nobody: Any = None
    card = asyncio.run(link_previews._puzzle(nobody, "en", {"game": "axio", "name": "any"}))
    assert card is not None and card.title == "A puzzle in AXIO"
    assert card.picture.endswith(f"position={quote(str(state.observe(None)))}")
