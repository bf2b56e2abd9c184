"""A bot that breaks, lies or hangs is replaced by a weaker one, with a note, and the game goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from .bad_bots import bad_bots
from .browsing import Browser
from .running import Running


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    package = bad_bots(tmp_path_factory.mktemp("package"))
    settings = json.dumps({"patience": 1.5})
    data = tmp_path_factory.mktemp("data")
    with (
        Running(data, module="tests.server.rigged", path=package, AXIO_SETTINGS=settings) as server,
        Browser(server.url) as browser,
    ):
        yield browser


@pytest.mark.parametrize(
    ("bot", "note"),
    [("breaks", "bot_failed"), ("dies", "bot_failed"), ("hangs", "bot_slow"), ("cheats", "bot_failed")],
)
def test_bad_bot_is_replaced_and_the_game_goes_on(hostile: Browser, bot: str, note: str) -> None:
    """The seat is played on by a weaker bot from that move on, and everyone at the table is told."""
    table = hostile.new("rota", "Ann", f"bot:{bot}")
    place = hostile.open(table)
    place.play_out(Random(1))
    notes = [message for message in place.heard if message["kind"] == "note"]
    assert [each["key"] for each in notes] == [note]
    assert notes[0]["values"] == {"seat": 1, "bot": f"{bot}@1", "by": "greedy@1"}
    assert place.view["over"]
    assert place.view["seats"][1]["bot"] == "greedy@1"
    record = hostile.http.get(f"/api/tables/{table}/record").json()
    assert [player["name"] for player in record["players"][1]] == [f"{bot}@1", "greedy@1"]
    assert record["players"][1][1]["from"] > 0


def test_bot_that_prints_does_not_garble_its_answers(hostile: Browser) -> None:
    """What a bot writes to standard output is not taken for a move."""
    place = hostile.open(hostile.new("rota", "Ann", "bot:chatters"))
    place.play_out(Random(1))
    assert not [message for message in place.heard if message["kind"] == "note"]


def test_other_games_do_not_wait_for_a_bot_that_hangs(hostile: Browser) -> None:
    """While one bot hangs, people and other bots play on."""
    stuck = hostile.open(hostile.new("axio", *["bot:hangs"] * 2))
    stuck.until("thinking")
    place = hostile.open(hostile.new("hex", "Ann", "bot:random"))
    for seed in range(5):
        place.until_my_turn()
        place.play(place.any_move(Random(seed)))
    assert place.view["ply"] >= 5
