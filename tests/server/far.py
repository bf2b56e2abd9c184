"""A server for people far apart, and people with accounts at it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import httpx
from websockets.sync.client import ClientConnection, connect

from .browsing import Browser
from .running import Running

PASSWORD = "correct horse battery"
STRICT = {  # low limits
    "requests_a_minute": 600,
    "records": 3,
    "kept_a_minute": 24,
    "unfinished": 5,
    "request_time": 1.5,
    "person_sockets": 4,
}


class Person(Browser):
    """A browser of somebody with, or soon with, an account."""

    def __enter__(self) -> Person:
        return self

    def sign_up(self, handle: str, password: str = PASSWORD) -> list[str]:
        """The recovery codes."""
        answer = self.http.post("/api/account", json={"handle": handle, "password": password})
        assert answer.status_code == 201, answer.text
        codes: list[str] = answer.json()["codes"]
        return codes

    def sign_in(self, handle: str, password: str = PASSWORD, *, bring: bool = False) -> dict[str, Any]:
        wish = {"handle": handle, "password": password, "bring": bring}
        answer = self.http.post("/api/signin", json=wish)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    @property
    def name(self) -> str | None:
        name: str | None = self.get("/api/me")["name"]
        return name

    @property
    def account(self) -> dict[str, Any]:
        card: dict[str, Any] = self.get("/api/account")
        return card

    @property
    def id(self) -> str:
        return self.http.cookies["axio"].split(".")[0]

    def with_cookie(self, value: str) -> Person:
        """Another browser that got hold of a cookie."""
        stolen = httpx.Cookies()
        stolen.set("axio", value, urlsplit(self.url).hostname or "", "/")
        return self.held.enter_context(Person(self.url, stolen))


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


Comer: TypeAlias = Callable[[], Person]  # the fixture `comes`


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """The status, and the reason; none for success."""
    return answer.status_code, "" if answer.status_code < 300 else str(answer.json()["reason"])


def database(server: Running) -> sqlite3.Connection:
    return sqlite3.connect(server.data / "axio.db", timeout=10, isolation_level=None)


def change(server: Running, statement: str, *values: object) -> int:
    """Change the database behind the server's back; how many rows."""
    connection = database(server)
    try:
        return connection.execute(statement, values).rowcount
    finally:
        connection.close()


def everything(server: Running) -> list[Sequence[Any]]:
    """Every row of every table."""
    connection = database(server)
    try:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [row for name in names for row in connection.execute(f"SELECT * FROM {name}")]
    finally:
        connection.close()


def rows(server: Running, query: str, *values: object) -> list[Sequence[Any]]:
    """What the database holds."""
    connection = database(server)
    try:
        return connection.execute(query, values).fetchall()
    finally:
        connection.close()
