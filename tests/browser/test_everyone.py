"""Everyone can play: axe finds nothing, screen readers are told, phones have room, three languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

from .conftest import Opening
from .driver import Keys, Mouse, bot, person, record_text
from .positions import saved

PAGES = [
    "/",
    "/new/axio",
    "/new/hex?friends",
    "/join/nowhere",
    "/scores",
    "/analyse",
    "/daily",
    "/puzzles",
    "/puzzles/nowhere",
    "/ratings",
    "/player/careful@1",
    "/about",
    "/lobby",
    "/notices",
    "/mail/stop/0",
    "/account",
    "/rules/axio",
    "/rules/rota",
    "/rules/hex",
    "/learn/axio",
    "/learn/rota",
    "/watch/nowhere",
    "/table/nowhere",
]


def _sound(page: Page) -> None:
    page.wait_for_selector("body.ready")
    page.wait_for_timeout(250)  # what fades in has faded in
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    told = [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found.response["violations"]]
    assert not told, f"{page.url}\n" + "\n".join(told)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_any_page(opened: Opening, scheme: str) -> None:
    """Names, roles, contrast and focus hold on every page, by day and by night."""
    page = opened(color_scheme=scheme, reduced_motion="reduce")
    for path in PAGES:
        page.goto(path)
        _sound(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_at_the_table(opened: Opening, scheme: str) -> None:
    """The table with its board, its dialogs, its end and its replay too."""
    player = Mouse(opened(color_scheme=scheme))
    page = player.page
    player.new_table("hex", [person("Ada"), bot("random"), bot("greedy")])
    player.asked()
    page.keyboard.press("1")
    page.keyboard.press("n")
    _sound(page)
    page.locator("#tab-unseen").click()
    page.locator("#settings").click()
    _sound(page)
    for name in ("exchange", "end"):
        position = saved(name)
        moves = position["moves"] + ([position["move"]] if name == "end" else [])
        table = player.new_table(
            position["game"],
            [person("Ada"), bot("random")],
            record_text(position["game"], 2, position["seed"], moves),
        )
        page.wait_for_selector("dialog[open]")
        _sound(page)
    page.goto(f"/watch/{table}")
    _sound(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_among_friends(opened: Opening, scheme: str) -> None:
    """The waiting room, the link opened, the table with clocks, its menu, and its proof."""
    host, guest = Mouse(opened(color_scheme=scheme)), Mouse(opened(color_scheme=scheme, phone=True))
    host.page.goto("/new/axio?friends")
    host.page.locator(".chair input").first.fill("Ada")
    host.page.locator("label:has(input[value=live])").click()
    _sound(host.page)
    host.page.locator("button[type=submit]").click()
    link = host.page.locator("#invite").input_value()
    _sound(host.page)
    guest.page.goto(link)
    guest.page.locator("#name").fill("Grace")
    _sound(guest.page)
    guest.page.locator("#sit").click()
    host.asked()
    _sound(host.page)
    guest.page.locator("#more").click()
    _sound(guest.page)
    guest.page.locator("#menu-resign").click()
    guest.page.locator(".sure .main").click()
    host.page.locator("#check").click()
    _sound(host.page)
    _sound(guest.page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_lists_menus_and_lessons(opened: Opening, scheme: str) -> None:
    """The welcome page of somebody who has played, the menu and the settings on a phone, a lesson."""
    player = Mouse(opened(color_scheme=scheme, phone=True))
    page = player.page
    position = saved("end")
    moves = [*position["moves"], position["move"]]
    player.new_table("axio", [person("Ada"), bot("random")], record_text("axio", 2, position["seed"], moves))
    player.new_table("rota", [person("Ada"), bot("random")])
    page.goto("/")
    for part in (".going .table-link", ".done .result"):
        expect(page.locator(part).first).to_be_visible()
    _sound(page)
    for opener in ("#site-menu", "#settings"):
        page.locator(opener).click()
        _sound(page)
        page.keyboard.press("Escape")
    page.goto("/learn/hex")
    page.locator("axio-rack button").first.tap()
    _sound(page)


def test_a_screen_reader_walks_one_labelled_grid(opened: Opening) -> None:
    """Arrow keys move along cells with names, and what would be scored is said."""
    player = Keys(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("random")])
    player.asked()
    grid = page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("row")).to_have_count(9)
    expect(grid.get_by_role("gridcell")).to_have_count(81)
    expect(grid.get_by_role("gridcell", name="e5, printed purple")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator("#live")).to_contain_text("in your hand")
    page.keyboard.press("n")
    expect(page.locator("#live")).to_contain_text("Fits:")
    expect(grid).to_have_attribute("aria-activedescendant", re.compile("."))
    active = grid.get_attribute("aria-activedescendant") or ""
    page.keyboard.press("ArrowRight")
    expect(grid).not_to_have_attribute("aria-activedescendant", active)
    page.keyboard.press("n")
    seq = player.seq
    page.keyboard.press("Enter")
    player.moved(seq)
    expect(page.locator("#live")).not_to_be_empty()
    player.asked()
    expect(page.locator("#pane-log li").first).to_contain_text("Ada")


@pytest.mark.parametrize(
    ("game", "seats", "locale"),
    [("axio", 1, "en"), ("axio", 4, "nl"), ("rota", 3, "de"), ("hex", 2, "en"), ("hex", 4, "de")],
)
def test_a_phone_holds_the_table_without_scrolling(
    opened: Opening, game: str, seats: int, locale: str
) -> None:
    """On 360 × 640 the scores, the board, the rack and the buttons are all on the screen."""
    player = Mouse(opened(phone=True, locale=locale))
    player.new_table(game, [person("Ada"), *[bot("random")] * (seats - 1)])
    player.asked()
    page = player.page
    boxes: dict[str, Any] = page.evaluate(
        """() => {
            const all = (selector) => [...document.querySelectorAll(selector)];
            const { scrollHeight, scrollWidth } = document.scrollingElement;
            const boxes = all(".seat, axio-board, .rack-tile, #place, #turn").map((each) => {
              const { left, top, right, bottom } = each.getBoundingClientRect();
              return [each.className || each.tagName, left, top, right, bottom];
            });
            const wide = (each) => each.scrollWidth > each.clientWidth + 1;
            const clipped = all(".track, .status, .tool").filter(wide).map((each) => each.className);
            return { scroll: scrollHeight, wide: scrollWidth, boxes, clipped };
        }"""
    )
    assert boxes["scroll"] <= 640 and boxes["wide"] <= 360
    for name, left, top, right, bottom in boxes["boxes"]:
        assert left >= -1 and top >= 0 and right <= 361 and bottom <= 640, name
    assert boxes["clipped"] == []
    board = page.locator("axio-board").bounding_box()
    assert board is not None and board["width"] >= 340


@pytest.mark.parametrize(("locale", "word"), [("de-DE", "Spielen"), ("nl-NL", "Spelen"), ("fr-FR", "Play")])
def test_the_page_speaks_the_browsers_language(opened: Opening, locale: str, word: str) -> None:
    """English, German and Dutch follow the browser; others get English; a choice stays."""
    page = opened(locale=locale)
    page.goto("/")
    expect(page.locator(".game-actions .button").first).to_have_text(word)
    page.locator("#settings").click()
    page.locator("#set-language").select_option("nl")
    expect(page.locator(".game-actions .button").first).to_have_text("Spelen")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")


def test_no_text_is_missing_on_any_page(opened: Opening) -> None:
    """A key that has no text would show as the key itself."""
    page = opened(locale="de-DE")
    for path in PAGES:
        page.goto(path)
        page.wait_for_selector("body.ready")
        shown = page.locator("body").inner_text()
        assert not re.search(
            r"\b(account|daily|ratings|player|rules|learn|welcome|new|scores|watch|about|nav|end|status|bot)\.[a-z]+",
            shown,
        ), path


def test_nothing_comes_from_anywhere_else(opened: Opening) -> None:
    """No third-party request of any kind, and no breach of the content policy."""
    page = opened()
    hosts = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for path in PAGES:
        page.goto(path)
        page.wait_for_selector("body.ready")
    assert len(hosts) == 1, hosts
