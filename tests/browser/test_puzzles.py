"""Puzzles in the browser: by mouse, finger and keyboard, from a wrong move to the answer and the next."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_texts import TEXTS

from .conftest import Opening
from .driver import Finger, Keys, Mouse, Player
from .test_everyone import _sound


def solve(player: Player, game: str, language: str) -> None:
    """Open a puzzle with a theme of placements, lay some tile, look at the answer, and go on to the next."""
    page, words = player.page, TEXTS[language]
    page.goto(f"/puzzles/{game}")
    page.wait_for_selector("body.ready")
    first = page.url
    assert re.search(rf"/puzzles/{game}/\w{{10}}$", first)
    _sound(page)
    if page.locator(".puzzle-choice").count():
        page.locator(".puzzle-choice button").first.click()
    else:
        player.place()
    guide = page.locator("#guide")
    outcomes = "|".join(re.escape(words[f"puzzle.{key}"]) for key in ("wrong", "right"))
    expect(guide.locator("h2")).to_have_text(re.compile(outcomes))
    if guide.locator("#show").count():
        guide.locator("#show").press("Enter")
        expect(guide.locator("h2")).to_have_text(words["puzzle.answer"])
    expect(guide.locator(".reason").first).not_to_be_empty()
    expect(guide.locator("#next")).to_be_focused()
    _sound(page)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != first and "/puzzles/" in url)


@pytest.mark.parametrize(("hands", "game", "language"), [(Mouse, "axio", "en"), (Keys, "hex", "nl")])
def test_a_puzzle_at_a_desk(opened: Opening, hands: type[Player], game: str, language: str) -> None:
    """By mouse or keyboard alone; what is wrong may be tried again, and the answer comes with reasons."""
    solve(hands(opened(locale=language)), game, language)


def test_a_puzzle_on_a_phone(opened: Opening) -> None:
    """By finger, upright, in German; nothing lies outside of the screen."""
    page = opened(phone=True, locale="de")
    solve(Finger(page), "rota", "de")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_overview_leads_to_themes_and_to_the_puzzle_of_the_day(opened: Opening) -> None:
    """A theme and the puzzle of the day are a click away."""
    page: Page = opened()
    page.goto("/puzzles")
    card = page.locator("article[data-game=axio]")
    card.get_by_role("link", name="AXIO: Puzzle of the day").click()
    expect(page.locator("#guide h2")).to_have_text("Your move")
    expect(page.locator("#guide")).to_contain_text("Puzzle of the day")
    page.goto("/puzzles")
    theme = card.get_by_role("list", name="Themes").get_by_role("link").first
    theme.click()
    expect(page.locator("#guide h2")).to_have_text("Your move")
    page.wait_for_url(re.compile(r"/puzzles/axio/\w{10}\?theme=\w+"))
