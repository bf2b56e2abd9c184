"""The table on screens of any size: everything in view, nothing covered, every control answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opening
from .driver import Finger, Mouse, bot, person, record_text
from .looks import played
from .positions import saved
from .screens import BOTS, PLIES, hidden, viewport

SOME = ("360x640", "640x360", "844x390", "600x960", "820x1180", "1180x820", "1280x800")
CLICKED = ("640x360", "820x1180", "1280x800")


def _wrong(page: Page, sizes: tuple[str, ...]) -> list[str]:
    found = []
    for size in sizes:
        page.set_viewport_size(viewport(size))
        found += [f"{size}: {wrong}" for wrong in hidden(page)]
    return found


@pytest.mark.parametrize(("game", "seats"), [("axio", 2), ("rota", 4), ("hex", 4)])
def test_everything_is_in_view_on_any_screen(opened: Opening, game: str, seats: int) -> None:
    """Board, rack, scores, whose turn it is and every control: on the screen, uncovered, large enough."""
    player = Mouse(opened(locale="de"))
    player.new_table(game, [person("Ada"), *BOTS[: seats - 1]], played(game, seats, PLIES[game]))
    player.asked()
    assert not (wrong := _wrong(player.page, SOME)), "\n".join(wrong)


@pytest.mark.parametrize("font", ["DejaVu Serif", "DejaVu Sans Mono"])
def test_a_wider_font_covers_nothing(opened: Opening, font: str) -> None:
    """The system's font is not ours to choose: narrow and wide ones leave everything in view."""
    player = Mouse(opened(locale="de"))
    player.new_table("hex", [person("Ada"), *BOTS], played("hex", 4, PLIES["hex"]))
    player.asked()
    player.page.evaluate("font => document.documentElement.style.setProperty('--font', `'${font}'`)", font)
    assert not (wrong := _wrong(player.page, SOME)), "\n".join(wrong)


def test_tiles_on_the_rack_are_as_large_as_on_the_board(opened: Opening) -> None:
    """What is taken from the rack does not change its size on the way, on a new size of screen neither."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("random")])
    player.asked()
    for size in ("1440x900", "1280x800", "390x844"):
        page.set_viewport_size(viewport(size))
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        share = page.evaluate(
            """document.querySelector("axio-rack svg").getScreenCTM().a
            / document.querySelector("axio-board").scale"""
        )
        assert 0.8 <= share <= 1.01, f"{size}: {share:.2f}"


_PLATE = """() => {
  const button = document.querySelector(".rack-tile[aria-pressed=true]");
  const [plate, tile] = [button, button.querySelector(".tile")].map((each) => each.getBoundingClientRect());
  const [left, right] = [plate.left - tile.left, tile.right - plate.right];
  const [top, bottom] = [plate.top - tile.top, tile.bottom - plate.bottom];
  return { upright: tile.height > tile.width, over: Math.max(left, right, top, bottom) };
}"""


@pytest.mark.parametrize("size", ["1440x900", "1920x1080", "820x1180", "390x844", "844x390"])
def test_a_chosen_tile_lies_on_its_plate(opened: Opening, size: str) -> None:
    """However it is turned: what is lit behind it is as large as the tile."""
    player = Mouse(opened(viewport=viewport(size)))
    page = player.page
    player.new_table("axio", [person("Ada"), bot("random")])
    player.asked()
    page.locator("axio-rack button").nth(2).click()
    for upright in (False, True):
        found = page.evaluate(_PLATE)
        assert found["upright"] == upright and found["over"] <= 1, found
        page.locator("#turn").click()


@pytest.mark.parametrize("size", CLICKED)
def test_every_control_answers(opened: Opening, size: str) -> None:
    """Each tile, each tool, the panel and the bar are clicked where they stand, and do what they say."""
    player = Mouse(opened(viewport=viewport(size), settings={"confirm": True, "panel": False}))
    page = player.page
    player.new_table("axio", [person("Ada"), bot("random")], played("axio", 2, 6))
    player.asked()
    for number in range(page.locator("axio-rack button").count()):
        page.locator("axio-rack button").nth(number).click()
        expect(page.locator("axio-rack button").nth(number)).to_have_attribute("aria-pressed", "true")
    turn = "document.querySelector('axio-board').state.held.turn"
    before = page.evaluate(turn)
    page.locator("#turn").click()
    assert page.evaluate(turn) != before
    page.locator("#hint").click()
    expect(page.locator(".hint-ring")).to_have_count(1, timeout=20_000)
    page.locator("#side-toggle").click()
    expect(page.locator("#side")).to_be_visible()
    page.locator("#tab-unseen").click()
    expect(page.locator(".unseen")).to_be_visible()
    (page.locator(".fold") if page.locator(".fold").is_visible() else page.locator("#side-toggle")).click()
    expect(page.locator("#side")).not_to_be_visible()
    page.locator("#settings").click()
    page.get_by_role("button", name="Done").click()
    seq, plan = player.seq, player.plan()
    for _ in range(player.steps_to(plan) + (plan["held"] != plan["index"])):
        page.locator("axio-rack button").nth(plan["index"]).click()
    page.mouse.click(plan["x"], plan["y"])
    page.locator("#place").click()
    player.moved(seq)
    player.asked()
    page.locator("#undo").click()
    expect(page.locator("#pane-log li")).to_have_count(6)


def test_a_tool_that_must_wait_says_so(opened: Opening) -> None:
    """Nothing to take back, no tile to turn: the tool is tried and tells."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("random")])
    player.asked()
    for tool, words in (("#undo", "nothing to take back"), ("#turn", "Pick a tile first")):
        expect(page.locator(tool)).to_be_disabled()
        page.locator(tool).dispatch_event("click")
        expect(page.locator(".toast")).to_contain_text(words)
        expect(page.locator("#live")).to_contain_text(words)


def test_the_result_can_be_opened_again(opened: Opening) -> None:
    """Whoever closes the end to look at the board finds no dead tools, and the way back."""
    player = Mouse(opened())
    page = player.page
    position = saved("end")
    record = record_text("axio", 2, position["seed"], [*position["moves"], position["move"]])
    player.new_table("axio", [person("Ada"), bot("random")], record)
    page.get_by_role("button", name="Close").click()
    for tool in ("#undo", "#hint", "#turn", "#place", ".type-move"):
        expect(page.locator(tool)).to_be_hidden()
    page.locator("#result").click()
    expect(page.locator("dialog.end h2")).not_to_be_empty()


@pytest.mark.parametrize(("game", "size"), [("hex", "820x1180"), ("axio", "844x390"), ("rota", "844x390")])
def test_a_finger_plays_a_whole_game(opened: Opening, game: str, size: str) -> None:
    """A tablet held upright and a phone held flat are enough from the first tile to the end."""
    player = Finger(opened(phone=True, viewport=viewport(size)))
    player.new_table(game, [person("Ada")])
    assert player.play_on() >= 12
    expect(player.page.locator("dialog.end h2")).not_to_be_empty()
