"""Takes the pictures of docs/looks: every page, by day and by night, on a desk and on a phone.

python -m tests.browser.looks docs/looks           all of them
python -m tests.browser.looks docs/looks people    those of one part: play, people
"""

from __future__ import annotations

import io
import sys
import tempfile
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from axio.draw import palette
from axio.rules import State, deal
from tests.server.far import PASSWORD
from tests.server.finished import ANN
from tests.server.running import Running

from .conftest import FLAGS, PHONE, WIDE
from .driver import Finger, Mouse, Player, bot, person, record_text
from .people import at_home, populated
from .positions import _greedy, saved

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SHOWN = (900, 3000)  # milliseconds a page takes; at the end a race is run
STILL = """() => Promise.all(document.getAnimations().map((each) =>
    each.effect.getComputedTiming().endTime < Infinity && each.finished.catch(() => {})))"""
PEOPLE = [person("Ada"), bot("careful"), bot("greedy"), bot("random")]


def _play(game: str, seats: int, plies: int, seed: str) -> tuple[State, list[str]]:
    state, moves = deal(game, seats, seed), list[str]()
    while len(moves) < plies and not state.over:
        move, state = _greedy(state, len(moves))
        moves.append(move)
    return state, moves


def played(game: str, seats: int, plies: int) -> str:
    """A record of a game under way."""
    return record_text(game, seats, "looks", _play(game, seats, plies, "looks")[1])


def won(game: str) -> str:
    """A record of a game of two that the first seat has won."""
    for seed in map(str, count()):
        state, moves = _play(game, 2, 999, seed)
        if state.outcome and state.outcome.winners == (0,):
            return record_text(game, 2, seed, moves)
    raise AssertionError


def settled(player: Player) -> None:
    player.asked()
    player.page.wait_for_timeout(700)


def hover(player: Player) -> tuple[float, float]:
    """Take the tile that scores most where it scores most, so that the preview has something to teach."""
    best: dict[str, Any] = player.page.evaluate(
        """async () => {
            const { previewOf } = await import("/static/board/preview.js");
            const board = document.querySelector("axio-board"), { spots, layout } = board.state;
            const turned = (tile, by) => tile.slice((4 - by) % 4) + tile.slice(0, (4 - by) % 4);
            let top = { score: -1 };
            document.querySelector("axio-rack").tiles.forEach((tile, index) => {
              for (const spot of spots) {
                const way = spot[0].length > 1 ? layout.direction(...spot[0]) : 0;
                const back = (way + layout.turns / 2) % layout.turns;
                const ways = spot[0].length > 1 ? [[tile, way], [tile[1] + tile[0], back]]
                                                : [0, 1, 2, 3].map((by) => [turned(tile, by), by]);
                for (const [marks, turn] of ways) {
                  const seen = previewOf(spot, marks);
                  const score = seen.total + 2 * seen.marks.filter((mark) => mark.points).length;
                  if (score > top.score) top = { score, index, turn, spot };
                }
              }
            });
            const points = top.spot[0].map(layout.centre);
            const middle = [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
            return { index: top.index, turn: top.turn, at: board.toScreen(middle),
                     now: board.state.held?.index === top.index ? board.state.held.turn : -1 };
        }"""
    )
    tile = player.page.locator("axio-rack button").nth(best["index"])
    for _ in range(best["turn"] - max(best["now"], 0) + (best["now"] < 0)):
        tile.click()
    if player.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        player.page.touchscreen.tap(*best["at"])
    else:
        player.page.mouse.move(*best["at"])
    player.page.wait_for_timeout(400)
    x, y = best["at"]
    return x, y


def play_well(player: Player) -> None:
    """Play to the end with a mouse, each tile where it scores most."""
    while player.asked() == "place":
        seq = player.seq
        player.page.mouse.click(*hover(player))
        player.name()
        player.moved(seq)


