"""Non-interference over the wire: what a seat cannot know changes no byte it receives."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from axio import State, deal
from axio.rules.data import state_data
from axio.server import archive
from axio.server.history import History
from axio.server.identity import Signer
from axio.server.settings import sqlite_url
from axio.server.store import open_store, people, settings, tokens
from axio.server.tables import DEALT, Chair, Table
from axio.server.terms import Terms

from .browsing import Browser, Place
from .running import Running

ANN, BEN, EVE = "a" * 32, "b" * 32, "e" * 32  # seat 0, the other seats, a spectator
SIGNER = Signer(bytes(32))
TOKEN = "axio_of_ann"
LONGEST = 9  # plies


class Pair:
    """Two worlds that seat 0 cannot tell apart, and moves that look the same to it in both."""

    def __init__(self, one: State, other: State, random: Random) -> None:
        assert one.observe(0) == other.observe(0)
        self.one, self.other = one, other
        self.moves: list[str] = []
        while len(self.moves) < LONGEST and not one.over:
            moves = [move for move in one.legal_moves if move in other.legal_moves]
            if not moves:
                break
            move = random.choice(moves)
            here, there = one.play(move), other.play(move)
            one, other = here.after, there.after
            if here.seen_by(0) != there.seen_by(0) or one.observe(0) != other.observe(0):
                break  # from here on seat 0 rightly sees a difference
            self.moves.append(str(move))


def pairs() -> dict[str, Pair]:
    """Positions in the middle of games, each with a world sampled, or with two racks or stacks swapped."""
    found: dict[str, Pair] = {}
    random = Random(5)
    for game in ("axio", "rota", "hex"):
        for seats in (2, 3):
            for number in range(4):
                state = deal(game, seats, f"{seats}{number}")
                for _ in range(random.randrange(12)):
                    state = state.play(random.choice(state.legal_moves)).after
                other = _swapped(state) if seats > 2 and number % 2 else state.observe(0).sample(number)
                pair = Pair(state, replace(other, key=state.key, drawn=state.drawn), random)
                if pair.one != pair.other:
                    found[f"{game}{seats}{number}"] = pair
    return found


def _swapped(state: State) -> State:
    """Seats 1 and 2 hold each other's tiles; the bag is the same, so that all draws are."""
    a, b, c = state.racks
    mine, *theirs = state.stacks
    if state.asked or len(b) != len(c) or len(theirs[0]) != len(theirs[1]):
        return state
    return replace(state, racks=(a, c, b), stacks=(mine, *reversed(theirs)))


def prepare(folder: Path, worlds: dict[str, State]) -> Path:
    """A database with one table per world, the same names and keys in every folder."""

    async def fill() -> None:
        engine = await open_store(sqlite_url(folder))
        async with engine.begin() as connection:
            await connection.execute(insert(settings), {"name": "cookie key", "value": SIGNER.key})
            await connection.execute(insert(people), {"id": ANN, "name": "Ann", "created": 1.0})
            token = {"id": "t", "hash": sha256(TOKEN.encode()).hexdigest(), "person": ANN, "name": "bot"}
            await connection.execute(insert(tokens), token | {"created": 1.0})
        for name, state in worlds.items():
            seated = [ANN, *[BEN] * (state.game.seats - 1)]
            chairs = [Chair("person", f"P{n}", None, person, bytes(16)) for n, person in enumerate(seated)]
            terms = Terms(visibility="open")
            table = Table(name, ANN, DEALT, chairs, name, bytes(32), 1.0, History(state), terms=terms)
            await archive.save(engine, table)
        await engine.dispose()

    folder.mkdir()
    asyncio.run(fill())
    file = folder / "worlds.json"
    file.write_text(json.dumps({name: state_data(state) for name, state in worlds.items()}))
    return file


