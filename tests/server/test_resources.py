"""One guest does not use up the server: records, commitments, requests that do not end, crowds of sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from axio.server.errors import TooMany
from axio.server.playing.replays import Replays
from axio.server.process.http_protocol import CappedWebSocketProtocol, TimedH11Protocol
from axio.server.process.limits import Buckets, Places
from axio.server.store import open_store

from .browsing import Browser
from .far import Person, change, refusal, rows
from .meeting import gather, seated
from .outside import SiteLine
from .running import Running
from .test_records import finished

SETTINGS = {
    "requests_a_minute": 100_000,
    "records": 3,
    "kept_a_minute": 12,
    "unfinished": 5,
    "request_time": 1.5,
    "person_sockets": 4,
}
DAY = 86400.0


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with low limits, behind a proxy that says where people come from."""
    folder, settings = tmp_path_factory.mktemp("strict"), json.dumps(SETTINGS)
    options = ("--proxy", "127.0.0.1", "--sockets-per-address", "8")
    with Running(folder, *options, module="tests.server.rigged", AXIO_SETTINGS=settings) as running:
        yield running


class Away(Person):
    """Somebody at an address of their own."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url)
        self.address = address
        self.http.headers["X-Forwarded-For"] = address

    def __enter__(self) -> Away:
        return self

    def page(self) -> ClientConnection:
        """The socket of a page."""
        headers = {"Cookie": self.cookie, "X-Forwarded-For": self.address}
        address = self.url.replace("http", "ws") + "/api/socket"
        return self.held.enter_context(connect(address, additional_headers=headers, compression=None))


# --- records and commitments --------------------------------------------------------------------------------


def test_records_do_not_stop_the_server(far: Running) -> None:
    """While a guest imports huge, long and whole records, others are answered about as quickly as before."""
    whole = json.dumps(finished("axio", 4)).encode()
    long = json.dumps(finished() | {"moves": ["Re4-Bf4"] * 15_000}).encode()
    huge = json.dumps(finished() | {"moves": ["Re4-Bf4"] * 80_000}).encode()
    statuses: list[int] = []
    with Browser(far.url) as eve, Browser(far.url) as ann:

        def attack() -> None:
            statuses.extend(
                eve.http.post("/api/records", content=body).status_code for body in [huge, long, whole] * 10
            )

        calm = [answered_in(ann) for _ in range(100)]
        attacking = threading.Thread(target=attack)
        attacking.start()
        busy = [answered_in(ann)]
        while attacking.is_alive():
            busy.append(answered_in(ann))
        attacking.join()
    assert [{*statuses[kind::3]} for kind in range(3)] == [{413}, {400}, {201}]
    assert sorted(busy)[len(busy) * 95 // 100] < max(calm) + 0.1


def answered_in(browser: Browser) -> float:
    began = time.perf_counter()
    assert browser.http.get("/health").status_code == 200
    return time.perf_counter() - began


def test_replays_are_made_in_one_thread_and_in_turn() -> None:
    """However much one address wants, it has one replay at a time; the next address comes after that."""
    made: list[str] = []

    def replay(name: str) -> str:
        made.append(name)
        return threading.current_thread().name

    async def crowd() -> None:
        replays = Replays()
        gate = threading.Event()
        first = asyncio.create_task(replays.run("eve", gate.wait))
        await asyncio.sleep(0)
        many = [asyncio.create_task(replays.run("eve", replay, "eve")) for _ in range(63)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await replays.run("eve", replay, "too much")
        ann = asyncio.create_task(replays.run("ann", replay, "ann"))
        await asyncio.sleep(0)
        gate.set()
        await first
        assert len({*await asyncio.gather(*many, ann)}) == 1
        await replays.stop()

    asyncio.run(crowd())
    assert made.index("ann") <= 1
    assert made.count("eve") == 63


def test_imported_records_are_limited_and_expire(strict: Running) -> None:
    """A person has so many; those of guests are gone after a while, those of accounts stay."""
    with Away(strict.url, "192.0.2.1") as ada, Away(strict.url, "192.0.2.2") as eve:
        ada.sign_up("Ada")
        kept = ada.http.post("/api/records", json=finished()).json()["id"]
        for _ in range(3):
            assert eve.http.post("/api/records", json=finished()).status_code == 201
        assert refusal(eve.http.post("/api/records", json=finished())) == (403, "too_many_records")
        ago = time.time() - 15 * DAY
        change(strict, "UPDATE tables SET created = ? WHERE owner IN (?, ?)", ago, ada.id, eve.id)
        assert eve.http.post("/api/records", json=finished()).status_code == 201
        assert rows(strict, "SELECT count(*) FROM tables WHERE owner = ?", eve.id) == [(1,)]
        assert rows(strict, "SELECT id FROM tables WHERE owner = ?", ada.id) == [(kept,)]
        assert rows(strict, "SELECT * FROM log WHERE table_id NOT IN (SELECT id FROM tables)") == []


def test_an_imported_record_keeps_only_what_it_needs(far: Running) -> None:
    """Names and notes are cut, and what the format does not know is dropped."""
    notes = {"site": "s" * 999, "started": "t" * 999, "comment": "c" * 50_000, "result": None}
    players = [[{"name": "n" * 999, "from": 0}], [{"name": "Ben", "from": 0, "about": "a" * 50_000}]]
    with Person(far.url) as eve:
        answer = eve.http.post("/api/records", json=finished() | notes | {"players": players})
        assert answer.status_code == 201
        ((kept,),) = rows(far, "SELECT record FROM tables WHERE id = ?", answer.json()["id"])
        assert not [each for each in "cant" if each * 121 in kept] and "s" * 120 in kept
        assert eve.http.get(f"/api/tables/{answer.json()['id']}/record").status_code == 200


def test_unused_commitments_are_limited(strict: Running) -> None:
    """A person has twenty, the oldest of which go; an address asks for no more than it may."""
    with Away(strict.url, "2001:db8::1") as eve, Away(strict.url, "2001:db8::2") as other:
        answers = [eve.http.post("/api/deals") for _ in range(130)]
        assert rows(strict, "SELECT count(*) FROM deals WHERE person = ?", eve.id) == [(20,)]
        assert refusal(answers[-1]) == (429, "too_many")
        assert refusal(other.http.post("/api/records", json=finished())) == (429, "too_many")
        taken = [answer.json()["deal"] for answer in answers if answer.is_success]
        wanted = {"game": "axio", "seats": [{"kind": "person"}]}
        gone, there = (eve.http.post("/api/tables", json={**wanted, "deal": taken[at]}) for at in (0, -1))
        assert (refusal(gone), there.status_code) == ((403, "no_such_deal"), 201)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("DELETE FROM deals WHERE created < 1", "ix_deals_created"),
        ("SELECT id FROM deals WHERE person = 'x'", "ix_deals_person"),
        ("SELECT id FROM tables WHERE origin = 'imported' AND created < 1", "ix_tables_origin_created"),
    ],
)
def test_what_expires_is_found_by_an_index(tmp_path: Path, query: str, index: str) -> None:
    """However much there is, looking for it reads no whole table."""

    async def make() -> None:
        await (await open_store(f"sqlite+aiosqlite:///{tmp_path / 'axio.db'}")).dispose()

    asyncio.run(make())
    with closing(sqlite3.connect(tmp_path / "axio.db")) as connection:
        assert index in str(connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall())


# --- requests -----------------------------------------------------------------------------------------------


def test_requests_that_do_not_end_are_let_go(strict: Running) -> None:
    """Half a head, half a body, a body after its answer: the connection ends; few bodies wait at once."""
    host, port = strict.netloc.split(":")
    fields = f"Host: {strict.netloc}\r\nX-Forwarded-For: 192.0.2.3\r\nContent-Length: 1000"
    start = f"POST /api/records HTTP/1.1\r\n{fields}\r\n\r\nhalf"
    heads = [b"", b"G", b"POST /api/records HTTP/1.1\r\nHost: ", start.replace("records", "deals").encode()]
    with ExitStack() as held:
        lines = [held.enter_context(socket.create_connection((host, int(port)), 30)) for _ in range(24)]
        for line, head in zip(lines[:4], heads, strict=True):
            line.sendall(head)
        for line in lines[4:]:
            line.sendall(start.encode())
        said = [_last_words(line) for line in lines]
    assert said[:3] == [b"", b"", b""]
    assert said[4:].count(b"") == SETTINGS["unfinished"]
    assert all(b" 429 " in each for each in said[4:] if each)
    with Away(strict.url, "192.0.2.3") as ann:
        assert ann.http.put("/api/me", json={"name": "Ann"}).is_success


def _last_words(line: socket.socket) -> bytes:
    """What the server says until it ends the connection."""
    said = b""
    try:
        while data := line.recv(65536):
            said += data
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize(
    "name", ["%00", "a%00.js", "x" * 5000 + ".js", "%ff.js", "..%2f", "..%2f..%2f__init__.py", "%ed%a0%80.js"]
)
def test_names_that_no_file_has(far: Running, name: str) -> None:
    """They are not found, as any other that is not there."""
    with Browser(far.url) as eve:
        assert refusal(eve.http.get(f"/static/{name}")) == (404, "no_such_page")


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Keys and secrets lie in it: other users of the machine cannot read it, even where they could before."""
    folder = tmp_path / "games"
    for _ in range(2):
        with Running(folder):
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
            assert modes.keys() >= {"axio.db", "axio.db-wal"}
            assert {mode & 0o077 for mode in modes.values()} == {0}
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "axio.db").chmod(0o644)


