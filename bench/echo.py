"""The same socket stack with nothing behind it: what comes in goes out."""

from __future__ import annotations

import contextlib
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from axio.server.process.listener import bound


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(await socket.receive_text())


def main() -> None:
    listener = bound("127.0.0.1", 0)
    app = Litestar([echo], logging_config=None)
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning", access_log=False
    )
    print(f"Echo is at http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
