"""Random faults under play: nothing acknowledged is lost, nobody loses on time, and play goes on at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from axio.server.settings import sqlite_url

from .browsing import Browser, Place
from .faults import asleep, disk_full, locked, no_descriptors, refused, restarted
from .meeting import seated
from .postgres import Postgres
from .running import Running
from .test_nothing_lost_together import AWAY, SEATS, Client, Street, check

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("postgres")]

SHORT, LONG = 3.2, 20.0  # seconds of a fault: more than a clock has
MAIN = {SHORT: 3, LONG: 10}  # seconds on each clock
HEALTH = 2.0  # seconds until a server must tell that it takes no moves
AGAIN = 3.0  # seconds until it must take them again


class World(Street):
    """A server with SQLite, or two with PostgreSQL, and faults that fit them."""

    def __init__(self, url: str, folder: Path, postgres: Postgres | None) -> None:
        self.postgres = postgres
        super().__init__(url, folder, 1 if postgres is None else 2)

    def _start(self) -> Running:
        return Running(self.folder, "--url", self.url, "--host", "0.0.0.0")

    @property
    def kinds(self) -> list[str]:
        alike = ["kill", "sleep", "descriptors", "refused"]
        return [*alike, "disk full"] if self.postgres is None else [*alike, "restarted"]

    def fault(self, kind: str) -> AbstractContextManager[None]:
        server = self.servers[0]
        if kind == "refused" and self.postgres is None:
            return locked(self.folder)
        made: dict[str, Callable[[], AbstractContextManager[None]]] = {
            "kill": self._killed,
            "sleep": lambda: asleep(server),
            "descriptors": lambda: no_descriptors(server),
            "disk full": lambda: disk_full(server),
            "refused": lambda: refused(self._cluster, self.url),
            "restarted": lambda: restarted(self._cluster),
        }
        return made[kind]()

    @property
    def _cluster(self) -> Postgres:
        assert self.postgres is not None
        return self.postgres

    @contextmanager
    def _killed(self) -> Iterator[None]:
        self.servers[0].kill()
        yield
        self.servers[0] = self._start()


class Pair:
    """Two people with short clocks. The first sits at the server that fails."""

    def __init__(self, world: World, random: Random, main: int) -> None:
        self.world, self.random = world, random
        self.held = ExitStack()
        self.browsers = [
            self.held.enter_context(Browser(server.url)) for server in (world.servers[0], world.servers[-1])
        ]
        self.table, self.places = seated(
            self.browsers[0], "axio", self.browsers[1], clock={"kind": "live", "main": main}
        )

    def turn(self, who: int) -> None:
        """Play until the other is to move."""
        place = self.places[who]
        while True:
            place.until_my_turn()
            assert not place.view["over"], place.heard[-3:]
            self.say(place, place.any_move(self.random))
            if place.view["to_move"] != who:
                return

    def say(self, place: Place, move: str) -> None:
        answer = place.play(move)
        assert answer["kind"] != "refusal", answer

    def come_back(self) -> Place:
        """The first person again, at the address the server has now."""
        self.browsers[0] = self.held.enter_context(Browser(self.world.servers[0].url, self.cookies))
        self.places[0] = self.browsers[0].open(self.table)
        self.places[0].until("sync")
        return self.places[0]

    @property
    def cookies(self) -> httpx.Cookies:
        return self.browsers[0].http.cookies


def suffer(world: World, kind: str, random: Random, long: float) -> None:
    """One fault while the first person of a pair is to move."""
    pair = Pair(world, random, MAIN[long])
    with pair.held, httpx.Client(base_url=world.servers[0].url, timeout=HEALTH) as http:
        pair.turn(0)
        pair.turn(1)
        place = pair.places[0]
        place.until_my_turn()
        move, seq = place.any_move(random), place.view["seq"]
        assert http.get("/health").status_code == 200
        with world.fault(kind):
            began = time.monotonic()
            if random.random() < 0.5:
                with suppress(*AWAY):
                    place.say("play", seq=seq, move=move)
            assert ill(http, began), f"{kind}: no 503"
            if kind == "disk full":
                assert outage(pair.browsers[1])
            if kind != "kill":
                time.sleep(max(0.0, began + long - time.monotonic()))
        ended = time.monotonic()
        taken(pair, seq, move, ended + AGAIN, kind)
        assert healthy(world.servers[0], ended + AGAIN), f"{kind}: no 200"


def ill(http: httpx.Client, since: float) -> bool:
    """Whether the server says 503, or says nothing, in time."""
    while time.monotonic() < since + HEALTH:
        try:
            if http.get("/health").status_code == 503:
                return time.monotonic() < since + HEALTH
        except httpx.HTTPError:
            return True
        time.sleep(0.05)
    return False


def outage(browser: Browser) -> bool:
    """Whether a request that has to write something is told to come again."""
    answer = browser.http.post("/api/tables", json={"game": "axio", "seats": [{"kind": "person"}]})
    return (answer.status_code, answer.json()["reason"]) == (503, "outage")


def healthy(server: Running, deadline: float) -> bool:
    while time.monotonic() < deadline:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{server.url}/health", timeout=1, verify=False).status_code == 200:
                return True
        time.sleep(0.05)
    return False


def taken(pair: Pair, seq: int, move: str, deadline: float, kind: str) -> None:
    """The move is made in time, and the game goes on."""
    why: Any = None
    while time.monotonic() < deadline:
        try:
            place = pair.come_back()
            assert not place.view["over"], f"{kind}: lost on time"
            if place.view["seq"] == seq:
                place.until_my_turn()
                pair.say(place, move)
            if place.view["seq"] > seq:
                assert time.monotonic() < deadline, f"{kind}: too late"
                return
        except (*AWAY[:-1], KeyError) as fault:
            why = fault
            time.sleep(0.05)
    raise AssertionError(f"{kind}: the move was not taken in time: {why!r}")


def endure(world: World, faults: int, seed: int, long: float) -> int:
    """How many rows clients were told of while faults came one after the other; all checked."""
    random, kinds = Random(seed), world.kinds
    clients = [Client(world, SEATS[number], number) for number in (0, 2)]
    threads = [threading.Thread(target=client.run) for client in clients]
    with ExitStack() as held:
        held.callback(world.close)
        for thread in threads:
            thread.start()
        held.callback(end, clients, threads)
        for number in range(faults):
            if number % len(kinds) == 0:
                random.shuffle(kinds)
            suffer(world, kinds[number % len(kinds)], random, long)
    assert not [fault for client in clients for fault in client.faults]
    return check(clients, world.url)


def end(clients: list[Client], threads: list[threading.Thread]) -> None:
    """Let the games come to their ends."""
    for client in clients:
        client.ending = True
    for thread in threads:
        thread.join(timeout=60)


def endure_both(postgres: Postgres, folder: Path, faults: int, seed: int, long: float) -> int:
    """So many faults with SQLite, and as many with PostgreSQL at the same time."""
    with ThreadPoolExecutor() as both:
        alone = World(sqlite_url(folder), folder, None)
        together = World(postgres.database(), folder, postgres)
        ends = [both.submit(endure, world, faults, seed, long) for world in (alone, together)]
        return min(each.result() for each in ends)


def test_twenty_faults(postgres: Postgres, tmp_path: Path) -> None:
    """Killed, asleep, no descriptors, refused or locked, disk full or database restarted: twice each."""
    assert endure_both(postgres, tmp_path, 10, 1, SHORT) > 50


@pytest.mark.soak
def test_five_hundred_faults(tmp_path: Path) -> None:
    """The same, of 20 seconds each, in eight worlds side by side."""
    with ExitStack() as held, ThreadPoolExecutor() as pool:
        ends = []
        for number in range(4):
            folder = tmp_path / str(number)
            folder.mkdir()
            cluster = Postgres(folder / "cluster")
            held.callback(cluster.close)
            ends.append(pool.submit(endure_both, cluster, folder, 63, 2 + number, LONG))
        assert sum(each.result() for each in ends) > 1_000
