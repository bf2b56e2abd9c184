"""Leaderboards and players' pages: made of rated games, public for accounts and bots, nothing of guests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, insert

from axio.server.identity.cookies import Signer
from axio.server.settings import sqlite_url
from axio.server.store import accounts, open_store, settings

from .browsing import Browser
from .finished import ANN, BEN, CEM, DOT, finished, sat, sign_up
from .running import Running
from .test_ratings import expected

SIGNER = Signer(bytes(32))
GAMES = [
    [ANN, BEN],
    [ANN, BEN],
    [BEN, ANN],
    [ANN, "greedy@1", BEN],
    [ANN, CEM],
    [ANN, "careful@1"],
]
BOARD = "/api/ratings/rota/live"
PLAYERS = 5  # on it, bots included


async def prepare(folder: Path) -> None:
    """Games that wait to be rated; afterwards Cem's account is gone, and Dot never had one."""
    engine = await open_store(sqlite_url(folder))
    async with engine.begin() as connection:
        await connection.execute(insert(settings), {"name": "cookie key", "value": SIGNER.key})
    await sign_up(engine, ANN, BEN, CEM)
    for number, order in enumerate(GAMES):
        seated = [sat(player, place) for place, player in enumerate(order, start=1)]
        await finished(engine, f"game{number}", seated, ended=float(number + 1))
    await finished(engine, "guest", [sat(DOT, 1), sat(ANN, 2)], ended=99.0)
    await engine.dispose()


async def delete_account(folder: Path, person: str) -> None:
    engine = await open_store(sqlite_url(folder))
    async with engine.begin() as connection:
        await connection.execute(delete(accounts).where(accounts.c.person == person))
    await engine.dispose()


def until_rated(browser: Browser, players: int) -> dict[str, Any]:
    """The server rates what it finds at its start, beside everything else: ask until it has."""
    deadline = time.monotonic() + 30
    while (board := browser.get(BOARD))["players"] < players:
        assert time.monotonic() < deadline, board
    found: dict[str, Any] = board
    return found


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Ann's browser, on a server that found everything rated but one account gone."""
    folder = tmp_path_factory.mktemp("ratings")
    asyncio.run(prepare(folder))
    cookies = httpx.Cookies({"axio": SIGNER.sign(ANN, ANN)})
    with Running(folder, "--host", "0.0.0.0") as server, _here(server, cookies) as browser:
        until_rated(browser, PLAYERS)
        asyncio.run(delete_account(folder, CEM))
        yield browser


def _here(server: Running, cookies: httpx.Cookies) -> Browser:
    return Browser(server.url.replace("0.0.0.0", "127.0.0.1"), cookies)


def test_what_ended_while_no_server_ran_is_rated_at_the_start(ann: Browser) -> None:
    """The board is what openskill makes of the games, best first; whoever is gone is not on it."""
    skills = expected(*[[[player] for player in order] for order in GAMES])
    board = ann.get(BOARD)
    names = {"Ann": ANN, "Ben": BEN, "greedy@1": "greedy@1", "careful@1": "careful@1"}
    assert {row["name"]: row["rating"] for row in board["best"]} == {
        name: skills[key].shown for name, key in names.items()
    }
    ratings = [row["rating"] for row in board["best"]]
    assert ratings == sorted(ratings, reverse=True)
    assert [row["place"] for row in board["best"]] == [1 + sum(r > mine for r in ratings) for mine in ratings]
    assert {row["name"] for row in board["best"] if row["bot"]} == {"greedy@1", "careful@1"}
    assert all(row["provisional"] for row in board["best"])
    assert board["mine"]["name"] == "Ann" and board["mine"]["mine"]
    assert board["players"] == 4 == sum(each["count"] for each in board["distribution"])
    assert ann.get("/api/ratings/rota/turns") == {"best": [], "mine": None, "distribution": [], "players": 0}


