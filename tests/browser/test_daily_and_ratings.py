"""A day in the browser: the daily deal to its end, what came of it, and where everyone stands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.browsing import Browser
from tests.server.finished import ANN, BEN
from tests.server.running import Running
from tests.server.test_daily import play
from tests.server.test_profiles import PLAYERS, SIGNER, prepare, until_rated

from .conftest import PHONE, Opening
from .driver import Mouse
from .test_everyone import _sound

PLACE = "127.0.0.1"


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """How many days the calendar is ahead."""
    file = tmp_path_factory.mktemp("calendar") / "days"
    file.write_text("0")
    return file


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory, days: Path) -> Iterator[str]:
    """The address of a server for people far apart, with some rated games behind them."""
    folder = tmp_path_factory.mktemp("ratings")
    with ThreadPoolExecutor(1) as aside:  # this thread may have Playwright's event loop
        aside.submit(asyncio.run, prepare(folder)).result()
    with Running(folder, "--host", "0.0.0.0", module="tests.server.rigged", AXIO_DAYS=str(days)) as server:
        url = server.url.replace("0.0.0.0", PLACE)
        with Browser(url) as anyone:
            until_rated(anyone, PLAYERS)
        yield url


def at_home(page: Page, person: str) -> Page:
    """The page of somebody who is signed in."""
    page.context.add_cookies(
        [{"name": "axio", "value": SIGNER.sign(person, person), "domain": PLACE, "path": "/"}]
    )
    return page


_COPIED = """async () => {
  const [item] = await navigator.clipboard.read();
  const types = [...item.types].sort();
  const blobs = await Promise.all(types.map((type) => item.getType(type)));
  return [types, blobs[0].size, await blobs[1].text()];
}"""
_SHARING = """() => {
  Object.assign(navigator, { canShare: () => true, share: async (what) => { window.shared = what; } });
}"""


def _shared(page: Page, game: str) -> None:
    """A picture that tells the result and no tile of it: copied, or given to the system to share."""
    picture = page.locator("img.daily-picture")
    expect(picture).to_have_attribute("alt", re.compile(f"{game}, .*: my lowest colour is at \\d+"))
    assert picture.evaluate("async (image) => (await image.decode(), image.naturalWidth)") == 600
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".toast")).to_have_text("Picture and text are copied.")
    kinds, size, text = page.evaluate(_COPIED)
    assert kinds == ["image/png", "text/plain"] and size > 5000
    assert text.startswith(f"{game}, ") and "/daily/20" in text
    page.evaluate(_SHARING)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("() => window.shared.files[0].type + window.shared.text").startswith(
        f"image/png{game}"
    )


def fits(page: Page) -> None:
    """Nothing is wider than a phone, or than the card it stands on."""
    page.wait_for_selector("body.ready")
    width = page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= PHONE["width"], (page.url, width)
    wide = "[...document.querySelectorAll('.card')].filter((card) => card.scrollWidth > card.clientWidth + 1)"
    assert page.evaluate(f"{wide}.map((card) => card.textContent)") == []


def test_the_daily_deal_from_play_to_yesterday(opened: Opening, far: str, days: Path) -> None:
    """Play, no taking back and no hints, the result among the others; a day later everyone may watch."""
    player = Mouse(at_home(opened(url=far), ANN))
    page = player.page
    page.goto("/")
    page.locator(".daily-strip").click()
    card = page.locator(".day-game[data-game=rota]")
    expect(card).to_contain_text("Nobody has finished it yet")
    _sound(page)
    card.get_by_role("button", name="Play AXIO rota").click()
    page.wait_for_url("**/table/*")
    player.asked()
    player.place()
    expect(page.locator("#undo")).to_be_disabled()
    for tool in ("#undo", "#hint"):
        expect(page.locator(tool)).to_be_hidden()
    player.play_on()
    expect(page.locator("dialog.end #first-today")).to_have_text(re.compile("You are the first today"))
    _shared(page, "AXIO rota")
    _sound(page)
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(page.locator("dialog.end #first-today")).to_be_visible()
    _sound(page)
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="To the daily deal").click()
    expect(card).to_contain_text("Place 1 of 1")
    expect(card.locator("#first-today")).to_be_visible()
    with Browser(far, httpx.Cookies({"axio": SIGNER.sign(BEN, BEN)})) as ben:
        play(ben, 1)
    page.reload()
    expect(card.locator(".bar-mine")).to_have_count(1)
    expect(card.get_by_role("img", name="(you)")).to_be_visible()
    expect(card.locator(".day-best")).to_contain_text("Ann")
    expect(card.locator(".day-best a")).to_have_count(0)
    expect(page.locator(".calendar .today.level-1")).to_have_count(1)
    _sound(page)
    days.write_text("1")
    guest = opened(url=far, phone=True, locale="nl-NL", color_scheme="dark")
    guest.goto("/daily")
    expect(guest.locator(".guest-line")).to_be_visible()
    fits(guest)
    _sound(guest)
    guest.get_by_role("link", name="Het beste spel AXIO rota van gisteren bekijken").click()
    expect(guest.locator("#status")).not_to_be_empty()
    guest.go_back()
    guest.get_by_role("link", name="Alles van gisteren").click()
    expect(
        guest.locator(".day-game[data-game=rota] .day-best").get_by_role("link", name="Ann")
    ).to_be_visible()
    fits(guest)
    days.write_text("0")


def test_leaderboard_and_profile(opened: Opening, far: str) -> None:
    """From the board to a player and on to an opponent; plots are drawn, one's own place is lit."""
    page = at_home(opened(url=far), BEN)
    page.goto("/ratings")
    page.get_by_role("button", name="AXIO rota").click()
    mine = page.locator(".rating-table tr.mine")
    expect(mine).to_contain_text("Ben")
    expect(page.locator(".rating-table tbody tr").first).to_contain_text("Ann")
    expect(page.locator(".rating-table .badge").first).to_have_text("Bot")
    expect(page.locator(".bar-mine")).to_have_count(1)
    _sound(page)
    page.get_by_role("link", name="Ann").click()
    expect(page.get_by_role("heading", name="Ann", level=2)).to_be_visible()
    expect(page.locator(".chart .chart-dot")).to_have_count(6)
    expect(page.locator(".recent-games li")).to_have_count(6)
    expect(page.locator(".recent-games a").first).to_have_attribute("href", "/watch/game5")
    _sound(page)
    rival = page.get_by_role("region", name="Against each opponent").get_by_role("link", name="Greedy")
    rival.click()
    page.wait_for_url("**/player/greedy%401")
    expect(page.locator("main .badge").first).to_have_text("Bot")
    phone = opened(url=far, phone=True, locale="de-DE")
    for path in ("/ratings", "/player/Ann"):
        phone.goto(path)
        fits(phone)
        _sound(phone)
