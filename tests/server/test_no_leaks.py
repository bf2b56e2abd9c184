"""Non-interference over the wire: what a seat cannot know changes no byte it receives."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, get_args

import httpx
import pytest
from sqlalchemy import insert

from axio import State, deal
from axio.rules.data import state_data
from axio.server.identity.cookies import Signer
from axio.server.playing.live_table import Change, LiveTable, Watcher
from axio.server.process.flow_control import Outbox
from axio.server.protocol import Spots, ToClient
from axio.server.settings import sqlite_url
from axio.server.store import open_store, people, settings, tokens
from axio.server.table.history import MOVE, SEAT, UNDO, History, Row
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table.terms import Terms
from axio.server.table_store import repository

from .browsing import Browser, Place
from .meeting import seated
from .running import Running

pytestmark = pytest.mark.long

SEATED = ("a" * 32, "b" * 32, "c" * 32, "d" * 32)  # Ann has seat 0
EVE = "e" * 32  # a spectator
SIGNER = Signer(bytes(32))
TOKEN = "axio_of_ann"
LONGEST = 6  # plies
TIMES = re.compile(rb'"(?:updated|created|when|at|since|signed_in|seen|used)": ?[\d.e+]+')


class Pair:
    """Two worlds that seat 0 cannot tell apart, and moves that look the same to it in both."""

    def __init__(self, one: State, other: State, random: Random) -> None:
        assert one.observe(0) == other.observe(0)
        self.one, self.other = one, other
        self.moves: list[str] = []
        while len(self.moves) < LONGEST and not one.over:
            some = (random.choice(one.legal_moves) for _ in range(20))
            moves = [move for move in some if move in other.legal_moves]
            if not moves:
                break
            move = random.choice(moves)
            here, there = one.play(move), other.play(move)
            one, other = here.after, there.after
            if here.seen_by(0) != there.seen_by(0) or one.observe(0) != other.observe(0):
                break  # from here on seat 0 rightly sees a difference
            self.moves.append(str(move))


def pairs(games: int) -> dict[str, Pair]:
    """Positions in the middle of games, each with a world sampled, or with two racks or stacks swapped."""
    found: dict[str, Pair] = {}
    random = Random(5)
    for number in range(10 * games):
        game, seats = ("axio", "rota", "hex")[number % 3], 2 + number // 3 % 3
        state = deal(game, seats, str(number))
        for _ in range(random.randrange(12)):
            state = state.play(random.choice(state.legal_moves)).after
        other = _swapped(state) if seats > 2 and number % 2 else state.observe(0).sample(number)
        pair = Pair(state, replace(other, key=state.key, drawn=state.drawn), random)
        if pair.one != pair.other:
            found[f"{game}{number}"] = pair
        if len(found) == games:
            return found
    raise AssertionError(f"only {len(found)} pairs")


def _swapped(state: State) -> State:
    """Seats 1 and 2 hold each other's tiles; the bag is the same, so that all draws are."""
    a, b, c, *more = state.racks
    mine, his, hers, *rest = state.stacks
    if state.asked or len(b) != len(c) or len(his) != len(hers):
        return state
    return replace(state, racks=(a, c, b, *more), stacks=(mine, hers, his, *rest))


def prepare(folder: Path, worlds: dict[str, State]) -> Path:
    """A database with one table per world, the same names and keys in every folder."""

    async def fill() -> None:
        engine = await open_store(sqlite_url(folder))
        async with engine.begin() as connection:
            await connection.execute(insert(settings), {"name": "cookie key", "value": SIGNER.key})
            await connection.execute(insert(people), {"id": SEATED[0], "name": "Ann", "created": 1.0})
            await connection.execute(insert(tokens), _token(SEATED[0]))
        for name, state in worlds.items():
            sitting = enumerate(SEATED[: state.game.seats])
            chairs = [Chair("person", f"P{n}", None, person, bytes(16)) for n, person in sitting]
            terms = Terms(invite=f"i{name}", visibility="open")
            table = Table(name, SEATED[0], DEALT, chairs, name, bytes(32), 1.0, History(state), terms=terms)
            await repository.save(engine, table)
        await engine.dispose()

    folder.mkdir()
    asyncio.run(fill())
    file = folder / "worlds.json"
    file.write_text(json.dumps({name: state_data(state) for name, state in worlds.items()}))
    return file


def _token(person: str) -> dict[str, Any]:
    kept = sha256(TOKEN.encode()).hexdigest()
    return {"id": "t", "hash": kept, "person": person, "name": "program", "created": 1.0}


