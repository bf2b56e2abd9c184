"""One guest does not use up the server with connections: requests that do not end, crowds of sockets."""

from __future__ import annotations

import asyncio
import socket
import stat
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
from litestar.types import Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from axio.server.process.http_protocol import TimedH11Protocol
from axio.server.process.limits import Buckets, Places
from axio.server.process.websocket import WebSocketProtocol

from .browsing import Browser, Place
from .far import STRICT, Away, refusal
from .meeting import gather, seated
from .outside import SiteLine
from .running import Running

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
    assert said[4:].count(b"") == STRICT["unfinished"]
    assert all(b" 429 " in each for each in said[4:] if each)
    with Away(strict.url, "192.0.2.3") as ann:
        assert ann.http.put("/api/me", json={"name": "Ann"}).is_success


def test_requests_of_an_address_are_limited(strict: Running) -> None:
    """Also of an IPv6 network, which one household has to itself; others are not concerned."""
    with ExitStack() as held:
        one, same, other = (
            held.enter_context(Away(strict.url, address))
            for address in ("2001:db8:1::1", "2001:db8:1::2", "2001:db8:2::1")
        )
        refused = (429, "too_many")
        while refusal(one.http.get("/api/me")) != refused:
            pass
        assert refused in {refusal(same.http.get("/api/me")) for _ in range(20)}
        assert refused not in {refusal(other.http.get("/api/me")) for _ in range(20)}


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


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers nothing."""


def protocol(made: type[Any], line: Line, **more: Any) -> Any:
    """A protocol of a server that does nothing."""
    config = uvicorn.Config(nothing, log_config=None)
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
        pinged = protocol(WebSocketProtocol, lines[2])
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
        for _ in range(30):  # all that one address may send at once, and the players are at the same one
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


def test_whole_tables_count_as_many_messages(strict: Running) -> None:
    """Whoever asks for what has passed is sent the whole table, but not time after time."""
    with Away(strict.url, "192.0.2.7") as eve:
        place = Place(eve.connect(eve.new("axio", "Eve"), **{"X-Forwarded-For": eve.address}))
        place.until_my_turn()
        place.play(place.any_move(Random(1)))
        place.heard.clear()
        for _ in range(150):
            place.say("undo", seq=0)
        answers = [place.until("sync", "refusal") for _ in range(150)]
        assert {message.get("reason", "") for message in answers} == {"", "too_many"}


def test_a_socket_lasts_longer_than_a_request_may_take(strict: Running) -> None:
    """What limits requests does not limit web sockets, which begin as one."""
    with Away(strict.url, "192.0.2.8") as ann:
        line = ann.page()
        line.recv(timeout=30)
        with pytest.raises(TimeoutError):
            line.recv(timeout=2 * STRICT["request_time"])


def test_sockets_of_a_person_and_of_an_address_are_limited(strict: Running) -> None:
    """One too many is refused; one that ends makes room. An IPv6 network counts as one address."""
    with ExitStack() as held:
        ann, ben, eve, zoe = (
            held.enter_context(Away(strict.url, address))
            for address in ("2001:db8:9::1", "2001:db8:9::2", "2001:db8:9::3", "2001:db8:9:1::1")
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
