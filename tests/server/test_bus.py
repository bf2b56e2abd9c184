"""The bus of several processes: quiet while there is one, and heard by the next from its first word on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from axio.server.bus import shared
from axio.server.bus.local import BusMessage
from axio.server.bus.shared import OpenTransport, SharedBus


class Air:
    """A transport that keeps what is sent, and brings it to everyone who listens."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.listeners: list[Callable[[str], None]] = []

    @asynccontextmanager
    async def opened(self, receive: Callable[[str], None]) -> AsyncIterator[OpenTransport]:
        self.listeners.append(receive)
        yield self

    async def send(self, text: str) -> None:
        self.sent.append(text)
        for receive in self.listeners:
            receive(text)

    async def closed(self) -> None:
        await asyncio.Event().wait()

    @property
    def messages(self) -> int:
        return sum(len(json.loads(text)["news"]) for text in self.sent)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def test_process_that_is_alone_sends_nothing_until_another_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts says so at once, and hears everything from then on."""
    monkeypatch.setattr(shared, "_ALONE", 0.0)
    monkeypatch.setattr(shared, "_EVERY", 0.0)

    async def run() -> None:
        air, heard = Air(), list[BusMessage]()
        first, second = (SharedBus(transport=air.opened) for _ in range(2))
        second.subscribe("table", heard.append)
        first.start()
        await until(lambda: len(air.sent) == 1)
        first.publish("table", {"id": "before"})
        await asyncio.sleep(0.01)
        assert air.messages == 0
        monkeypatch.setattr(shared, "_ALONE", 60.0)
        second.start()
        await until(lambda: len(air.sent) == 2)
        first.publish("table", {"id": "after"})
        await until(lambda: bool(heard))
        assert heard == [{"id": "after"}]
        await first.stop()
        await second.stop()

    asyncio.run(run())