def _palette(taken: Any) -> Any:
    """Colours for a small picture: those of the symbols for certain, the rest as the picture has them."""
    from PIL import Image

    sure = [*palette.SYMBOLS.values(), *palette.ON_IVORY.values(), "#FFFFFF", "#FFC44D", "#7A5A18", "#E2BE77"]
    grounds = (palette.TILE, "#E7DCC5", "#3D4451")
    mixed = [
        *sure,
        *(palette.mix(over, under, share) for over in sure for under in grounds for share in (0.35, 0.7)),
    ]
    flat = [int(colour[i : i + 2], 16) for colour in mixed for i in (1, 3, 5)]
    flat += (taken.quantize(256 - len(flat) // 3, dither=Image.Dither.NONE).getpalette() or [])[
        : 768 - len(flat)
    ]
    made = Image.new("P", (1, 1))
    made.putpalette(flat)
    return made


class Looks:
    """One browser after the other, each with its pictures."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.browser, self.url, self.folder = browser, url, folder

    def play(self, scheme: Scheme, phone: bool) -> None:
        self.newcomer(scheme, phone)
        self.pages(scheme, phone)
        self.told(scheme, phone)
        self.tables(scheme, phone)
        self.between(scheme, phone)
        self.together(scheme, phone)

    def page(self, scheme: Scheme, phone: bool) -> Page:
        context = self.browser.new_context(
            base_url=self.url,
            viewport=PHONE if phone else WIDE,
            color_scheme=scheme,
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            locale="en-GB",
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        return page

    def save(self, page: Page, name: str, scheme: Scheme, phone: bool) -> None:
        from PIL import Image

        page.evaluate(STILL)
        taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        if not phone:
            taken = taken.resize((1080, 675), Image.Resampling.LANCZOS)
        small = taken.quantize(palette=_palette(taken), dither=Image.Dither.NONE)
        small.save(self.folder / f"{name}-{'phone' if phone else 'desk'}-{scheme}.png", optimize=True)

    def newcomer(self, scheme: Scheme, phone: bool) -> None:
        """The welcome of somebody who was never here."""
        page = self.page(scheme, phone)
        page.goto("/")
        page.wait_for_selector("body.ready")
        page.wait_for_timeout(2400)  # the example counts
        self.save(page, "newcomer", scheme, phone)
        page.context.close()

    def told(self, scheme: Scheme, phone: bool) -> None:
        """What the bots did, with nothing in one's hand; and a game that is won."""
        page = self.page(scheme, phone)
        player = Finger(page) if phone else Mouse(page)
        player.new_table("axio", PEOPLE[:3], played("axio", 3, 21))
        settled(player)
        player.place()
        page.mouse.move(1, 1)
        settled(player)
        self.save(page, "told", scheme, phone)
        player.new_table("axio", PEOPLE[:2], won("axio"))
        page.wait_for_selector("dialog.won")
        page.wait_for_timeout(3600)  # the rain is over
        self.save(page, "end-won", scheme, phone)
        page.context.close()

    def pages(self, scheme: Scheme, phone: bool) -> None:
        page = self.page(scheme, phone)
        player = Mouse(page)
        player.new_table("axio", PEOPLE[:2], played("axio", 2, 18))
        over = player.new_table("rota", PEOPLE[:2], played("rota", 2, 99))
        for name, path in (
            ("welcome", "/"),
            ("new", "/new/hex"),
            ("watch", f"/watch/{over}"),
            ("scores", "/scores"),
            ("rules", "/rules/axio"),
            ("learn", "/learn/axio"),
            ("about", "/about"),
            ("lobby", "/lobby"),
            ("notices", "/notices"),
            ("end", f"/table/{over}"),
        ):
            page.goto(path)
            page.wait_for_selector("body.ready")
            page.wait_for_timeout(SHOWN[name == "end"])
            self.save(page, name, scheme, phone)
        page.context.close()

    def tables(self, scheme: Scheme, phone: bool) -> None:
        page = self.page(scheme, phone)
        player = Mouse(page)
        for game, seats, plies in (("axio", 2, 24), ("rota", 3, 15), ("hex", 4, 40)):
            player.new_table(game, PEOPLE[:seats], played(game, seats, plies))
            settled(player)
            if player.asked() == "place":
                hover(player)
            self.save(page, f"table-{game}", scheme, phone)
        position = saved("exchange")
        player.new_table("axio", PEOPLE[:2], record_text("axio", 2, position["seed"], position["moves"]))
        settled(player)
        self.save(page, "exchange", scheme, phone)
        page.context.close()

    def together(self, scheme: Scheme, phone: bool) -> None:
        """A table by link: setting it, waiting, coming, playing against the clock, and checking the deal."""
        host, guest = self.page(scheme, phone), self.page(scheme, phone)
        host.goto("/new/axio?friends")
        host.locator(".chair input").first.fill("Ada")
        host.locator("label:has(input[value=live])").click()
        host.wait_for_timeout(700)
        self.save(host, "friends", scheme, phone)
        host.locator("button[type=submit]").click()
        link = host.locator("#invite").input_value()
        host.wait_for_timeout(700)
        self.save(host, "room", scheme, phone)
        guest.goto(link)
        guest.locator("#name").fill("Grace")
        guest.wait_for_timeout(700)
        self.save(guest, "join", scheme, phone)
        guest.locator("#sit").click()
        settled(Mouse(host))
        hover(Mouse(host))
        self.save(host, "table-live", scheme, phone)
        guest.locator("#more").click()
        guest.locator("#menu-resign").click()
        guest.locator(".sure .main").click()
        host.locator("#check").click()
        host.wait_for_selector("dialog.check[data-holds]")
        self.save(host, "check", scheme, phone)
        for page in (host, guest):
            page.context.close()

    def people(self, scheme: Scheme, phone: bool) -> None:
        """The pages about people: the daily deal, ratings, a player, one's own account."""
        page = self.page(scheme, phone)
        at_home(page, ANN)
        places = (("daily-end", self.daily(page)), ("daily", "/daily"), ("ratings", "/ratings"))
        for name, path in (*places, ("player", "/player/Ann")):
            page.goto(path)
            page.wait_for_selector("body.ready")
            if name == "ratings":
                page.get_by_role("button", name="AXIO rota").click()
            page.wait_for_timeout(SHOWN[name == "daily-end"])
            self.save(page, name, scheme, phone)
        page.context.close()
        guest = self.page(scheme, phone)
        guest.goto("/account?new")
        guest.wait_for_timeout(900)
        self.save(guest, "entering", scheme, phone)
        guest.locator("#handle").fill(f"Ada.{scheme}.{'phone' if phone else 'desk'}")
        guest.locator("#password").fill(PASSWORD)
        guest.keyboard.press("Enter")
        guest.wait_for_selector("dialog .codes")
        guest.wait_for_timeout(700)
        self.save(guest, "codes", scheme, phone)
        guest.get_by_role("button", name="I have kept them").click()
        guest.wait_for_selector("#rename")
        guest.wait_for_timeout(700)
        self.save(guest, "account", scheme, phone)
        guest.context.close()

    def daily(self, page: Page) -> str:
        """The address of today's finished deal; whoever has not played it yet plays it."""
        page.goto("/daily")
        card = page.locator(".day-game[data-game=rota]")
        card.wait_for()
        if (begin := card.get_by_role("button", name="Play AXIO rota")).count():
            begin.click()
            page.wait_for_url("**/table/*")
            play_well(Mouse(page))
            page.wait_for_selector(".daily-picture")
        found: str = page.evaluate(
            """async () => {
                const { today } = await (await fetch("/api/daily")).json();
                return `/table/${today.games.find((each) => each.game === "rota").mine.table}`;
            }"""
        )
        return found

    def between(self, scheme: Scheme, phone: bool) -> None:
        """What stands between two moves or two games: the hand-over, the naming, the scores."""
        page = self.page(scheme, phone)
        player = Finger(page) if phone else Mouse(page)
        player.new_table("axio", [person("Ada"), person("Ben")])
        settled(player)
        self.save(page, "handover", scheme, phone)
        position = saved("naming")
        player.new_table("rota", PEOPLE[:2], record_text("rota", 2, position["seed"], position["moves"]))
        settled(player)
        page.evaluate(
            """(place) => {
                const board = document.querySelector("axio-board"), [marks, cell] = place.split("@");
                const spot = board.state.spots.find(([cells]) => cells[0] === cell);
                board.update({ ghost: { spot, marks, pinned: true, named: null } });
            }""",
            position["move"].split("=")[0],
        )
        page.locator("#place:not([disabled])").click()
        page.wait_for_selector("dialog.naming")
        self.save(page, "naming", scheme, phone)
        for _ in range(3):
            player.new_table("rota", PEOPLE[:1])
            player.play_on()
        page.goto("/scores")
        page.locator(".segments button").nth(1).click()
        page.wait_for_selector(".chart")
        self.save(page, "scores-played", scheme, phone)
        page.context.close()


def main(folder: Path, parts: list[str]) -> None:
    each = [(scheme, phone) for scheme in SCHEMES for phone in (False, True)]
    with ExitStack() as held:
        home = Path(held.enter_context(tempfile.TemporaryDirectory()))
        url = populated(home, held) if "people" in parts else ""
        started = held.enter_context(sync_playwright())
        chromium = started.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for scheme, phone in each:
            if "people" in parts:
                Looks(chromium, url, folder).people(scheme, phone)
            if "play" in parts:
                with tempfile.TemporaryDirectory() as data, Running(Path(data)) as server:
                    Looks(chromium, server.url, folder).play(scheme, phone)
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["play", "people"])
