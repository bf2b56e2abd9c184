"""A game that a package adds: the server lists it, deals it, plays it, ranks it, and speaks of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from axio.server.notifications.wording import game_line
from axio.server.protocol.hub import WaitingGame
from tests.toy_game import TEXTS
from tests.toys import installed, registered

from .browsing import Browser
from .far import Person
from .running import Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    toys = installed(tmp_path_factory.mktemp("toys"))
    with Running(tmp_path_factory.mktemp("data"), "--host", "0.0.0.0", path=toys) as running:
        yield running.url.replace("0.0.0.0", "127.0.0.1")


@pytest.fixture
def browser(server: str) -> Iterator[Browser]:
    with Browser(server) as visitor:
        yield visitor


def test_the_catalogue_has_it(browser: Browser) -> None:
    """Its name, texts, board and a game to watch come from the server, and every bot that plays any game."""
    card = next(card for card in browser.get("/api/games") if card["name"] == "patch")
    assert card == {
        "name": "patch",
        "title": "Patch",
        "colours": "RGB",
        "seats": [1, 2, 3, 4],
        "lesson": False,
        "texts": TEXTS,
    }
    assert browser.get("/api/games/patch/2")["shape"] == "square"
    assert browser.get("/api/games/comb/2")["shape"] == "hexagon"
    watched = browser.get("/api/games/patch/demo")
    assert watched["start"] == []
    assert len(watched["frames"]) >= 5
    assert browser.http.get("/api/games/chess/demo").status_code == 404
    able = {bot["name"] for bot in browser.get("/api/bots") if "patch" in bot["games"]}
    assert able >= {"random", "greedy", "careful", "planner", "master"}
    assert "net" not in able


@pytest.mark.parametrize("game", ["patch", "comb"])
def test_it_is_played_against_a_bot(browser: Browser, game: str) -> None:
    """A table deals it, takes a person's moves and a bot's, ends, and draws and saves the game."""
    table = browser.new(game, "Ada", "bot:greedy")
    assert browser.open(table).play_out(Random(7)) > 0
    record = browser.get(f"/api/tables/{table}/record")
    assert record["game"] == game
    assert browser.get(f"/api/tables/{table}/check")["ok"]
    assert browser.http.post("/api/records", json=record).status_code == 201


def test_its_solo_games_are_scored(browser: Browser) -> None:
    """A finished solo game is on the list of scores."""
    table = browser.new("patch", "Ada")
    browser.open(table).play_out(Random(3))
    assert browser.get("/api/scores/patch")["mine"]


def test_it_is_in_the_daily_deal(browser: Browser) -> None:
    """Every day deals it, and one attempt can be played."""
    assert [each["game"] for each in browser.get("/api/daily")["today"]["games"]][-2:] == ["patch", "comb"]
    answer = browser.http.post("/api/daily/patch")
    assert answer.status_code == 201, answer.text
    browser.open(answer.json()["id"]).play_out(Random(1))
    played = browser.get("/api/daily")["today"]["games"][-2]
    assert played["game"] == "patch"
    assert played["mine"]["over"]


def test_people_meet_for_it(server: str) -> None:
    """The lobby lists its tables, and pairs two people who want it; its rating lists are there."""
    with Person(server) as ada, Person(server) as ben:
        for person, name in ((ada, "Ada"), (ben, "Ben")):
            person.http.put("/api/me", json={"name": name})
        wish = {"game": "patch", "seats": 2}
        first = ada.http.post("/api/lobby/pairings", json=wish).json()["id"]
        assert [each["game"] for each in ben.get("/api/lobby")["open"]] == ["patch"]
        assert ben.http.post("/api/lobby/pairings", json=wish).json()["id"] == first
        assert ada.get("/api/ratings/patch/live")["best"] == []
        assert ada.http.get("/api/ratings/chess/live").status_code == 404


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_notifications_name_it(language: str) -> None:
    """A push or mail about it says its title."""
    with registered():
        game = WaitingGame(table="1", game="patch", others=["Ada"], speed="live", since=0.0)
        assert "Patch" in game_line(language, game)