class Line:
    """A connection as a protocol sees it, from one address."""

    def __init__(self) -> None:
        self.aborted = False
        self.unread = 0

    def get_extra_info(self, name: str) -> object:
        return ("192.0.2.1", 1) if name == "peername" else None

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.aborted = True

    def write(self, data: bytes) -> None:
        self.unread += len(data)


def protocol(made: type[Any], line: Line, **more: Any) -> Any:
    """A protocol of a server that does nothing."""
    config = uvicorn.Config("tests.server.running:Running", log_config=None)
    opened = made(config=config, server_state=ServerState(), app_state={}, **more)
    opened.connection_made(line)
    return opened


def test_answers_that_nobody_reads_are_dropped() -> None:
    """Those to requests after a while, those to pings once there are too many."""

    async def read_nothing() -> None:
        lines = [Line() for _ in range(3)]
        limits: dict[str, Any] = {"request_time": 0.01, "connections": Places(9)}
        one, two = (protocol(TimedH11Protocol, line, **limits) for line in lines[:2])
        for each in (one, two):
            each.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            each.pause_writing()
        two.resume_writing()
        await asyncio.sleep(0.2)
        assert [line.aborted for line in lines[:2]] == [True, False]
        pinged = protocol(CappedWebSocketProtocol, lines[2])
        pinged.handle_ping()
        assert not lines[2].aborted
        lines[2].unread = 2_000_000
        pinged.handle_ping()
        assert lines[2].aborted

    asyncio.run(read_nothing())


