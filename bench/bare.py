"""The bare stack: Litestar on uvicorn, a message in, a row committed with all others that wait, a word back.

No rules, no views, no identity, nobody else told: what is left when all this server is for is taken away.

    python -m bench.bare URL
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import Column, Integer, MetaData, String, Table, event, insert
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from axio.server.process.listener import bound
from axio.server.store import Checkpoints
from axio.server.store.engine import _SQLITE

rows = Table(
    "bare",
    MetaData(),
    Column("name", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("said", String, nullable=False),
    sqlite_with_rowid=False,
)
queue: asyncio.Queue[tuple[dict[str, Any], asyncio.Future[None]]] = asyncio.Queue()


@websocket("/api/tables/{name:str}/socket")
async def socket_of(socket: WebSocket[Any, Any, Any], name: str) -> None:
    await socket.accept()
    seq, me = 0, id(socket)
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            seq += 1
            done = asyncio.get_running_loop().create_future()
            queue.put_nowait(({"name": f"{name}{me}"[:32], "seq": seq, "said": text}, done))
            await done
            await socket.send_text(f'{{"kind":"step","seq":{seq}}}')


async def write(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        while True:
            group = [await queue.get()]
            while not queue.empty():
                group.append(queue.get_nowait())
            await connection.execute(insert(rows), [row for row, _ in group])
            await connection.commit()
            for _, done in group:
                done.set_result(None)


def _prepare(connection: Any, _: Any) -> None:
    for pragma in _SQLITE:
        connection.execute(pragma)


def main(url: str) -> None:
    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        engine = create_async_engine(url)
        if url.startswith("sqlite"):
            event.listen(engine.sync_engine, "connect", _prepare)
        async with engine.begin() as connection:
            await connection.run_sync(rows.metadata.create_all)
        writing = asyncio.create_task(write(engine))
        checkpoints = Checkpoints(engine)
        checkpoints.start()
        yield
        await checkpoints.stop()
        writing.cancel()
        await engine.dispose()

    listener = bound("127.0.0.1", 0)
    app = Litestar([socket_of], lifespan=[lifespan], logging_config=None)
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning", access_log=False
    )
    print(f"Bare is at http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main(sys.argv[1])
