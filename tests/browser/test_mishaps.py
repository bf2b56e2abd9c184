"""Reloads, lost servers, stale pages, broken files: nothing is lost, and every fault says what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.running import Running

from .conftest import Opening
from .driver import Mouse, bot, person, record_text
from .positions import saved


def test_a_reload_in_the_middle_of_a_turn_keeps_the_game(opened: Opening) -> None:
    """A tile in the hand is lost, the game is not."""
    player = Mouse(opened())
    player.new_table("axio", [person("Ada"), bot("greedy")])
    for _ in range(3):
        player.asked()
        player.place()
    player.asked()
    player.page.keyboard.press("1")
    tiles = player.page.locator("axio-board .tiles .tile").count()
    player.page.reload()
    assert player.asked() == "place"
    assert player.page.locator("axio-board .tiles .tile").count() == tiles
    player.place()


def test_a_killed_server_comes_back_and_so_does_the_page(opened: Opening, tmp_path: Path) -> None:
    """kill -9 in the middle of a turn: the page says so, waits, and goes on where it was."""
    running = Running(tmp_path)
    player = Mouse(opened(url=running.url))
    player.new_table("axio", [person("Ada"), person("Grace")])
    for _ in range(4):
        if player.asked() == "handover":
            player.answer("handover")
        player.asked(beside="handover")
        player.place()
    tiles = player.page.locator("axio-board .tiles .tile").count()
    running.kill()
    expect(player.page.locator("#status")).to_contain_text("No connection")
    with Running(tmp_path, "--port", running.url.rsplit(":", 1)[1]):
        expect(player.page.locator("#status")).not_to_contain_text("No connection", timeout=20_000)
        if player.asked() == "handover":
            player.answer("handover")
        assert player.page.locator("axio-board .tiles .tile").count() == tiles
        player.asked(beside="handover")
        player.place()


def test_two_windows_of_one_player_stay_the_same(opened: Opening) -> None:
    """A move made in one window is shown in the other, and a stale click there does no harm."""
    player = Mouse(opened())
    table = player.new_table("rota", [person("Ada")])
    second = Mouse(player.page.context.new_page())
    second.page.goto(f"/table/{table}")
    second.asked()
    player.asked()
    player.place()
    expect(second.page.locator("axio-board .tiles .tile")).to_have_count(5)
    second.asked()
    second.place()
    expect(player.page.locator("axio-board .tiles .tile")).to_have_count(6)


def test_a_broken_record_says_which_move_and_why(opened: Opening) -> None:
    """An import that cannot be replayed names the move and the reason; nothing is opened."""
    page = opened()
    page.goto("/")
    page.get_by_role("button", name="Open a saved game").click()
    position = saved("end")
    moves = [*position["moves"][:4], position["moves"][0]]
    page.locator("#import-text").fill(record_text(position["game"], 2, position["seed"], moves))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#import-wrong")).to_contain_text("Move 5")
    page.locator("#import-text").fill("{ not a record")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#import-wrong")).to_contain_text("cannot be opened")
    assert page.url.endswith("/")


def test_a_record_comes_in_and_goes_out_again(opened: Opening, tmp_path: Path) -> None:
    """A good record opens for watching, and the record that comes out holds the same moves."""
    page = opened()
    page.goto("/")
    page.get_by_role("button", name="Open a saved game").click()
    position = saved("end")
    moves = [*position["moves"], position["move"]]
    file = tmp_path / "game.json"
    file.write_text(record_text(position["game"], 2, position["seed"], moves))
    page.locator("#import-file").set_input_files(file)
    page.wait_for_url("**/watch/*")
    expect(page.locator("#scrub")).to_have_attribute("max", str(len(moves)))
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Record").click()
    assert json.loads(waiting.value.path().read_text())["moves"] == moves
    with page.expect_download() as picture:
        page.get_by_role("button", name="PNG").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_name_is_only_a_name(opened: Opening) -> None:
    """Markup in a name stays text on every page that shows it."""
    player = Mouse(opened())
    player.new_table("rota", [person("<img src=x onerror=alert(1)>")])
    player.asked()
    expect(player.page.locator(".seat .who")).to_have_text("<img src=x onerror=alert(1)>")
    player.page.goto("/")
    expect(player.page.locator(".names", has_text="<img src=x").first).to_be_visible()
    assert player.page.locator("main img").count() == 0


def test_a_wrong_address_says_so(opened: Opening) -> None:
    """A page that does not exist, and a game that does not, lead back to the start."""
    page = opened()
    for path in ("/nowhere", "/new/chess", "/learn/chess", "/rules/chess"):
        page.goto(path)
        expect(page.locator("#main h2")).to_have_text("Nothing here")
        expect(page.get_by_role("link", name="Home").last).to_be_visible()


def test_a_page_without_a_server_comes_back_by_itself(opened: Opening) -> None:
    """The page says it keeps trying, and does."""
    page = opened()
    down = ["**/api/**", "**/texts/*.json"]
    for path in down:
        page.route(path, lambda route: route.abort())
    page.route("**/static/theme.js", lambda route: route.abort())
    page.goto("/scores")
    page.locator("#main .button").wait_for()
    for path in (*down, "**/static/theme.js"):
        page.unroute(path)
    expect(page.locator("#main h2").first).to_have_text("Scores")


@pytest.mark.parametrize(("game", "sign"), [("axio", "-"), ("rota", "@")])
def test_what_is_no_move_is_answered_in_the_games_own_notation(opened: Opening, game: str, sign: str) -> None:
    """The example is a move of this game, and the sentence in the reader's language."""
    player = Mouse(opened(locale="de"))
    page = player.page
    player.new_table(game, [person("Ada"), bot("random")])
    player.asked()
    shown = page.locator("#typed").get_attribute("placeholder") or ""
    assert sign in shown
    page.locator("#typed").fill("hello")
    page.keyboard.press("Enter")
    expect(page.locator(".toast.wrong")).to_have_text(f"Das ist kein Zug. Hier sieht einer so aus: {shown}.")


def test_you_are_spoken_to_in_the_second_person(opened: Opening) -> None:
    """Nobody reads "You's lowest colour": the winner at this browser is spoken to."""
    player = Mouse(opened())
    position = saved("end")
    player.new_table(
        "axio", [person("You"), bot("random")], record_text("axio", 2, position["seed"], position["moves"])
    )
    player.asked()
    player.page.locator("#typed").fill(position["move"])
    player.page.keyboard.press("Enter")
    assert player.asked(beside="place") == "nothing"
    expect(player.page.locator("dialog.end")).not_to_contain_text("You’s")