def test_connections_of_an_address_are_limited() -> None:
    """One too many is cut off; one that ends makes room."""

    async def connect_often() -> None:
        lines = [Line() for _ in range(3)]
        limits: dict[str, Any] = {"request_time": 9.0, "connections": Places(1)}
        first, second = (protocol(TimedH11Protocol, line, **limits) for line in lines[:2])
        assert [line.aborted for line in lines[:2]] == [False, True]
        for each in (first, second):
            each.connection_lost(OSError())
        protocol(TimedH11Protocol, lines[2], **limits)
        assert not lines[2].aborted

    asyncio.run(connect_often())


def test_a_long_host_makes_no_picture(far: Running) -> None:
    """A QR code holds only so much."""
    with Browser(far.url) as eve:
        _, invite = gather(eve, "axio", "Eve", "open")
        answer = eve.http.get(f"/api/invites/{invite}/code.svg", headers={"Host": "x" * 4000})
        assert refusal(answer) == (400, "malformed")


# --- sockets ------------------------------------------------------------------------------------------------


def test_a_crowd_of_strangers_does_not_disturb_a_player(far: Running) -> None:
    """Sixty who say hello again and again: the players hear of them now and then, and play on."""
    with Browser(far.url) as host, Browser(far.url) as guest, ExitStack() as held:
        table, places = seated(host, "axio", guest)
        for place in places:
            place.until("presence")
        eve = held.enter_context(Browser(far.url))
        crowd = [eve.connect(table, Cookie="") for _ in range(60)]
        for _ in range(40):
            for each in crowd:
                each.send('{"kind": "hello"}')
        for seed in range(4):
            for place in places:
                place.until_my_turn()
                assert place.play(place.any_move(Random(seed)))["kind"] == "step"
        told = [message for message in places[0].heard if message["kind"] == "presence"]
        assert len(told) < 40