def test_a_profile_tells_where_and_how(ann: Browser) -> None:
    """History, peak, streaks, each opponent and the latest games follow from the games."""
    card = ann.get("/api/players/Ann")
    assert card["mine"] and not card["bot"]
    (board,) = card["boards"]
    assert (board["game"], board["speed"], board["games"], board["of"]) == ("rota", "live", 6, 4)
    course = ann.get("/api/players/Ann/rota/live")
    points = [point["rating"] for point in course["history"]]
    assert len(points) == 6 and points[-1] == board["rating"] and max(points) == course["peak"]
    assert (course["first"], course["games"]) == (5, 6)
    assert course["streaks"] == {"now": 3, "best": 3}
    rivals = {row["name"]: (row["games"], row["won"], row["shared"]) for row in course["rivals"]}
    assert rivals == {"Ben": (4, 3, 0), "greedy@1": (1, 1, 0), None: (1, 1, 0), "careful@1": (1, 1, 0)}
    assert [row["table"] for row in course["recent"]] == [f"game{n}" for n in reversed(range(6))]
    first = course["recent"][-1]
    assert (first["before"], first["place"], first["seats"]) == (1000, 1, 2)
    assert first["opponents"] == [{"name": "Ben", "bot": False}]


def test_bots_have_pages_and_guests_have_none(ann: Browser) -> None:
    """A bot is a player with a badge, played or not; a guest, an id or a stranger is nobody."""
    assert ann.get("/api/players/greedy@1")["bot"]
    assert ann.get("/api/players/random@1") == {
        "name": "random@1",
        "bot": True,
        "mine": False,
        "since": None,
        "boards": [],
    }
    for name in ("Dot", "Cem", ANN, DOT, "nobody@9", "%40"):
        answer = ann.http.get(f"/api/players/{name}")
        assert (answer.status_code, answer.json()["reason"]) == (404, "no_such_player"), name
        assert ann.http.get(f"/api/players/{name}/rota/live").status_code == 404


def test_a_rated_game_is_rated_when_it_ends(ann: Browser) -> None:
    """From the last move to everyone's rating nobody has to do anything; unrated ones stay that."""
    rated, casual = [ann.new("rota", "Ann", "bot:random", rated=wanted) for wanted in (True, False)]
    for table in (casual, rated):
        ann.open(table).play_out(Random(1))
    deadline = time.monotonic() + 30
    while not (changes := ann.get(f"/api/tables/{rated}/ratings")):
        assert time.monotonic() < deadline
    assert [row["seat"] for row in changes] == [0, 1]
    latest = ann.get("/api/players/Ann/rota/turns")["recent"]  # it asked for no clock, and got one
    assert [(row["table"], row["after"]) for row in latest] == [(rated, changes[0]["after"])]
    assert ann.get("/api/players/random@1")["boards"][0]["rating"] == changes[1]["after"]
    assert ann.get(f"/api/tables/{casual}/ratings") == []
    with Browser(ann.url) as stranger:
        assert stranger.get(f"/api/tables/{rated}/replay")["table"]["over"]
        assert stranger.http.get(f"/api/tables/{casual}/replay").status_code == 404


def test_a_rated_game_cannot_be_removed_before_it_is_lost(ann: Browser) -> None:
    """Deleting it is resigning: it stays, it is lost, and it has a clock whatever was asked for."""
    rated, casual = [ann.new("rota", "Ann", "bot:random", rated=wanted) for wanted in (True, False)]
    place = ann.open(rated)
    for seed in range(5):
        place.until_my_turn()
        assert place.view["clocks"]["settings"]["kind"] == "turns"
        place.play(place.any_move(Random(seed)))
    for table in (rated, casual):
        assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert ann.http.get(f"/api/tables/{casual}/replay").status_code == 404
    listed = next(table for table in ann.get("/api/tables") if table["id"] == rated)
    assert (listed["over"], listed["ending"]) == (True, "resign")
    deadline = time.monotonic() + 30
    while not (changes := ann.get(f"/api/tables/{rated}/ratings")):
        assert time.monotonic() < deadline
    assert changes[0]["after"] < changes[0]["before"] and changes[1]["after"] > changes[1]["before"]


@pytest.mark.parametrize("path", ["chess/live", "rota/fast"])
def test_boards_that_are_none_are_refused(ann: Browser, path: str) -> None:
    """An unknown game is not found, an unknown speed is no request."""
    assert ann.http.get(f"/api/ratings/{path}").status_code in (400, 404)
    assert ann.http.get(f"/api/players/Ann/{path}").status_code in (400, 404)
