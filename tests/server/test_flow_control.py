"""Messages to one reader: at once where its connection takes them, in order, and not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from axio.server.process.flow_control import Outbox, Sending
from axio.server.process.websocket import WebSocketProtocol, write_now_of

SIZES = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000]


@dataclass
class Reader:
    """A connection that may be full."""

    full: bool = False
    taken: list[str] = field(default_factory=list)
    room: asyncio.Event = field(default_factory=asyncio.Event)

    def write_now(self, text: bytes) -> bool:
        if not self.full:
            self.taken.append(text.decode())
        return not self.full

    async def write(self, text: str) -> None:
        await self.room.wait()
        self.taken.append(text)


async def listening(
    outbox: Outbox, reader: Reader, act: Callable[[], Awaitable[None]], timeout: float
) -> None:
    """Listen for ever while `act` goes on."""
    async with Sending(outbox, reader.write, timeout, reader.write_now):
        await act()
        await asyncio.Event().wait()


def test_messages_are_written_at_once_without_a_task() -> None:
    """Where the connection takes them, nothing waits and nothing runs besides."""

    async def run() -> tuple[list[str], int]:
        outbox, reader = Outbox(10), Reader()
        async with Sending(outbox, reader.write, 10, reader.write_now):
            for text in (b"a", b"b"):
                outbox.put(text)
            tasks = len(asyncio.all_tasks())
        return reader.taken, tasks

    assert asyncio.run(run()) == (["a", "b"], 1)


def test_messages_keep_their_order_when_the_connection_is_full() -> None:
    """One that could be written at once does not overtake one that waits, not even the one being written."""

    async def run() -> list[str]:
        outbox, reader = Outbox(10), Reader()
        async with Sending(outbox, reader.write, 10, reader.write_now):
            outbox.put(b"a")
            reader.full = True
            outbox.put(b"b")
            await asyncio.sleep(0)
            reader.full = False
            reader.room.set()
            outbox.put(b"c")
            while len(reader.taken) < 3:
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            outbox.put(b"d")
        return reader.taken

    assert asyncio.run(run()) == ["a", "b", "c", "d"]


def test_reader_that_takes_nothing_ends_the_listening() -> None:
    """TimeoutError, while the caller would listen for ever."""

    async def run() -> None:
        outbox, reader = Outbox(10), Reader(full=True)

        async def act() -> None:
            outbox.put(b"a")

        await listening(outbox, reader, act, timeout=0.01)

    with pytest.raises(TimeoutError):
        asyncio.run(run())


def test_reader_too_slow_for_its_outbox_is_dropped() -> None:
    """It gets nothing more, and the listening ends by itself."""

    async def run() -> tuple[bool, list[str]]:
        outbox, reader = Outbox(2), Reader(full=True)

        async def act() -> None:
            for text in (b"a", b"b", b"c"):
                outbox.put(text)

        await listening(outbox, reader, act, timeout=10)
        outbox.put(b"d")
        return outbox.dropped, reader.taken

    assert asyncio.run(run()) == (True, [])


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Write every message back at once, in a connection of our protocol."""
    await receive()
    await send({"type": "websocket.accept"})
    write_now = write_now_of(scope)
    assert write_now is not None
    while (message := await receive())["type"] == "websocket.receive":
        await asyncio.sleep(0)
        if not write_now(message["text"].encode()):
            await send({"type": "websocket.send", "text": message["text"]})


async def echoed(texts: list[str]) -> list[str]:
    """The texts, sent in one go, as they come back."""
    config = uvicorn.Config(echo, port=0, ws=WebSocketProtocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    where = f"ws://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    async with connect(where, max_size=None, compression=None) as socket:
        await asyncio.gather(*(socket.send(text) for text in texts))
        found = [str(await socket.recv()) for _ in texts]
    server.should_exit = True
    await task
    return found


@pytest.mark.filterwarnings("ignore")  # uvicorn's own
@pytest.mark.parametrize("size", SIZES)
def test_message_of_any_length_arrives(size: int) -> None:
    """The length of a message is written in one byte, in two or in eight."""
    text = "ä" * (size // 2) + "x" * (size % 2)
    assert asyncio.run(echoed([text])) == [text]


@pytest.mark.filterwarnings("ignore")  # uvicorn's own
def test_many_messages_at_once_are_all_heard() -> None:
    """The connection stops reading while the application is busy, and goes on after that."""
    texts = [str(number) * 300 for number in range(300)]
    assert asyncio.run(echoed(texts)) == texts
