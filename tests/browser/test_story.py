"""What the others did since my last move stands on the board and on their cards, until I move again."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from axio.rules import deal
from axio.rules.moves import parse_move
from axio.rules.tracks import low
from tests.server.browsing import Browser
from tests.server.running import Running

from .conftest import PHONE, Opening
from .driver import Mouse, bot, person, record_text
from .looks import played
from .positions import saved
from .screens import viewport

_LOG = """() => [...document.querySelectorAll("#pane-log li")].map((row) => ({
  who: row.querySelector(".who").textContent,
  move: row.querySelector("code").textContent,
  points: [...row.querySelectorAll(".gained")].reduce((sum, each) => sum + Number(each.textContent), 0),
}))"""

_UNREAD = """() => {
  const sheet = document.querySelector("dialog.end .sheet-in"), foot = sheet.querySelector("footer");
  const above = foot.getBoundingClientRect().top + 1;
  const ends = (part) => sheet.querySelector(part).getBoundingClientRect().bottom;
  const unread = ["h2", ".ranking", "#turning-point", "#best-move"].filter((part) => ends(part) > above);
  return ends("footer .button") > innerHeight + 1 ? [...unread, "the buttons"] : unread;
}"""

_LONG = """() => {
  const line = document.querySelector("#gains"), stage = document.querySelector(".stage");
  const tall = (text) => { line.textContent = text; return stage.getBoundingClientRect().height; };
  const short = tall("Greedy: 3 red");
  const grown = tall("Greedy: 3 red, 1 blue · Greedy 2 exchanged tiles · Greedy 2: 1 green") - short;
  return [line.scrollHeight - line.clientHeight + Math.max(0, line.scrollWidth - line.clientWidth), grown];
}"""

_BESIDE = """() => {
  const at = (part) => document.querySelector(part).getBoundingClientRect();
  const [sheet, bar, tray] = ["dialog.end", ".bar", ".tray"].map(at);
  return sheet.top >= bar.bottom - 1 && sheet.left >= tray.right - 1;
}"""

_CARDS = """() => [...document.querySelectorAll(".seat, .seat .track")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def _since_mine(page: Page) -> list[dict[str, Any]]:
    """The log after my last move."""
    log: list[dict[str, Any]] = page.evaluate(_LOG)
    mine = max(number for number, line in enumerate(log) if line["who"] == "Ada")
    return log[mine + 1 :]


def _told(page: Page) -> None:
    """Every tile laid since mine has its sign and its points, and the cards add up to the same."""
    lines = _since_mine(page)
    names = page.locator(".seat .who").all_inner_texts()
    placed = [line for line in lines if re.search(r"[-@]", line["move"])]
    expect(page.locator(".told")).to_have_count(len(placed))
    for line in placed:
        tile = page.locator(f'.told[data-place="{line["move"]}"]')
        expect(tile).to_have_attribute("data-mark", str(names.index(line["who"]) + 1))
        shown = tile.locator(".told-sum text, .pyramid-points").all_text_contents()
        assert sum(int(text) for text in shown) >= line["points"], line
        assert bool(shown) == (line["points"] > 0)
    for name in {line["who"] for line in lines}:
        card = page.locator(".seat").nth(names.index(name))
        gained = sum(int(text) for text in card.locator(".gain").all_text_contents() if text)
        assert gained == sum(line["points"] for line in lines if line["who"] == name), name


@pytest.mark.parametrize(("game", "bots"), [("axio", 1), ("rota", 2), ("hex", 3)])
def test_the_page_tells_what_the_bots_did(opened: Opening, game: str, bots: int) -> None:
    """Who laid what and what it scored is there without opening anything, over a reload and elsewhere too."""
    player = Mouse(opened())
    page = player.page
    player.new_table(game, [person("Ada"), *[bot("greedy")] * bots])
    player.asked()
    where = page.evaluate(_CARDS)
    for _ in range(4):
        player.asked()
        player.place()
        player.asked()
        _told(page)
        assert page.evaluate(_CARDS) == where, "the cards stay where they are"
    page.reload()
    player.asked()
    _told(page)
    assert page.locator(".told").count() >= 1
    page.set_viewport_size(PHONE)
    _told(page)
    for part in page.locator(".told, .seat .gain:not(:empty)").all():
        expect(part).to_be_visible()
    lines = page.locator(".told-lines path").count()
    page.evaluate("sessionStorage.clear()")  # as on another device
    page.reload()
    player.asked()
    expect(page.locator(".told-lines path")).to_have_count(lines)


@pytest.mark.parametrize("game", ["axio", "rota"])
def test_a_phone_tells_a_long_story_in_two_lines(opened: Opening, game: str) -> None:
    """Nothing of what the bots did is cut, and the board stays as large as with a short story."""
    page = opened(phone=True)
    Mouse(page).new_table(game, [person("Ada"), *[bot("greedy")] * 2], played(game, 3, 21))
    expect(page.locator("#gains")).not_to_be_empty()
    cut, grown = page.evaluate(_LONG)
    assert cut <= 1 and grown == 0


def test_the_last_tile_stays_lit_after_an_exchange(opened: Opening) -> None:
    """Whoever exchanges lays nothing: the tile before stays marked."""
    player = Mouse(opened())
    position = saved("exchange")
    record = record_text("axio", 2, position["seed"], position["moves"])
    player.new_table("axio", [person("Ada"), bot("random")], record)
    assert player.asked() == "exchange"
    expect(player.page.locator(".lit .last").first).to_be_attached()
    player.page.get_by_role("button", name="Keep").click()
    player.asked(beside="exchange")
    expect(player.page.locator(".lit .last").first).to_be_attached()


def _finished(game: str) -> dict[str, Any]:
    """A record that ends: of two seats, or of three."""
    position = saved("end")
    moves = [*position["moves"], position["move"]]
    found: dict[str, Any] = json.loads(
        record_text("axio", 2, position["seed"], moves) if game == "axio" else played(game, 3, 999)
    )
    return found


@pytest.mark.parametrize("game", ["axio", "rota"])
def test_the_end_names_what_the_record_bears_out(opened: Opening, game: str) -> None:
    """The board stays in view; the turning point and the best move are those of the rules."""
    record = _finished(game)
    seats = range(record["seats"])
    states = [deal(game, record["seats"], record["seed"])]
    for move in record["moves"]:
        states.append(states[-1].play(parse_move(move)).after)
    (winner,) = states[-1].outcome.winners  # type: ignore[union-attr]
    lows = [[low(state.tracks[seat]) for seat in seats] for state in states]
    ahead = [all(each[winner] > each[other] for other in seats if other != winner) for each in lows]
    turned = max(ply for ply, is_ahead in enumerate(ahead) if not is_ahead) + 1
    gains = [sum(map(sum, after.tracks)) - sum(map(sum, before.tracks)) for before, after in pairwise(states)]
    page = opened()
    others = [bot("random")] * (len(seats) - 1)
    Mouse(page).new_table(game, [person("Ada"), *others], json.dumps(record))
    told = page.locator("#turning-point")
    expect(told).to_have_attribute("data-ply", str(turned))
    names = ["you", *page.locator(".seat .who").all_inner_texts()[1:]]
    expect(told).to_contain_text(f"from then on {names[winner]} stayed ahead")
    best = page.locator("#best-move").get_attribute("data-ply")
    assert best is not None and gains[int(best) - 1] == max(gains)
    expect(page.locator(".end-race .chart-line")).to_have_count(len(seats))
    expect(page.locator(".needle-label")).to_have_text("turning point")
    for size in ("1440x900", "1280x800", "820x1180", "360x640", "640x360"):
        page.set_viewport_size(viewport(size))
        expect(page.locator("dialog.end .sheet-in")).to_have_css("translate", "none")
        board, sheet = page.locator(".stage").bounding_box(), page.locator("dialog.end").bounding_box()
        assert board is not None and sheet is not None
        right, below = sheet["x"] - board["x"] - board["width"], sheet["y"] - board["y"] - board["height"]
        assert max(right, below) > -8, f"{size}: the sheet covers the finished board"
    for size in ("1440x900", "1280x800", "1180x820"):
        page.set_viewport_size(viewport(size))
        assert page.evaluate(_BESIDE), f"{size}: the sheet covers the bar or the tray"
    for size in ("360x640", "375x667", "820x1180"):
        page.set_viewport_size(viewport(size))
        assert page.evaluate(_UNREAD) == [], f"{size}: one must scroll to read the result"


def test_alone_one_plays_against_ones_own_best(opened: Opening, server: Running) -> None:
    """The first result is told so; each later one is measured by the best before it, whenever it is seen."""
    with Browser(server.url) as ada:
        games = [ada.new("rota", "Ada") for _ in range(3)]
        lows = []
        for seed, game in enumerate(games):
            at = ada.open(game)
            at.play_out(Random(seed))
            lows.append(min(at.view["seats"][0]["tracks"]))
        page = opened()
        name, value = next(iter(ada.http.cookies.items()))
        page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        for number, game in enumerate(games):
            page.goto(f"/table/{game}")
            before = max(lows[:number], default=None)
            told = "Your first result" if before is None else f"Your best is still {before}."
            told = "Your best yet." if before is not None and lows[number] > before else told
            expect(page.locator("#own-best")).to_contain_text(told)
            expect(page.locator(".ranking .rank")).to_have_count(0)  # nobody else has a place


_KNOCKS = """window.knocks = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.knocks += 1; return made.call(this); };"""


@pytest.mark.parametrize("moving", [True, False])
def test_a_win_has_a_flourish_and_a_sound(opened: Opening, moving: bool) -> None:
    """Symbols rain for a moment and a rising run sounds; where no motion is wished, only the sound."""
    motion = "no-preference" if moving else "reduce"
    page = opened(still=False, reduced_motion=motion, settings={"sound": True})
    page.add_init_script(_KNOCKS)
    record = json.dumps(_finished("axio"))
    Mouse(page).new_table("axio", [person("Ada"), bot("random")], record)
    expect(page.locator("dialog.end.won")).to_be_visible()
    expect(page.locator(".flourish i")).to_have_count(28 if moving else 0)
    assert page.evaluate("() => window.knocks") == 6
    expect(page.locator(".flourish")).to_have_count(0)
