"""After the game in a real browser: the review by finger and keyboard, and missed moves tried again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.compiling import compile_all
from tests.server.browsing import Browser
from tests.server.running import Running

from .conftest import PHONE, Opening
from .test_everyone import _sound

pytestmark = pytest.mark.xdist_group("reviews")


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Somebody at a server whose reviews are quick."""
    compile_all()
    settings = json.dumps({"review_work": 60})
    folder = tmp_path_factory.mktemp("data")
    with (
        Running(folder, module="tests.server.rigged", AXIO_SETTINGS=settings) as server,
        Browser(server.url) as browser,
    ):
        yield browser


@pytest.fixture(scope="module")
def table(quick: Browser) -> str:
    """A finished game of theirs, played without much thought."""
    name = quick.new("axio", "Ann", "bot:greedy")
    quick.open(name).play_out(Random(1))
    return name


def at_home(page: Page, browser: Browser) -> Page:
    cookies = [{"name": name, "value": value} for name, value in browser.http.cookies.items()]
    page.context.add_cookies([{**cookie, "url": browser.url} for cookie in cookies])  # type: ignore[typeddict-item]
    return page


def reviewed(page: Page, table: str) -> None:
    page.goto(f"/review/{table}")
    expect(page.locator("#review-account")).to_be_visible(timeout=60_000)


def fits(page: Page) -> None:
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]


def test_a_whole_review_on_a_phone_by_finger_and_by_keyboard(
    opened: Opening, quick: Browser, table: str
) -> None:
    """From the replay to the marks, two moves on the board, the address of a ply, whose racks are open."""
    page = at_home(opened(phone=True, url=quick.url), quick)
    page.goto(f"/watch/{table}")
    page.locator("#review").tap()
    expect(page.locator("#review-account")).to_be_visible(timeout=60_000)
    expect(page.locator("#review-found")).to_have_text(re.compile(r"Moves with a mark: \d+"))
    page.locator("#next-mark").tap()
    says = page.locator("#review-says")
    expect(says.locator(".mark-tag")).to_have_text(re.compile("inaccuracy|mistake|blunder"))
    expect(says.locator(".reasons li").first).not_to_be_empty()
    page.locator("#show-better").tap()
    expect(page.locator('.told[data-mark="★"]')).to_have_count(1)
    expect(page.locator(".told")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(page.locator('.told[data-mark="★"]')).to_have_count(0)
    at = int(page.url.partition("#")[2])
    page.keyboard.press("ArrowRight")
    assert page.url.endswith(f"#{at + 1}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".review-move[aria-current]")).to_have_attribute("href", f"#{at}")
    racks = page.locator(".review-racks .open-rack")
    expect(racks).to_have_count(1)
    page.locator("#rack-choice").select_option("all")
    expect(racks).to_have_count(2)
    page.locator(".review-move").last.tap()
    expect(says.locator("h2")).to_contain_text(page.url.partition("#")[2])
    page.locator(".review-race .chart").tap(position={"x": 4, "y": 30})
    assert page.url.endswith("#0")
    fits(page)
    _sound(page)


@pytest.mark.parametrize(
    ("locale", "scheme", "word"),
    [("de", "dark", "Ungenauigkeit|Fehler|Patzer"), ("nl", "light", "onnauwkeurigheid|fout|blunder")],
)
def test_a_review_in_other_languages(
    opened: Opening, quick: Browser, table: str, locale: str, scheme: str, word: str
) -> None:
    """Marks and reasons are words of the reader's language, and nothing is wider than the phone."""
    page = at_home(opened(phone=True, url=quick.url, locale=locale, color_scheme=scheme), quick)
    reviewed(page, table)
    page.locator("#next-mark").tap()
    expect(page.locator("#review-says .mark-tag")).to_have_text(re.compile(word))
    fits(page)
    _sound(page)
    page.locator("#try-again, #to-exercises").first.tap()
    page.wait_for_url("**/exercises**")
    _sound(page)


def test_what_was_missed_is_tried_again(opened: Opening, quick: Browser, table: str) -> None:
    """A wrong move leaves the question open, the best one is right, and the next exercise follows."""
    page = at_home(opened(url=quick.url), quick)
    reviewed(page, table)
    cards = quick.get(f"/api/exercises?table={table}")["cards"]
    page.goto("/exercises")
    page.wait_for_selector(".exercise-list")
    expect(page.locator(".exercise-list li")).to_have_count(len(cards))
    _sound(page)
    first, answer = easy(quick, table, [card["ply"] for card in cards])
    page.goto(f"/exercises/{table}/{first}")
    place(page, answer["played"])
    expect(page.locator("#guide p")).to_have_text("There is a better move. Try again.", timeout=15_000)
    place(page, answer["best"])
    expect(page.locator("#guide h2")).to_have_text("Right.", timeout=15_000)
    expect(page.locator('.told[data-mark="★"]')).to_have_count(1)
    _sound(page)
    page.locator("#next-exercise").click()
    page.wait_for_url(re.compile(r"/exercises(?!.*/" + str(first) + "$)"))


def easy(browser: Browser, table: str, plies: list[int]) -> tuple[int, dict[str, str]]:
    """An exercise where a tile is to be placed, and its answer."""
    for ply in plies:
        asked = browser.http.post(f"/api/tables/{table}/exercises/{ply}", json={"move": None}).json()
        if "-" in asked["best"] and "-" in asked["played"]:
            return ply, asked
    raise AssertionError("every exercise is about an exchange")


def place(page: Page, move: str) -> None:
    """Set a tile down as the board does when it is done."""
    page.wait_for_selector("body.ready")
    page.evaluate(
        """(move) => {
          const board = document.querySelector("axio-board");
          const halves = move.split("-"), at = (half) => half.slice(1);
          const spot = board.state.spots.find(([cells]) => halves.every((half) => cells.includes(at(half))));
          if (spot[0][0] !== at(halves[0])) halves.reverse();
          const detail = { spot, marks: halves.map((half) => half[0]).join(""), named: null, pinned: true };
          board.dispatchEvent(new CustomEvent("place", { detail }));
        }""",
        move,
    )


def test_what_cannot_be_reviewed_says_so(opened: Opening, quick: Browser) -> None:
    """A running game: one sentence and the way back."""
    page = at_home(opened(url=quick.url), quick)
    running = quick.new("rota", "Ann", "bot:greedy")
    page.goto(f"/review/{running}")
    page.wait_for_selector("#no-review")
    expect(page.locator("#no-review")).to_contain_text("A game is reviewed when it is over.")
