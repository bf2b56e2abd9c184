"""The lesson of each game can be finished by whoever does what the page says, and knows nothing else."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.web.test_texts import TEXTS

from .conftest import Opening
from .screens import viewport

GAMES = ("axio", "rota", "hex")
BARS = ".spot-bar, .spot-square"  # where a tile fits, as the lesson says
_TOLD = """() => [
  document.querySelector("#guide").innerText + !!document.querySelector("dialog.end, dialog.exchange"),
  document.querySelector("#live")?.textContent ?? "",
]"""
_BOXES = """(bars) => bars.map((bar) => {
  const { x, y, width, height } = bar.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
_ROOM = """async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const { scrollHeight, clientHeight } = document.querySelector("#side");
  const board = document.querySelector("axio-board .base");
  return [scrollHeight - clientHeight, Math.min(board.clientWidth, board.clientHeight)];
}"""
_LIES = """([x, y]) => {
  const box = document.querySelector(".ghost.pinned")?.getBoundingClientRect();
  return !!box && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
}"""
# Phones, and how many pixels the board has there at least
PHONES = {"640x360": 300, "667x375": 315, "844x390": 360, "360x640": 170}
TURNS = 6  # after so many a tile lies as it did


@dataclass(frozen=True)
class Words:
    """What a reader of a language knows before the lesson begins."""

    numbers: tuple[str, ...]  # from two on
    units: str
    colours: tuple[str, ...]
    pyramid: str
    empty: tuple[str, ...]  # of a corner; then of a tile


KNOWN = {
    "en": Words(
        ("two", "three", "four"),
        "points|steps",
        ("red", "green", "blue", "orange", "purple", "yellow"),
        "pyramid",
        ("empty", "empty"),
    ),
    "de": Words(
        ("zwei", "drei", "vier"),
        "punkte|schritte",
        ("rot", "grün", "blau", "orange", "lila", "gelb"),
        "pyramide",
        ("leere", "leer"),
    ),
    "nl": Words(
        ("twee", "drie", "vier"),
        "punten|stappen",
        ("rood", "groen", "blauw", "oranje", "paars", "geel"),
        "piramide",
        ("lege", "leeg"),
    ),
}


@dataclass(frozen=True)
class Goal:
    """What a task asks for: a colour by its number among those known, points, a pyramid, an empty corner."""

    colour: int | None
    least: int
    pyramid: bool
    empty: bool


def understood(words: Words, task: str, told: str) -> Goal:
    """A task as its reader takes it; how far a colour has to go may be told before."""
    text, before = task.lower(), told.lower()
    colour = next((i for i, name in enumerate(words.colours) if re.search(rf"\b{name}\b", text)), None)
    asked = _count(words, text) or (_count(words, before) if colour is not None else 0)
    return Goal(colour, asked, words.pyramid in text, words.empty[0] in text)


def _count(words: Words, text: str) -> int:
    found = re.search(rf"\b({'|'.join(words.numbers)}) (?:{words.units})\b", text)
    return words.numbers.index(found[1]) + 2 if found else 0


class Reader(ABC):
    """Somebody who reads what the page says, and tries until it says what was asked for."""

    def __init__(self, page: Page, words: Words) -> None:
        self.page, self.words = page, words

    @property
    def task(self) -> str:
        return str(self.page.locator("#status").inner_text())

    @property
    def says(self) -> str:
        """What would be scored, in words."""
        return str(self.page.evaluate("() => document.querySelector('#gains').innerText")).lower()

    def follow(self) -> None:
        """Do what the page asks until it asks nothing more."""
        while not self.page.locator("dialog").count():
            goal = understood(self.words, self.task, self.page.locator("#guide").inner_text())
            assert self.step(goal), f"nothing does what is asked: {self.task}"

    def step(self, goal: Goal) -> bool:
        """Try one tile after the other; whether the page was content with one."""
        for tile in self.tiles(goal):
            for _ in self.tried(tile):
                if self.does(goal):
                    if self.accepted():
                        return True
                    assert goal.empty, (
                        f"{self.says} was refused: {self.task}"
                    )  # which corner scores is only drawn
        return False

    def accepted(self) -> bool:
        """Let go of the tile; the page goes on, or says why not."""
        before = self.page.evaluate(_TOLD)
        self.settle()
        self.page.wait_for_function(
            f"([step, said]) => {{ const now = ({_TOLD})(); return now[0] !== step || now[1] !== said; }}",
            arg=before,
        )
        return bool(self.page.evaluate(_TOLD)[0] != before[0])

    def tiles(self, goal: Goal) -> list[int]:
        """The tiles worth trying, by their names; from the middle of the rack on."""
        names = self.page.get_by_role("group").get_by_role("button").all()
        said = [str(each.get_attribute("aria-label")).lower() for each in names]
        wanted = [self.words.empty[1]] if goal.empty else []
        wanted += [self.words.colours[goal.colour]] if goal.colour is not None else []
        fits = [i for i, name in enumerate(said) if all(re.search(rf"\b{word}\b", name) for word in wanted)]
        return sorted(fits, key=lambda index: abs(index - len(said) // 2))

    def does(self, goal: Goal) -> bool:
        points = {colour: int(n) for n, colour in re.findall(r"(\d+) (\w+)", self.says)}
        scored = (
            sum(points.get(each, 0) for each in self.words.colours)
            if goal.colour is None
            else points.get(self.words.colours[goal.colour], 0)
        )
        return scored >= max(goal.least, goal.empty) and (not goal.pyramid or self.words.pyramid in self.says)

    def bars(self) -> list[tuple[float, float]]:
        """Where the tile fits as it is turned, once that is drawn."""
        self.page.evaluate(
            "() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))"
        )
        found: list[tuple[float, float]] = self.page.locator(BARS).evaluate_all(_BOXES)
        return found

    @abstractmethod
    def tried(self, tile: int) -> Iterator[None]:
        """Lay a tile on one spot after the other, every way round, without letting go of it."""

    @abstractmethod
    def settle(self) -> None:
        """Let go of it, and answer what is asked then."""

    def name(self) -> None:
        """A colour that scores, if one is asked for."""
        if self.page.locator("dialog.naming").count():
            self.page.get_by_role("dialog").get_by_role("button", name="+").first.click()


class Pointing(Reader):
    def tried(self, tile: int) -> Iterator[None]:
        button = self.page.locator("axio-rack button").nth(tile)
        if button.get_attribute("aria-pressed") != "true":
            self.press(*button.evaluate_all(_BOXES)[0])
        for _ in range(TURNS):
            for x, y in self.bars():
                self.look(x, y)
                yield
            self.press(*button.evaluate_all(_BOXES)[0])

    def look(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.at = (x, y)

    def press(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def settle(self) -> None:
        self.page.mouse.click(*self.at)
        self.name()


class Tapping(Pointing):
    """On a busy machine a tap may last so long that the browser takes it for a long press: then tap again."""

    def look(self, x: float, y: float) -> None:
        self.until(_LIES, x, y)

    def press(self, x: float, y: float) -> None:
        shown = self.page.locator("axio-rack").inner_html()
        self.until("([x, y, shown]) => document.querySelector('axio-rack').innerHTML !== shown", x, y, shown)

    def until(self, seen: str, x: float, y: float, *more: str) -> None:
        for _ in range(5):
            self.page.touchscreen.tap(x, y)
            with suppress(TooLate):
                self.page.wait_for_function(seen, arg=[x, y, *more], timeout=1500)
                return
        raise AssertionError("five taps were lost")

    def settle(self) -> None:
        self.page.locator("#place").click()
        self.name()


class Typing(Reader):
    def tried(self, tile: int) -> Iterator[None]:
        if self.page.locator("axio-rack button").nth(tile).get_attribute("aria-pressed") != "true":
            self.page.keyboard.press(str(tile + 1))
        for _ in range(TURNS):
            for _ in self.bars():
                self.page.keyboard.press("n")
                yield
            self.page.keyboard.press("r")

    def settle(self) -> None:
        self.page.keyboard.press("Enter")
        self.name()


PLAYED = [
    ("axio", "en", Pointing),
    ("axio", "de", Typing),
    ("axio", "nl", Pointing),
    ("rota", "en", Pointing),
    ("rota", "de", Tapping),
    ("rota", "nl", Typing),
    ("hex", "en", Typing),
    ("hex", "de", Pointing),
    ("hex", "nl", Typing),
]


@pytest.mark.parametrize(("game", "language", "kind"), PLAYED)
def test_a_lesson_is_finished_by_its_words(
    opened: Opening, game: str, language: str, kind: type[Reader]
) -> None:
    """With a mouse, on a phone, by keys; in every language; to a first game with a bot."""
    page = opened(phone=kind is Tapping, locale=language)
    page.goto(f"/learn/{game}")
    page.wait_for_selector("body.ready")
    kind(page, KNOWN[language]).follow()
    if page.locator("dialog.exchange").count():
        asked = page.locator("#status").inner_text().lower()
        answers = page.get_by_role("dialog").get_by_role("button").all()
        next(each for each in answers if each.inner_text().lower()[:4] in asked).click()
    page.locator("dialog.end").get_by_role("button").first.click()
    page.wait_for_url("**/table/*")


@pytest.mark.parametrize("language", ["de", "nl"])
def test_every_language_asks_for_the_same(language: str) -> None:
    """A task names the same colour, the same points and the same thing to raise as in English."""
    english, other = TEXTS["en"], TEXTS[language]
    for key in (key for key in english if key.startswith("learn.do.")):
        told = key.replace(".do.", ".")
        wanted = understood(KNOWN["en"], english[key], english[told])
        assert understood(KNOWN[language], other[key], other[told]) == wanted, key


@pytest.mark.parametrize(("language", "games"), [("en", ("axio",)), ("de", GAMES), ("nl", ("hex",))])
def test_a_phone_shows_every_word_of_the_lesson(
    opened: Opening, language: str, games: tuple[str, ...]
) -> None:
    """No step's words are cut, upright or lying, and the board keeps its room."""
    page = opened(phone=True, locale=language)
    for game in games:
        page.goto(f"/learn/{game}")
        page.wait_for_selector("body.ready")
        while not page.locator("dialog").count():
            for size, least in PHONES.items():
                page.set_viewport_size(viewport(size))
                cut, room = page.evaluate(_ROOM)
                assert cut <= 0, (size, page.locator("#guide").inner_text())
                assert room >= least, size
            page.locator("#guide button").tap()
