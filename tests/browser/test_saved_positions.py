"""Exchange, axio, pyramids, naming, the end: each from a saved position, each shown as it should be."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Opening
from .driver import Mouse, Player, bot, person, record_text
from .positions import saved
from .screens import viewport


def _at(opened: Opening, name: str, kind: type[Player] = Mouse, **wishes: object) -> tuple[Player, str]:
    position = saved(name)
    player = kind(opened(**wishes))
    record = record_text(position["game"], position["seats"], position["seed"], position["moves"])
    player.new_table(position["game"], [person("Ada"), bot("random")], record)
    return player, position["move"]


def _type(player: Player, move: str) -> None:
    player.page.keyboard.press("/")
    player.page.locator("#typed").fill(move.lower())
    player.page.keyboard.press("Enter")


@pytest.mark.parametrize("choice", ["exchange", "keep"])
def test_exchange_shows_the_tiles_and_asks(opened: Opening, choice: str) -> None:
    """Whoever may exchange sees the tiles that would be given up, and the game goes on after the answer."""
    player, _ = _at(opened, "exchange")
    assert player.asked() == "exchange"
    page = player.page
    expect(page.locator("dialog.exchange .mini")).not_to_have_count(0)
    seq = player.seq
    page.locator("dialog.exchange button", has_text=re.compile(choice, re.IGNORECASE)).click()
    player.moved(seq)
    expect(page.locator("#pane-log code", has_text=choice)).to_have_count(1)
    assert player.asked() == "place"


@pytest.mark.parametrize("name", ["axio", "axio-hex"])
def test_axio_announces_the_bonus_placement(opened: Opening, name: str) -> None:
    """A track that reaches its end is celebrated, announced, and asks for one more tile."""
    player, move = _at(opened, name, still=False)
    player.asked()
    seq = player.seq
    _type(player, move)
    player.moved(seq)
    assert player.asked() == "place"
    assert "place one more" in player.status.lower()
    expect(player.page.locator("#live")).to_contain_text(re.compile("reached 18"))


def test_a_pyramid_is_previewed_and_raised(opened: Opening) -> None:
    """Hovering shows the pyramid a tile would raise, with its points, before anything is placed."""
    player, move = _at(opened, "pyramid")
    player.asked()
    page = player.page
    before = page.locator("axio-board .pyramid").count()
    page.evaluate(
        """(move) => {
            const board = document.querySelector("axio-board");
            const cells = move.split("-").map((half) => half.slice(1));
            const spot = board.state.spots.find((each) => each[0].join() === cells.join());
            const marks = move.split("-").map((half) => half[0]).join("");
            board.update({ ghost: { spot, marks, pinned: true, named: null } });
        }""",
        move,
    )
    expect(page.locator(".ghost-pyramid")).not_to_have_count(0)
    expect(page.locator(".pyramid-points").first).to_be_visible()
    expect(page.locator(".seat.mine .gaining")).not_to_have_count(0)
    seq = player.seq
    _type(player, move)
    player.moved(seq)
    player.asked()
    assert page.locator("axio-board .pyramids .pyramid").count() > before


@pytest.mark.parametrize("size", ["1440x900", "360x640", "844x390"])
def test_naming_offers_every_colour_with_its_points(opened: Opening, size: str) -> None:
    """An empty corner that meets others asks for a colour and tells what each would give."""
    player, move = _at(opened, "naming")
    player.page.set_viewport_size(viewport(size))
    player.asked()
    place, colour = move.split("=")
    page = player.page
    marks, cell = place.split("@")
    tile = page.evaluate("document.querySelector('axio-rack').tiles[0]")
    for _ in range(next(turn for turn in range(4) if tile[4 - turn :] + tile[: 4 - turn] == marks)):
        page.keyboard.press("r")
    x, y = page.evaluate(
        """(cell) => {
            const board = document.querySelector("axio-board");
            return board.toScreen(board.state.layout.centre(cell));
        }""",
        cell,
    )
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    expect(page.locator(".name-choice")).to_have_count(5)
    expect(page.locator("#status")).to_have_text("Choose a colour")
    expect(page.locator(".name-choice b", has_text="+")).not_to_have_count(0)
    far, scale, covered = page.evaluate(
        """([cell, end]) => {
            const board = document.querySelector("axio-board"), { layout } = board.state;
            const [x, y] = board.toScreen(layout.corners(cell)[end]);
            const box = document.querySelector("dialog.naming").getBoundingClientRect();
            const away = [box.left - x, x - box.right, box.top - y, y - box.bottom];
            const tiles = board.state.tiles.map((tile) => board.toScreen(layout.centre(tile.split("@")[1])));
            const over = ([x, y]) => box.left < x && x < box.right && box.top < y && y < box.bottom;
            return [Math.max(...away), layout.pitch * board.scale, tiles.filter(over).length];
        }""",
        [cell, marks.index(".")],
    )
    assert 0.5 * scale < far < scale, "the question stands beside the corner, not on its tiles"
    assert covered <= 1, "and leaves the board in view"
    seq = player.seq
    page.locator(f'.name-choice[data-colour="{colour}"]').click()
    player.moved(seq)
    expect(page.locator("#pane-log code", has_text=move)).to_have_count(1)


def test_the_end_ranks_and_says_why(opened: Opening) -> None:
    """The last move brings the ranking, the sorted scores, the reason, and the ways to go on."""
    player, move = _at(opened, "end")
    player.asked()
    _type(player, move)
    assert player.asked(beside="place") == "nothing"
    page = player.page
    expect(page.locator(".ranking tbody tr")).to_have_count(2)
    scores = [int(text) for text in page.locator(".ranking .winner .score b").first.all_inner_texts()]
    assert scores, "the winner's sorted scores are shown"
    for label in ("Play again", "Swap seats", "Watch again"):
        expect(page.locator("dialog.end button", has_text=label)).to_be_visible()
    page.locator("dialog.end button", has_text="Swap seats").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat .who").last).to_have_text("Ada")
