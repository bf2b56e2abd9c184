"""Two processes on one PostgreSQL: whatever is killed or restarted, what was acknowledged is written once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from axio.server.store import log, open_store, tables

from .browsing import Browser, Place
from .postgres import Postgres
from .running import Running

pytestmark = pytest.mark.xdist_group("postgres")

SEATS = (
    ("axio", "Ann"),
    ("hex", "Ann", "Ben"),
    ("rota", "Ann", "bot:random"),
    ("axio", "Ann", "bot:greedy"),
    ("hex", "Ann", "bot:random", "bot:greedy"),
    ("rota", "Ann", "Ben", "Cid"),
)
AWAY = (WebSocketException, httpx.HTTPError, OSError, EOFError, AssertionError)
FINISH = 90.0  # seconds, for games to end once nothing is killed any more


class Street:
    """Servers with one database, each of which may be gone for a while."""

    def __init__(self, url: str, folder: Path, servers: int = 2) -> None:
        self.url, self.folder = url, folder
        self.servers = [self._start() for _ in range(servers)]
        with Browser(self.servers[0].url) as browser:
            self.cookies = browser.http.cookies

    def _start(self) -> Running:
        return Running(self.folder, "--url", self.url)

    def kill_and_start(self, which: int) -> None:
        self.servers[which].kill()
        self.servers[which] = self._start()

    def close(self) -> None:
        for server in self.servers:
            server.stop()


class Client:
    """Plays game after game, at whichever server answers, and remembers what it was told."""

    def __init__(self, street: Street, seats: Sequence[str], seed: int) -> None:
        self.street, self.seats, self.random = street, seats, Random(seed)
        self.acknowledged: dict[tuple[str, int], str] = {}  # (table, seq): the move, or undo
        self.sent: set[tuple[str, int, str]] = set()
        self.over: list[str] = []
        self.open: list[tuple[int, str]] = []  # the command that was not answered
        self.faults: list[BaseException] = []
        self.ending = False

    def run(self) -> None:
        try:
            while not self.ending:
                self._game(self._table())
        except BaseException as fault:
            self.faults.append(fault)

    def _table(self) -> str:
        while True:
            with suppress(*AWAY), Browser(self._server().url, self.street.cookies) as browser:
                return browser.new(*self.seats)
            time.sleep(0.2)

    def _server(self) -> Running:
        return self.random.choice(self.street.servers)

    def _game(self, table: str) -> None:
        seq = None
        while not self._ended(table):
            place: Place | None = None
            try:
                with self._socket(table) as socket:
                    place = Place(socket, seq)
                    self._play(table, place)
            except (WebSocketException, OSError, EOFError):
                time.sleep(0.2)
            if place is not None:
                seq = place.view.get("seq", seq)
                self._note(table, place)

    def _socket(self, table: str) -> ClientConnection:
        address = self._server().url.replace("http", "ws") + f"/api/tables/{table}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in self.street.cookies.items())
        return connect(address, additional_headers={"Cookie": cookie}, compression=None, open_timeout=5)

    def _ended(self, table: str) -> bool:
        return bool(self.over) and self.over[-1] == table

    def _play(self, table: str, place: Place) -> None:
        while not place.view:
            place.hear()
        known = max((seq for name, seq in self.acknowledged if name == table), default=0)
        assert place.view["seq"] >= known, "an acknowledged row is missing"
        for seq, said in self.open:
            self._say(table, place, seq, said)
        while True:
            place.until_my_turn()
            self._note(table, place)
            if place.view["over"]:
                self.over.append(table)
                return
            undo = place.view["can_undo"] and self.random.random() < 0.05
            self._say(table, place, place.view["seq"], "undo" if undo else place.any_move(self.random))

    def _say(self, table: str, place: Place, seq: int, said: str) -> None:
        self.sent.add((table, seq + 1, said))
        self.open = [(seq, said)]
        if said == "undo":
            place.say("undo", seq=seq)
        else:
            place.say("play", seq=seq, move=said)
        answer = place.until("step", "undone", "sync", "refusal")
        assert answer["kind"] != "refusal", answer
        self.open = []

    def _note(self, table: str, place: Place) -> None:
        """Steps and undos are acknowledgements; whoever made them, they are there to stay."""
        for message in place.heard:
            if message["kind"] in ("step", "undone"):
                said = message["line"]["move"] if message["kind"] == "step" else "undo"
                known = self.acknowledged.setdefault((table, message["view"]["seq"]), said)
                assert known == said, "two rows with one number"
        place.heard.clear()


def havoc(street: Street, postgres: Postgres, seconds: float, random: Random) -> int:
    """Kill one or the other at random, four times at least; after the second time restart the database."""
    began, killed = time.monotonic(), 0
    while killed < 4 or time.monotonic() - began < seconds:
        time.sleep(random.uniform(0.1, 1.2))
        street.kill_and_start(random.randrange(2))
        killed += 1
        if killed == 2:
            postgres.restart()
    return killed


def written(url: str) -> tuple[dict[tuple[str, int], Any], set[str]]:
    """Every row of the log, and the tables whose games are over."""

    async def read() -> tuple[dict[tuple[str, int], Any], set[str]]:
        engine = await open_store(url)
        async with engine.connect() as connection:
            rows = (await connection.execute(select(log))).all()
            over = set(await connection.scalars(select(tables.c.id).where(tables.c.over.is_(True))))
        await engine.dispose()
        return {(row.table_id, row.seq): row for row in rows}, over

    return asyncio.run(read())


def check(clients: list[Client], url: str) -> int:
    """Nothing acknowledged is missing or different, nothing was written that nobody asked for there."""
    rows, over = written(url)
    for client in clients:
        for place, said in client.acknowledged.items():
            row = rows[place]
            assert (row.move if row.kind == "move" else row.kind) == said
        mine = {table for table, _ in client.acknowledged}
        for (table, seq), row in rows.items():
            if table in mine and row.by in ("Ann", "Ben", "Cid"):
                assert (table, seq, row.move if row.kind == "move" else "undo") in client.sent
        assert set(client.over) <= over
    for table, seq in rows:
        assert seq == 1 or (table, seq - 1) in rows, "a gap in the log"
    return sum(len(client.acknowledged) for client in clients)


def play_through(postgres: Postgres, folder: Path, seconds: float, clients: int) -> int:
    """How many rows so many clients were told of while servers and the database went down; all checked."""
    url = postgres.database()
    with ExitStack() as held:
        street = Street(url, folder)
        held.callback(street.close)
        playing = [Client(street, SEATS[number % len(SEATS)], number) for number in range(clients)]
        threads = [threading.Thread(target=client.run) for client in playing]
        for thread in threads:
            thread.start()
        havoc(street, postgres, seconds, Random(seconds))
        deadline = time.monotonic() + FINISH
        for client in playing:
            client.ending = True
        for thread in threads:
            thread.join(timeout=max(0, deadline - time.monotonic()))
        assert not [fault for client in playing for fault in client.faults]
        assert not [thread for thread in threads if thread.is_alive()], "a game did not end"
    assert all(client.over for client in playing)
    return check(playing, url)


def test_nothing_acknowledged_is_lost_or_doubled(postgres: Postgres, tmp_path: Path) -> None:
    """Games under way while processes are killed and the database is restarted: every row once, all end."""
    assert play_through(postgres, tmp_path, 8, 8) > 100


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_or_doubled_for_long(postgres: Postgres, tmp_path: Path) -> None:
    """The same for ten minutes."""
    assert play_through(postgres, tmp_path, 600, 16) > 5_000