def test_hello_is_limited(far: Running) -> None:
    """Each is answered with a whole table, so a few must do."""
    with Browser(far.url) as ann:
        place = ann.open(ann.new("axio", "Ann"))
        for _ in range(10):
            place.say("hello")
        kinds = []
        while "refusal" not in kinds:
            kinds.append(place.hear()["kind"])
        assert kinds.count("sync") == 5


def test_sockets_of_a_person_and_of_an_address_are_limited(strict: Running) -> None:
    """One too many is refused; one that ends makes room. An IPv6 network counts as one address."""
    with ExitStack() as held:
        ann, ben, eve, zoe = (
            held.enter_context(Away(strict.url, address))
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1")
        )
        mine = [ann.page() for _ in range(4)]
        with pytest.raises(InvalidStatus, match="403"):
            ann.page()
        mine.pop().close()
        mine.append(_as_soon_as_there_is_room(ann))
        for _ in range(4):
            ben.page()
        with pytest.raises(InvalidStatus, match="403"):
            eve.page()
        zoe.page()


def _as_soon_as_there_is_room(person: Away) -> ClientConnection:
    """The server has to notice first that another socket is gone."""
    for _ in range(500):
        try:
            return person.page()
        except InvalidStatus:
            time.sleep(0.02)
    raise AssertionError("no room was made")


def test_a_school_plays_behind_one_address(tmp_path: Path) -> None:
    """Forty people with the usual limits, each with a page and a table: nobody is refused anything."""
    with Running(tmp_path, "--host", "0.0.0.0") as server, ExitStack() as held:
        people = [held.enter_context(Browser(server.url)) for _ in range(40)]
        pages = [SiteLine(person, lobby=True) for person in people]
        for host, guest in zip(people[::2], people[1::2], strict=True):
            _, places = seated(host, "axio", guest)
            for place in places:
                place.until_my_turn()
                assert place.play(place.any_move(Random(1)))["kind"] == "step"
        for page in pages:
            page.until(lambda told: told["kind"] == "lobby")


def test_limits_by_name() -> None:
    """One name's bucket or places are not another's, and names that do nothing are forgotten."""
    buckets, places = Buckets(0.0, 2), Places(1)
    assert [buckets.take("eve") for _ in range(3)] == [True, True, False]
    assert buckets.take("ann")
    with places.taken("eve") as first, places.taken("eve") as second, places.taken("ann") as other:
        assert (first, second, other) == (True, False, True)
    with places.taken("eve") as again:
        assert again
    quick = Buckets(1e9, 5)
    for number in range(30_000):
        quick.take(str(number))
    assert len(quick._known) < 20_000
