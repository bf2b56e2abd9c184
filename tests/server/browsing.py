"""A browser as the server sees one: a cookie, requests, a socket. It knows the protocol and no rules."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0  # seconds for one message


class Browser:
    """One identity. `close` ends what it holds open."""

    def __init__(self, url: str, cookies: httpx.Cookies | None = None) -> None:
        self.url = url
        self.held = ExitStack()
        client = httpx.Client(base_url=url, timeout=PATIENCE, cookies=cookies, verify=False)  # no TLS here
        self.http = self.held.enter_context(client)
        self.http.get("/api/me")

    def close(self) -> None:
        self.held.close()

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def moved(self, url: str) -> Browser:
        """The same browser after the server came back at another address."""
        self.close()
        return Browser(url, self.http.cookies)

    def new(self, game: str, *seats: str, **more: Any) -> str:
        """A table; a seat is `bot:NAME` or the name of a person."""
        wanted = [
            {"kind": "bot", "bot": seat[4:]} if seat.startswith("bot:") else {"kind": "person", "name": seat}
            for seat in seats
        ]
        answer = self.http.post("/api/tables", json={"game": game, "seats": wanted, **more})
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["id"]
        return name

    def open(self, table: str, seq: int | None = None, **headers: str) -> Place:
        return Place(self.connect(table, **headers), seq)

    def connect(self, table: str, **headers: str) -> ClientConnection:
        address = self.url.replace("http", "ws") + f"/api/tables/{table}/socket"
        given = {"Cookie": self.cookie, **headers}
        opening = connect(
            address,
            additional_headers=given,
            compression=None,
            open_timeout=PATIENCE,
            max_queue=None,  # or a browser with much unread would wait for its own goodbye
        )
        return self.held.enter_context(opening)

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Place:
    """An open socket at a table, and the latest view and spots that came over it."""

    def __init__(self, socket: ClientConnection, seq: int | None = None) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.spots: list[Any] = []
        self.spots_ply = -1
        self.heard: list[dict[str, Any]] = []
        self.brought: dict[str, Any] | None = None
        self.say("hello", seq=seq)

    def say(self, kind: str, **values: Any) -> None:
        self.socket.send(json.dumps({"kind": kind, **values}))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken note of. Spots that a step brings count as a message of their own."""
        message: dict[str, Any] = self.brought or json.loads(self.socket.recv(timeout=timeout))
        self.brought = None
        self.heard.append(message)
        if "view" in message:
            self.view = message["view"]
        if message["kind"] == "spots":
            self.spots, self.spots_ply = message["spots"], message["ply"]
        elif message.get("spots") is not None:
            self.brought = {"kind": "spots", "ply": self.view["ply"], "spots": message["spots"]}
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        while (message := self.hear())["kind"] not in kinds:
            pass
        return message

    def until_my_turn(self) -> None:
        """Until something is asked of this browser, with the spots where a tile is to be placed."""
        while not self.view or not self._mine() or (self._placing() and self.spots_ply != self.view["ply"]):
            if self.view and self.view["over"]:
                return
            if self.view and self.view["handover"] is not None:
                self.say("reveal", seat=self.view["handover"])
                self.until("shown")
                continue
            self.hear()

    def _mine(self) -> bool:
        seat = self.view["to_move"]
        return seat is not None and bool(self.view["seats"][seat]["mine"]) and self.view["handover"] is None

    def _placing(self) -> bool:
        return self.view["asks"] in ("place", "bonus")

    def play(self, move: str) -> dict[str, Any]:
        self.say("play", seq=self.view["seq"], move=move)
        return self.until("step", "sync", "refusal")

    def any_move(self, random: Random) -> str:
        """A legal move, made of what the server sent and nothing else."""
        if self.view["asks"] == "exchange":
            return random.choice(["exchange", "keep"])
        tile = random.choice(self.view["rack"])
        shift = random.randrange(len(tile))
        marks = tile[shift:] + tile[:shift]
        cells, _, names, _ = random.choice(self.spots)
        if len(cells) > 1:
            return "-".join(mark + cell for mark, cell in zip(marks, cells, strict=True))
        blank = marks.find(".")
        named = f"={random.choice('RGBOP')}" if blank >= 0 and names[blank] else ""
        return f"{marks}@{cells[0]}{named}"

    def play_out(self, random: Random) -> int:
        """Any moves until the game is over; how many this browser made."""
        made = 0
        while True:
            self.until_my_turn()
            if self.view["over"]:
                return made
            answer = self.play(self.any_move(random))
            assert answer["kind"] == "step", answer
            made += 1

    def close(self) -> None:
        self.socket.close()
