"""A bot that plays by compiled code: nobody waits for the compiler, and whoever stands in is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from axio.bots.levels import LEVELS
from axio.bots.networks import has_network
from axio.rules import Malformed, game_names
from axio.server.bots import roster
from tests.compiling import compile_all

from .browsing import Browser
from .running import Running

pytestmark = pytest.mark.long


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[Browser]:
    """A server on a machine where nothing has been compiled yet."""
    with (
        Running(tmp_path / "data", AXIO_CACHE=str(tmp_path / "cache"), AXIO_PREPARE="1") as server,
        Browser(server.url) as browser,
    ):
        yield browser


def test_the_first_move_of_a_fresh_server_waits_for_no_compiler(cold: Browser) -> None:
    """A lighter level moves at once, the table is told, and the bot keeps its seat."""
    place = cold.open(cold.new("axio", "Ann", "bot:planner"))
    place.until_my_turn()
    place.play(place.any_move(Random(1)))
    place.until_my_turn()
    notes = [message for message in place.heard if message["kind"] == "note"]
    assert [(each["key"], each["values"]) for each in notes] == [
        ("bot_preparing", {"seat": 1, "bot": "planner@1", "by": "careful@1"})
    ]
    assert place.view["ply"] == 2
    assert place.view["seats"][1]["bot"] == "planner@1"
    place.say("hint", seq=place.view["seq"])
    assert place.until("hint", "refusal")["kind"] == "hint"


def test_a_prepared_bot_plays_itself(browser: Browser) -> None:
    """Once its code is there and loaded, the bot makes its own moves, within the time it is given."""
    compile_all()
    place = browser.open(browser.new("rota", "Ann", "bot:planner"))
    chance = Random(1)
    for _ in range(6):
        place.until_my_turn()
        place.play(place.any_move(chance))
    place.until_my_turn()
    notes = [message for message in place.heard if message["kind"] == "note"]
    assert all(note["key"] == "bot_preparing" for note in notes)
    assert len(notes) < 6
    assert place.view["seats"][1]["bot"] == "planner@1"


def test_levels_come_first_and_have_faces(browser: Browser) -> None:
    """The page offers the ladder from gentle to strong, and then whoever else there is."""
    cards = browser.get("/api/bots")
    levels = [level.name for level in LEVELS]
    assert [card["name"] for card in cards][: len(levels)] == levels
    assert all(card["face"]["colour"] in "RGBOPY" for card in cards[: len(levels)])
    assert next(card for card in cards if card["name"] == "random")["face"] is None


def test_a_bot_is_seated_only_where_it_plays(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card says which games a bot plays, and a seat at another game is refused in one sentence."""
    games = {card["name"]: card["games"] for card in browser.get("/api/bots")}
    assert games["careful"] == [*game_names()]
    assert games["net"] == [game for game in game_names() if has_network(game)]
    only = [replace(card, games=["axio"]) if card.name == "net" else card for card in roster.cards()]
    monkeypatch.setattr(roster, "cards", lambda: only)
    with pytest.raises(Malformed, match="net does not play rota: expected axio"):
        roster.seated("net", "rota")
    assert roster.seated("net", "axio") == roster.label_of("net")