class Ear:
    """Somebody who listens at one table and keeps every byte, save who comes and goes."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.place = Place(browser.connect(table))
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.spotted = -1  # the ply whose free spots came

    def hear(self) -> dict[str, Any]:
        while True:
            frame = self.place.socket.recv(timeout=30)
            assert isinstance(frame, str)
            message: dict[str, Any] = json.loads(frame)
            if message["kind"] != "presence":
                break
        self.frames.append(frame)
        self.view = message.get("view", self.view)
        if message.get("spots") is not None:
            self.spotted = message.get("ply", self.view["ply"])
        return message

    def until(self, kind: str) -> None:
        while self.hear()["kind"] != kind:
            pass

    def listen(self, ply: int) -> None:
        """Until the view after `ply` moves is there, and the spots where a tile is to be placed."""
        while self.view.get("ply") != ply:
            self.hear()
        while self.view["asks"] in ("place", "bonus") and self.spotted != ply:
            self.hear()


def heard_by(seated: list[Browser], eve: Browser, name: str, moves: list[str]) -> list[object]:
    """Everything Ann and Eve receive at a table while moves are made and much else is asked for."""
    ears = [Ear(browser, name) for browser in seated]
    watching = Ear(eve, name)
    for ear in (*ears, watching):
        ear.listen(0)
    for ply, move in enumerate(moves, start=1):
        ears[ears[0].view["to_move"]].place.say("play", seq=ply - 1, move=move)
        for ear in (*ears, watching):
            ear.listen(ply)
    told = _told_to_a_program(seated[0].url, name)
    _ask_for_much(ears, watching)
    paths = ("replay", "record", "picture.svg", "check")
    pages = [
        (answer.status_code, TIMES.sub(b"", answer.content))
        for browser in (seated[0], eve)
        for path in (*(f"/api/tables/{name}/{each}" for each in paths), f"/api/invites/i{name}")
        for answer in [browser.http.get(path)]
    ]
    for ear in (*ears, watching):
        ear.place.close()
    return [ears[0].frames, watching.frames, pages, told]


def _told_to_a_program(url: str, name: str) -> list[str]:
    """A position, and the first line of the stream of a game, for a program with Ann's token."""
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {TOKEN}"}, verify=False) as program:
        position = program.get(f"/api/bot/games/{name}")
        assert position.status_code == 200, position.text
        with program.stream("GET", f"/api/bot/games/{name}/stream") as stream:
            return [position.text, next(line for line in stream.iter_lines() if line)]


def _ask_for_much(ears: list[Ear], eve: Ear) -> None:
    """Refusals, a wish to stop, another's prepared move, and where a bot may stand in, leaving and back."""
    ann, ben, everyone = ears[0], ears[1], (*ears, eve)
    asked: list[dict[str, Any]] = [
        {"kind": "undo", "seq": 99},
        {"kind": "resign", "seat": 1},
        {"kind": "hint", "seq": ann.view["seq"]},
        {"kind": "prepare", "move": "Yz9-Yz10"},
        {"kind": "play", "seq": ann.view["seq"], "move": "RRRR@0,0"},
        {"kind": "back"},
    ]
    for command in asked:
        ann.place.say(**command)
        ann.hear()
    ben.place.say("prepare", move=None)
    for on in (True, False):
        ben.place.say("stop", on=on)
        for ear in everyone:
            ear.until("wished")
    leaver = next(seat for seat in (2, 1, 0) if seat < len(ears) and seat != ann.view["to_move"])
    if len(ears) > 2 and leaver:
        for command in ({"kind": "leave"}, {"kind": "back"}):
            ears[leaver].place.say(**command)
            for ear in everyone:
                ear.until("happened")


def _browsers(server: Running, held: ExitStack) -> list[Browser]:
    cookies = [httpx.Cookies({"axio": SIGNER.sign(person)}) for person in (*SEATED, EVE)]
    return [held.enter_context(Browser(server.url, cookie)) for cookie in cookies]


def interfere(folder: Path, games: int) -> None:
    """Play every pair on two servers at once and compare what Ann and Eve got."""
    found = pairs(games)
    assert sum(len(pair.moves) for pair in found.values()) >= 2 * games
    one = prepare(folder / "one", {name: pair.one for name, pair in found.items()})
    other = prepare(folder / "other", {name: pair.other for name, pair in found.items()})
    options = ("--host", "0.0.0.0")
    rigged: dict[str, Any] = {
        "module": "tests.server.rigged",
        "AXIO_SETTINGS": '{"requests_a_minute": 1000000}',
    }
    with (
        Running(one.parent, *options, **rigged, AXIO_WORLDS=str(one)) as here,
        Running(other.parent, *options, **rigged, AXIO_WORLDS=str(other)) as there,
        ExitStack() as held,
        ThreadPoolExecutor(2) as pool,
    ):
        sides = [_browsers(here, held), _browsers(there, held)]
        for name, pair in found.items():
            seats = pair.one.game.seats
            heard = pool.map(lambda side: heard_by(side[:seats], side[-1], name, pair.moves), sides)  # noqa: B023
            ours, theirs = heard
            assert ours == theirs, name
        for browser in (0, -1):
            assert _everything_about(sides[0][browser]) == _everything_about(sides[1][browser])
        assert _counted(sides[0][0]) == _counted(sides[1][0])
        assert here.complaints == there.complaints == []


