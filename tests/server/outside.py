"""People who meet: the site's socket, a push service, and a mail server, as a server of ours sees them."""

from __future__ import annotations

import json
import queue
import secrets
import socket
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from websockets.sync.client import connect

from .browsing import PATIENCE, Browser


class SiteLine:
    """The socket that every page of one browser holds open."""

    def __init__(self, browser: Browser, **here: Any) -> None:
        address = browser.url.replace("http", "ws") + "/api/socket"
        opening = connect(address, additional_headers={"Cookie": browser.cookie}, compression=None)
        self.socket = browser.held.enter_context(opening)
        self.frames: list[str] = []
        self.show(**here)

    def show(self, **here: Any) -> None:
        self.socket.send(json.dumps({"kind": "here", **here}))

    def until(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The next message that fits."""
        while True:
            frame = self.socket.recv(timeout=PATIENCE)
            assert isinstance(frame, str)
            self.frames.append(frame)
            message: dict[str, Any] = json.loads(frame)
            if fits(message):
                return message

    def waiting(self, *tables: str) -> dict[str, Any]:
        """Until exactly these games wait."""
        return self.until(
            lambda told: told["kind"] == "waiting" and {g["table"] for g in told["games"]} == {*tables}
        )


class PushService:
    """Takes pushes as a browser's maker would, and reads them as that browser would."""

    def __init__(self) -> None:
        self.answers: queue.Queue[int] = queue.Queue()  # statuses to answer with; then always 201
        self.taken: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.taken.put((dict(self.headers), body))
                self.send_response(201 if service.answers.empty() else service.answers.get())
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def subscription(self, name: str = "one", language: str = "en") -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.address}/{name}",
            "p256dh": _text(point),
            "auth": _text(self.auth),
            "language": language,
        }

    def read(self) -> tuple[dict[str, str], dict[str, str]]:
        """The headers of the next push, and what it says."""
        headers, body = self.taken.get(timeout=PATIENCE)
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        said: dict[str, str] = json.loads(plain)
        return headers, said

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Postbox:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.letters: queue.Queue[Envelope] = queue.Queue()
        self.refusing = False
        with socket.socket() as probe:  # aiosmtpd takes no port 0
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.refusing:
            return "451 later"
        self.letters.put(envelope)
        return "250 OK"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=axio%40example.org"

    def close(self) -> None:
        self.controller.stop()


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def eventually(true: Callable[[], object]) -> None:
    """Wait until something that happens by itself has happened."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "this never came true"
        time.sleep(0.02)
