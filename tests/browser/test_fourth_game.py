"""A game that a package adds, on the pages: in the reader's language, playable, with its rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.toy_game import TEXTS
from tests.toys import installed

from .conftest import Opening
from .driver import Mouse


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    toys = installed(tmp_path_factory.mktemp("toys"), "patch = my_games:patch")
    with Running(tmp_path_factory.mktemp("data"), path=toys) as running:
        yield running.url


def test_from_the_welcome_page_to_a_tile_on_the_board(opened: Opening, url: str) -> None:
    """The welcome page shows its board and its sentence; then Play, Start, and a tile is placed."""
    player = Mouse(opened(url=url))
    page = player.page
    page.goto("/")
    card = page.locator(".game").nth(3)
    expect(card.get_by_role("heading")).to_have_text("Patch")
    expect(card).to_contain_text(TEXTS["en"]["welcome"])
    expect(card.locator("axio-board .tile").first).to_be_attached()
    expect(card.get_by_role("link", name="Learn")).to_have_count(0)
    page.get_by_role("link", name="Play Patch").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    assert player.asked() == "place"
    player.place()
    page.goto("/")
    expect(page.locator(".going .table-link").first).to_contain_text("Patch")


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_its_rules_are_told_in_the_readers_language(opened: Opening, url: str, language: str) -> None:
    """The rules page has its sections under the headings that all games share."""
    page = opened(url=url, locale=language)
    page.goto("/rules/patch")
    expect(page.locator("article .lead")).to_have_text(TEXTS[language]["welcome"])
    expect(page.locator("article section p")).to_have_text(
        [TEXTS[language]["rules.aim"], TEXTS[language]["rules.turn"]]
    )
    expect(page.locator("article h3")).to_have_count(2)
    assert "rules." not in page.locator("article").inner_text()


@pytest.mark.parametrize("path", ["/lobby", "/scores", "/ratings", "/daily", "/new/patch"])
def test_lists_offer_it(opened: Opening, url: str, path: str) -> None:
    """Wherever one chooses among games, or sees them all, it is there."""
    page = opened(url=url)
    page.goto(path)
    expect(page.locator("main")).to_contain_text("Patch")
