"""Streams of lines: a JSON object each, and an empty line now and then to keep the connection alive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from axio.server.process.flow_control import Outbox

NDJSON = "application/x-ndjson"
_ALIVE = 8.0  # seconds without a line after which an empty one is sent


async def lines(outbox: Outbox) -> AsyncIterator[bytes]:
    """What comes into an outbox, until its reader is dropped or an empty message ends it."""
    while True:
        try:
            async with asyncio.timeout(_ALIVE):
                message = await outbox.get()
        except TimeoutError:
            yield b"\n"
            continue
        if not message:
            return
        yield message + b"\n"