def _counted(browser: Browser) -> list[str]:
    """What the metrics speak of; how much of it, and how long it took, is a matter of the machine."""
    lines = browser.http.get("/metrics").text.splitlines()
    return [line.rpartition(" ")[0] for line in lines if line.startswith("axio_")]


def _everything_about(browser: Browser) -> list[object]:
    """The lists, and what a person may take away of all that is kept about them."""
    paths = ("/api/tables", "/api/account/data", "/api/scores/axio", "/api/me", "/api/lobby", "/api/waiting")
    return [TIMES.sub(b"", browser.http.get(path).content) for path in paths]


def test_nothing_hidden_changes_a_byte(tmp_path: Path) -> None:
    """Servers whose games differ only in what seat 0 cannot see send it, and a spectator, the same bytes."""
    interfere(tmp_path, 60)


@pytest.mark.soak
def test_nothing_hidden_changes_a_byte_in_a_thousand_games(tmp_path: Path) -> None:
    """The same, for longer."""
    interfere(tmp_path, 1000)


class Kept(Outbox):
    """Everything that would be sent."""

    def __init__(self) -> None:
        super().__init__(limit=0)
        self.messages: list[bytes] = []

    def put(self, message: bytes) -> None:
        self.messages.append(message)


def told(name: str, state: State, moves: list[str], person: str) -> list[bytes]:
    """Every message with a view in it, and the spots, at each ply of a table in this world."""
    chairs = [Chair("person", f"P{n}", None, each, bytes(16)) for n, each in enumerate(SEATED)]
    seats = chairs[: state.game.seats]
    table = Table(name, SEATED[0], DEALT, seats, name, bytes(32), 1.0, History(state))
    kept = Kept()
    live = LiveTable(table)
    ear = Watcher(live, person, kept)
    for seq, move in enumerate(["", *moves]):
        if move:
            seat = live.table.history.state.seat
            row = Row(seq, MOVE, move, seat, f"P{seat}", float(seq))
            live.table = live.table.followed_by(row)
            ear.hear(Change("row", row))
            ear.hear(Change("row", Row(seq + 1, UNDO, "1", seat, f"P{seat}", 1.0)))
        ear.resync()
        ear.hear(Change("row", Row(seq + 1, SEAT, "leave", 1, "careful@1", 1.0)))
        ear.hear(Change("wishes"))
        ear.send_preview()
        if person == SEATED[0]:
            ear.reveal(0)
    return kept.messages


def test_no_kind_of_message_tells_more() -> None:
    """Whatever is told with a view, even if it never comes to that in a game: no byte differs."""
    kinds: set[str] = set()
    for name, pair in pairs(30).items():
        for person in (SEATED[0], EVE):
            here, there = (told(name, world, pair.moves, person) for world in (pair.one, pair.other))
            assert here == there, name
            kinds |= {json.loads(message)["kind"] for message in here}
    viewing = {each for each in get_args(ToClient) if "view" in each.__struct_fields__}
    assert kinds == {each.__struct_config__.tag for each in (*viewing, Spots)}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_rig_itself_tells_worlds_apart(seat: int | None) -> None:
    """The pairs differ where they should: in what the other seats hold."""
    differing = [pair.one.observe(seat) != pair.other.observe(seat) for pair in pairs(20).values()]
    assert any(differing) == (seat == 1)


def test_no_seed_and_no_secret_leaves_before_the_end(people: list[Browser], far: Running) -> None:
    """Neither is in any byte that anybody gets while the game runs; at the end both are in the record."""
    table, places = seated(people[0], "axio", people[1])
    eve = people[2].open(table)
    for _ in range(4):
        mover = next(p for p in places if p.view["seats"][places[0].view["to_move"]]["mine"])
        mover.until_my_turn()
        seq = mover.play(mover.any_move(Random(1)))["view"]["seq"]
        for place in (*places, eve):
            while place.view.get("seq", 0) < seq:
                place.hear()
    with closing(sqlite3.connect(far.data / "axio.db")) as connection:
        seed, secret = connection.execute("SELECT seed, secret FROM tables WHERE id = ?", (table,)).fetchone()
    assert len(seed) == 64 and len(secret) == 32
    told = json.dumps([place.heard for place in (*places, eve)])
    paths = [f"/api/tables/{table}/{each}" for each in ("replay", "record", "check", "picture.svg")]
    for person in people[:3]:
        for path in (*paths, "/api/tables", "/api/account/data"):
            told += person.http.get(path).text
    assert seed not in told and secret.hex() not in told
    places[0].say("resign")
    places[0].until("happened")
    record = people[2].http.get(f"/api/tables/{table}/record").text
    assert seed in record and secret.hex() in record
