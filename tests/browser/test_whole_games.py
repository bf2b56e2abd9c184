"""Mouse, finger and keyboard each play every game from the first tile to the end screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Opening
from .driver import Finger, Keys, Listener, Mouse, Player, bot, person

GAMES = ("axio", "rota", "hex")


def _ended(player: Player) -> None:
    expect(player.page.locator("dialog.end h2")).not_to_be_empty()
    expect(player.page.locator(".ranking tbody tr").first).to_be_visible()
    assert player.page.locator("#live").text_content()


@pytest.mark.parametrize("game", GAMES)
def test_a_mouse_plays_a_whole_game_against_a_bot(opened: Opening, game: str) -> None:
    """Clicking alone is enough from the first tile to the ranking."""
    player = Mouse(opened())
    player.new_table(game, [person("Ada"), bot("greedy")])
    assert player.play_on() >= 10
    _ended(player)


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_plays_a_whole_solo_game_on_a_phone(opened: Opening, game: str) -> None:
    """Tap, tap, confirm: nothing needs a mouse, and 360 × 640 is room enough."""
    player = Finger(opened(phone=True))
    player.new_table(game, [person("Ada")])
    assert player.play_on() >= 12
    _ended(player)


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_plays_a_whole_game_of_two_people(opened: Opening, game: str) -> None:
    """Keys alone place, turn, name, exchange and hand over."""
    player = Keys(opened())
    player.new_table(game, [person("Ada"), person("Grace")])
    assert player.play_on() >= 20
    _ended(player)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_through_the_accessibility_tree(opened: Opening, game: str) -> None:
    """Roles, names and announcements are enough; what the bot does and how it ends is said as well."""
    player = Listener(opened())
    page = player.page
    page.add_init_script("window.said = []")
    player.new_table(game, [person("Ada"), bot("greedy")])
    player.asked()
    page.evaluate(
        """() => new MutationObserver(() => window.said.push(document.querySelector("#live").textContent))
            .observe(document.querySelector("#live"), { childList: true })"""
    )
    assert player.play_on() >= 10
    said = "\n".join(page.evaluate("() => window.said"))
    assert said.count("Greedy: ") >= 10
    end = page.get_by_role("dialog")
    expect(end).to_have_accessible_name(re.compile("wins?$"))
    expect(end.get_by_role("row")).to_have_count(3)
    assert str(end.get_by_role("heading").text_content()) in said
