"""A move's way: from a socket to the commit and back to everyone at the table."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dis import opname
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import uvicorn
from httpx import AsyncClient
from websockets.asyncio.client import ClientConnection, connect

from axio.server.app import make_app
from axio.server.process.websocket import WebSocketProtocol
from axio.server.settings import Settings, sqlite_url

PAGE = Path(__file__).parents[2] / "docs" / "maintainers" / "server.md"
MODULES, ENTRIES = 18, 3  # at most
SOCKET = "axio.server.table_socket.socket"  # was waiting for the move, and only goes on
TASKS = ("GameService.play", "Outbox.send_all", "Writer._run")  # beside those of the sockets themselves


class Trace:
    """The modules of the server in which something was called, and who called the game service from outside.

    What the hearers of the bus do is their own affair.
    """

    def __init__(self) -> None:
        self.modules = {SOCKET}
        self.entries: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        module = _module(frame)
        if event != "call" or not module.startswith("axio.server.") or not _begins(frame) or _aside(frame):
            return
        self.modules.add(module)
        if frame.f_code.co_qualname.startswith("GameService.") and _module(frame.f_back) != module:
            self.entries.append(frame.f_code.co_qualname)


def _module(frame: FrameType | None) -> str:
    return "" if frame is None else str(frame.f_globals.get("__name__"))


def _begins(frame: FrameType) -> bool:
    """Not a coroutine that goes on after a pause."""
    at, code = frame.f_lasti, frame.f_code.co_code
    return at < 0 or (opname[code[at]] == "RESUME" and code[at + 1] == 0)


def _aside(frame: FrameType) -> bool:
    """Something that would run without the move too, or a hearer of the bus."""
    task = asyncio.current_task()
    names = [frame.f_code.co_qualname]
    while (caller := frame.f_back) is not None:
        frame = caller
        names.append(frame.f_code.co_qualname)
    if "LocalBus.publish" in names[1:]:
        return True
    if task is None:
        return "LiveTable._send_previews" not in names
    begun = str(getattr(task.get_coro(), "__qualname__", ""))
    return begun not in TASKS and not begun.endswith(".run_asgi")


@contextmanager
def traced() -> Iterator[Trace]:
    trace = Trace()
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """A server in this very loop, so that all it does can be traced; its address."""
    app = make_app(Settings(url=sqlite_url(folder), host="0.0.0.0"))
    config = uvicorn.Config(app, port=0, ws=WebSocketProtocol, lifespan="on", log_config=None)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    await task


class Guest:
    """A browser at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def until(self, kind: str) -> dict[str, Any]:
        while (message := json.loads(await self.socket.recv()))["kind"] != kind:
            pass
        return dict(message)

    async def a_move(self) -> str:
        """The first tile of the rack on the first free spot."""
        rack = (await self.until("sync"))["view"]["rack"]
        cells = (await self.until("spots"))["spots"][0][0]
        return "-".join(mark + cell for mark, cell in zip(rack[0], cells, strict=True))

    async def play(self, move: str) -> None:
        await self.socket.send(json.dumps({"kind": "play", "seq": 0, "move": move}))


class Visitor:
    """Somebody with a cookie."""

    def __init__(self, where: str, held: AsyncExitStack) -> None:
        self.where, self.held = where, held
        self.http = AsyncClient(base_url=f"http://{where}")

    async def make(self, *seats: str) -> str:
        """A table, by the kinds of its seats."""
        await self.http.get("/api/me")
        wanted = [{"kind": kind} | ({"bot": "random"} if kind == "bot" else {}) for kind in seats]
        clock = {"kind": "live", "main": 600} if len(seats) > 1 else None
        answer = await self.http.post("/api/tables", json={"game": "hex", "seats": wanted, "clock": clock})
        return str(answer.json()["id"])

    async def sit_down(self, invite: str) -> None:
        await self.http.get("/api/me")
        assert (await self.http.post(f"/api/invites/{invite}", json={})).status_code == 201

    async def come(self, table: str) -> Guest:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://{self.where}/api/tables/{table}/socket"
        guest = Guest(
            await self.held.enter_async_context(connect(address, additional_headers={"Cookie": cookie}))
        )
        await guest.socket.send('{"kind": "hello", "seq": null}')
        return guest


async def a_move(folder: Path, *others: str) -> Trace:
    """Ann moves at a table with Ben at an open seat and a bot, and Eve looks on."""
    async with serving(folder) as where, AsyncExitStack() as held:
        ann, ben, eve = (Visitor(where, held) for _ in range(3))
        first = await ann.come(await ann.make("person"))  # the first row of all opens the writer's connection
        await first.play(await first.a_move())
        await first.until("step")
        table = await ann.make("person", *others)
        host = await ann.come(table)
        await ben.sit_down((await host.until("room"))["invite"])
        guests = [await ben.come(table), await eve.come(table)]
        for guest in guests:
            await guest.until("sync")
        move = await host.a_move()
        with traced() as trace:
            await host.play(move)
            steps = [await guest.until("step") for guest in (host, *guests)]
        assert [step["view"]["last"] for step in steps] == [move] * 3
        for visitor in (ann, ben, eve):
            await visitor.http.aclose()
        return trace


@pytest.mark.filterwarnings("ignore")  # Litestar's own, about its own names
@pytest.mark.parametrize("others", [("open", "bot"), ("bot", "open")])
def test_a_moves_way_is_short(tmp_path: Path, others: tuple[str, ...]) -> None:
    """Whether a person or a bot follows: few modules take part, and the game service is seldom asked."""
    trace = asyncio.run(a_move(tmp_path, *others))
    assert {"axio.server.playing.writer", "axio.server.views.view"} <= trace.modules
    assert len(trace.modules) <= MODULES, sorted(trace.modules)
    assert len(trace.entries) <= ENTRIES, trace.entries
    walked = PAGE.read_text("utf-8").partition("## A move's way")[2].partition("\n## ")[0]
    names = {module.removeprefix("axio.server.").replace(".", "/") for module in trace.modules}
    assert {name for name in names if f"`{name}.py`" not in walked} == set()