class Ear:
    """Somebody who listens at one table and keeps every byte."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.place = Place(browser.connect(table))
        self.frames: list[str] = []

    def listen(self, ply: int) -> None:
        """Until the view after `ply` moves is there, and the spots where a tile is to be placed."""
        told: set[str] = set()
        while not ({"view", "spots"} <= told or ("view" in told and not self._placing)):
            frame = self.place.socket.recv(timeout=30)
            assert isinstance(frame, str)
            self.frames.append(frame)
            message: dict[str, Any] = json.loads(frame)
            if message.get("view", {}).get("ply") == ply:
                told.add("view")
                self._placing = message["view"]["asks"] in ("place", "bonus")
            if message["kind"] == "spots" and message["ply"] == ply:
                told.add("spots")

    _placing = True


def heard_by(browsers: list[Browser], name: str, moves: list[str]) -> list[object]:
    """Everything Ann and Eve receive at a table while the moves are made."""
    ann, ben, eve = browsers
    ears = [Ear(ann, name), Ear(ben, name), Ear(eve, name)]
    for ear in ears:
        ear.listen(0)
    for ply, move in enumerate(moves, start=1):
        seat = json.loads(next(f for f in reversed(ears[0].frames) if '"view"' in f))["view"]["to_move"]
        ears[0 if seat == 0 else 1].place.say("play", seq=ply - 1, move=move)
        for ear in ears:
            ear.listen(ply)
    ears[0].place.say("undo", seq=99)
    ears[0].frames.append(str(ears[0].place.socket.recv(timeout=30)))
    pages = [
        (answer.status_code, answer.content)
        for browser in (ann, eve)
        for path in ("replay", "record", "picture.svg")
        for answer in [browser.http.get(f"/api/tables/{name}/{path}")]
    ]
    listed = [
        {k: v for k, v in each.items() if k != "updated"}
        for each in ann.get("/api/tables")
        if each["id"] == name
    ]
    for ear in ears:
        ear.place.close()
    return [ears[0].frames, ears[2].frames, _without_times(pages), listed, *_met(ann, eve, name)]


def _met(ann: Browser, eve: Browser, name: str) -> list[object]:
    """What the site tells Ann and Eve about a table, and what a program with Ann's token gets."""
    lists = [
        [each for each in browser.get("/api/lobby")["running"] if each["table"] == name]
        for browser in (ann, eve)
    ]
    games = [each for each in ann.get("/api/waiting")["games"] if each["table"] == name]
    waiting = [{key: value for key, value in each.items() if key != "since"} for each in games]
    with httpx.Client(base_url=ann.url, headers={"Authorization": f"Bearer {TOKEN}"}, verify=False) as bot:
        position = bot.get(f"/api/bot/games/{name}")
        with bot.stream("GET", f"/api/bot/games/{name}/stream") as stream:
            first = next(line for line in stream.iter_lines() if line)
    assert position.status_code == 200, position.text
    return [lists, waiting, position.text, first]


def _without_times(pages: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """A replay tells when the table was last touched, which is a clock's business and no secret."""
    return [
        (status, body.partition(b'"updated"')[0] + body.partition(b'"frames"')[2]) for status, body in pages
    ]


def _browsers(server: Running, held: ExitStack) -> list[Browser]:
    cookies = [httpx.Cookies({"axio": SIGNER.sign(person)}) for person in (ANN, BEN, EVE)]
    return [held.enter_context(Browser(server.url, cookie)) for cookie in cookies]


def test_nothing_hidden_changes_a_byte(tmp_path: Path) -> None:
    """Servers whose games differ only in what seat 0 cannot see send it, and a spectator, the same bytes."""
    found = pairs()
    assert len(found) >= 20
    assert sum(len(pair.moves) for pair in found.values()) >= 50
    one = prepare(tmp_path / "one", {name: pair.one for name, pair in found.items()})
    other = prepare(tmp_path / "other", {name: pair.other for name, pair in found.items()})
    rigged = "tests.server.rigged"
    generous = json.dumps({"requests_a_minute": 100_000})
    with (
        Running(one.parent, module=rigged, AXIO_WORLDS=str(one), AXIO_SETTINGS=generous) as here,
        Running(other.parent, module=rigged, AXIO_WORLDS=str(other), AXIO_SETTINGS=generous) as there,
        ExitStack() as held,
    ):
        ours, theirs = _browsers(here, held), _browsers(there, held)
        for name, pair in found.items():
            assert heard_by(ours, name, pair.moves) == heard_by(theirs, name, pair.moves), name


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_rig_itself_tells_worlds_apart(seat: int | None) -> None:
    """The pairs differ where they should: in what the other seats hold."""
    differing = [pair.one.observe(seat) != pair.other.observe(seat) for pair in pairs().values()]
    assert any(differing) == (seat == 1)
