"""The analysis board in a real browser: best moves, variations, setting up, and playing on from a replay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from axio import State, deal, parse_position
from tests.server.running import Running
from tests.server.test_analysis import middle
from tests.server.test_records import finished

from .conftest import Opening
from .driver import _PLAN
from .test_everyone import _sound as sound

SLOW = 60_000  # milliseconds for the first best move, while other tests compute


def open_at(page: Page, state: State) -> None:
    page.goto(f"/analyse?p={quote(str(state))}")
    page.wait_for_selector("body.ready")


def shown(page: Page) -> State:
    """The position in the address."""
    position = parse_position(parse_qs(urlsplit(page.url).query)["p"][0])
    assert isinstance(position, State)
    return position


def tiles(page: Page) -> int:
    page.wait_for_selector("axio-board")
    return int(page.evaluate("document.querySelector('axio-board').state.tiles.length"))


def test_the_best_moves_are_found_played_and_compared(opened: Opening) -> None:
    """A click plays a move; back and another one makes a variation; every position is in the address."""
    page, state = opened(), middle("rota", plies=12)
    open_at(page, state)
    best = page.locator(".best-move")
    expect(best.first).to_be_visible(timeout=SLOW)
    expect(page.locator(".best-why")).not_to_be_empty()
    best.first.hover()
    best.first.click()
    expect(page.locator(".variation")).to_have_count(2)
    assert sum(shown(page).placed) == sum(state.placed) + 1
    page.locator("h2").first.click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".variation[aria-current]")).to_have_text("Start")
    assert shown(page) == state
    plan = page.evaluate(_PLAN, 5)
    page.locator("axio-rack button").nth(plan["index"]).click()
    page.mouse.move(plan["x"], plan["y"])
    page.mouse.click(plan["x"], plan["y"])
    if page.locator("dialog.naming").count():
        page.keyboard.press("Enter")
    expect(page.locator(".variations .aside .variation")).to_have_count(1)
    page.locator("#analyse-trash").click()
    expect(page.locator(".variation")).to_have_count(2)


def test_the_keyboard_places_a_tile(opened: Opening) -> None:
    """A number takes it, N finds a spot, Enter places it."""
    page, state = opened(), middle("hex", plies=6)
    open_at(page, state)
    page.locator("axio-board .base").focus()
    for key in ("1", "n", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".variation")).to_have_count(2)
    assert tiles(page) == sum(state.placed) + 1


def test_a_finger_places_a_tile_on_a_phone(opened: Opening) -> None:
    """Tap the tile, tap the board, and again to confirm."""
    page, state = opened(phone=True), middle("axio", plies=6)
    open_at(page, state)
    page.locator("axio-rack button").nth(0).tap()
    spot = """() => { const board = document.querySelector("axio-board");
      const { spots, layout } = board.state;
      const [cells] = spots.find(([cells]) => cells[0][0] !== cells[1][0]);
      return board.toScreen(layout.centre(cells[0])); }"""
    x, y = page.evaluate(spot)
    page.touchscreen.tap(x, y)
    if page.evaluate("!!document.querySelector('axio-board').state.ghost?.pinned"):
        page.touchscreen.tap(x, y)
    expect(page.locator(".variation")).to_have_count(2)


def test_a_position_is_set_up(opened: Opening) -> None:
    """Who knows what, tracks, racks, a tile laid freely and taken off, another game; and text as it was."""
    page = opened()
    open_at(page, middle("hex", plies=4))
    page.locator(".analyse-set-up > summary").click()
    page.locator("#set-who").select_option("0")
    expect(page.locator(".set-rack")).to_have_count(1)
    page.locator("#set-who").select_option("all")
    expect(page.locator(".set-rack")).to_have_count(2)
    page.locator("#set-track-1-0").fill("7")
    page.locator("#set-track-1-0").press("Tab")
    expect(page.locator("[data-seat='1'] .value").first).to_have_text("7")
    page.locator("#set-rack-0-0").select_option("")
    expect(page.locator("#set-rack-0-5")).to_have_value("")
    laid = tiles(page)
    page.locator("#set-lay").check()
    expect(page.locator("axio-rack button").nth(8)).to_be_visible()
    page.locator("axio-board .base").focus()
    for key in ("3", "n", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".set-laid li")).to_have_count(laid + 1)
    page.locator(".set-laid > summary").click()
    page.locator(".set-laid button").first.click()
    expect(page.locator(".set-laid li")).to_have_count(laid)
    expect(page.locator(".set-laid li").first).to_be_visible()
    page.locator("#set-lay").uncheck()
    text = page.locator("#position-text").input_value()
    assert shown(page) == parse_position(text)
    page.locator("#set-game").select_option("rota")
    page.locator(".set-deal [type=submit]").click()
    expect(page.locator("axio-board.shape-display")).to_be_visible()
    page.locator("#position-text").fill("nonsense")
    page.locator(".analyse-text [type=submit]").click()
    expect(page.locator(".toast")).to_contain_text("not a position")
    page.locator("#position-text").fill(text)
    page.locator(".analyse-text [type=submit]").click()
    expect(page.locator("axio-board.shape-hexagon")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "title", "button"),
    [("de-DE", "Beste Züge", "Weiterspielen"), ("nl-NL", "Beste zetten", "Verder spelen")],
)
def test_a_replay_leads_to_analysis_and_practice(
    opened: Opening, locale: str, title: str, button: str
) -> None:
    """From a ply of a finished game, in German and Dutch: its position, and a practice game against a bot."""
    page, data = opened(locale=locale), finished("rota", 2)
    page.goto("/about")
    made = page.evaluate(
        "async (body) => (await (await fetch('/api/records', { method: 'POST', body })).json()).id",
        json.dumps(data),
    )
    page.goto(f"/watch/{made}")
    expect(page.locator("#watch-analyse")).to_be_hidden()
    for _ in range(5):
        page.locator("#watch-back").click()
    expect(page.locator("#watch-play-on")).to_have_text(button)
    page.locator("#watch-analyse").click()
    expect(page.locator("#best-title")).to_have_text(title)
    assert tiles(page) == len(data["moves"]) + 4 - 5
    page.go_back()
    page.locator("#watch-first").click()
    page.locator("#watch-play-on").click()
    page.locator("#play-on-1").select_option("greedy")
    page.locator("dialog.play-on .main").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#practice")).to_be_visible()
    assert tiles(page) >= len(deal("rota", 2, "7").board.tiles)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_the_analysis_board(opened: Opening, scheme: str) -> None:
    """With best moves, variations, the set-up open, and the dialog to play on."""
    page = opened(phone=True, color_scheme=scheme, reduced_motion="reduce")
    open_at(page, middle("rota", plies=14))
    page.locator(".best-move").first.click(timeout=SLOW)
    page.locator(".analyse-set-up > summary").click()
    page.locator(".set-laid > summary").click()
    sound(page)
    page.locator("#play-on").click()
    sound(page)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """Another site on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}/"
        served.shutdown()


def test_a_game_is_shown_in_a_frame_of_another_site(opened: Opening, server: Running, tmp_path: Path) -> None:
    """At the ply of the address, without the bar, with a way to the site."""
    page, data = opened(), finished("axio", 2)
    page.goto("/about")
    made = page.evaluate(
        "async (body) => (await (await fetch('/api/records', { method: 'POST', body })).json()).id",
        json.dumps(data),
    )
    address = f"{server.url}/embed/{made}/4"
    other = opened()
    body = f'<!doctype html><title>A</title><iframe src="{address}" width="900" height="600"></iframe>'
    (tmp_path / "index.html").write_text(body)
    with site(tmp_path) as other_site:
        other.goto(other_site)
    frame = other.frame_locator("iframe")
    expect(frame.locator("#status")).to_contain_text("4.")
    expect(frame.locator("#bar")).to_be_hidden()
    frame.locator("#watch-next").click()
    expect(frame.locator("#status")).to_contain_text("5.")
    expect(frame.locator("#on-site")).to_have_attribute("href", f"/watch/{made}")
