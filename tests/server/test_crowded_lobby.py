"""A lobby full of tables that nobody waits at: those who wait are seen and paired all the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.compose import open_services
from axio.server.lobby.expiry import Expiry
from axio.server.open_tables.admission import MOST_LISTED
from axio.server.open_tables.create import create
from axio.server.open_tables.repository import LIVE_WAIT
from axio.server.protocol import LiveClock, TurnsClock
from axio.server.schemas.tables import NewSeat, NewTable
from axio.server.services import Services
from axio.server.settings import Settings, sqlite_url
from axio.server.store import presence, tables

from .far import Person, change, refusal, rows
from .outside import SiteLine, eventually
from .postgres import Postgres
from .running import Running

LIVE = {"kind": "live", "main": 600, "increment": 5}
TURNS = {"kind": "turns", "days": 3}

Guests = Callable[[], Person]


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose lobby is full of tables that were left a minute ago, live and by turns."""
    with Running(tmp_path_factory.mktemp("crowded"), "--host", "0.0.0.0") as server, ExitStack() as held:
        for number in range(10):
            guest = held.enter_context(Person(server.url))
            for clock in (LIVE, {**TURNS, "days": 1 + number % 14}) * (MOST_LISTED // 2):
                assert opened(guest, clock=clock).status_code == 201
        assert change(server, "UPDATE tables SET created = created - 60") == 10 * MOST_LISTED
        yield server


@pytest.fixture
def comes(crowded: Running) -> Iterator[Guests]:
    with ExitStack() as held:
        yield lambda: held.enter_context(Person(crowded.url))


def opened(person: Person, **terms: Any) -> Any:
    seats = [{"kind": "person", "name": "Somebody"}, {"kind": "open"}]
    return person.http.post(
        "/api/tables", json={"game": "hex", "seats": seats, "visibility": "open", **terms}
    )


def paired(person: Person, clock: dict[str, Any]) -> str:
    answer = person.http.post("/api/lobby/pairings", json={"game": "hex", "seats": 2, "clock": clock})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table


def test_abandoned_tables_hide_nobody(crowded: Running, comes: Guests) -> None:
    """Of eighty tables whose people are gone, none takes the place of one at which somebody waits."""
    ann, ben = comes(), comes()
    table = opened(ann, game="rota", clock=LIVE).json()["id"]
    SiteLine(ann, table=table)
    eventually(lambda: rows(crowded, "SELECT * FROM presence WHERE person = ?", ann.id))
    change(crowded, "UPDATE tables SET created = created - 30 WHERE id = ?", table)
    shown = ben.get("/api/lobby")["open"]
    assert (shown[0]["table"], shown[0]["here"]) == (table, True)
    assert {each["speed"] for each in shown[1:]} == {"turns"}


def test_nobodys_second_table_comes_before_anybodys_first(crowded: Running, comes: Guests) -> None:
    """People who are all here and open eight tables each do not fill the lobby: a newcomer's is listed."""
    crowd = [comes() for _ in range(9)]
    for person in crowd:
        for _ in range(MOST_LISTED):
            opened(person, game="axio", clock=LIVE)
        SiteLine(person)
    ann, ben = comes(), comes()
    table = opened(ann, game="axio", clock=LIVE).json()["id"]
    shown = [each["table"] for each in ben.get("/api/lobby")["open"]]
    assert table in shown[:20] and len(shown) == 60


@pytest.mark.parametrize("clock", [LIVE, TURNS], ids=["live", "turns"])
def test_pairing_finds_who_is_here_among_the_abandoned(
    crowded: Running, comes: Guests, clock: dict[str, Any]
) -> None:
    """Whoever looks for a game meets somebody who is here, whatever was left before."""
    ann, ben = comes(), comes()
    table = opened(ann, clock=clock).json()["id"]
    SiteLine(ann, table=table)
    eventually(lambda: rows(crowded, "SELECT * FROM presence WHERE person = ?", ann.id))
    assert paired(ben, clock) == table


def test_one_person_opens_few_tables(comes: Guests) -> None:
    """A person has eight tables in the lobby, also if all are opened at once; closing one makes room."""
    ann = comes()
    with ThreadPoolExecutor(8) as threads:
        answers = [*threads.map(lambda _: opened(ann, clock=TURNS), range(2 * MOST_LISTED))]
    made = [answer.json()["id"] for answer in answers if answer.is_success]
    assert len(made) == MOST_LISTED
    assert {refusal(answer) for answer in answers if not answer.is_success} == {(403, "too_many_open")}
    assert ann.http.delete(f"/api/tables/{made[0]}").status_code == 204
    assert opened(ann, clock=TURNS).is_success


ANN, BEN = "a" * 32, "b" * 32


async def waiting_at(services: Services, person: str, clock: LiveClock | TurnsClock | None) -> str:
    seats = [NewSeat(kind="person"), NewSeat(kind="open")]
    return await create(
        services.open_tables, person, NewTable(game="axio", seats=seats, clock=clock, visibility="open")
    )


async def there(engine: AsyncEngine) -> set[str]:
    async with engine.connect() as connection:
        return {*await connection.scalars(select(tables.c.id))}


def test_live_tables_expire_without_their_owner(tmp_path: Path) -> None:
    """A live table goes a while after its owner did; with the owner online, or by turns, it stays."""
    expire(sqlite_url(tmp_path))


@pytest.mark.xdist_group("postgres")
def test_all_of_it_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    """Every query is understood there too: lists, pairing, ratings, limits, expiry, known addresses."""
    expire(postgres.database())
    url = postgres.database()
    with Running(tmp_path, "--host", "0.0.0.0", "--url", url) as server, ExitStack() as held:
        ann, ben, cem = [held.enter_context(Person(server.url)) for _ in range(3)]
        for person, handle in ((ann, "Ann-pg"), (ben, "Ben-pg"), (cem, "Cem-pg")):
            person.sign_up(handle)
        table = opened(ann, clock=LIVE).json()["id"]
        shown = ben.get("/api/lobby")["open"]
        assert [each["table"] for each in shown] == [table]
        assert paired(ben, LIVE) == table
        assert [each["table"] for each in cem.get("/api/lobby")["running"]] == [table]
        cem.new("rota", "Cem-pg", "bot:random")
        wish = {"to": "Ann-pg", "game": "rota", "rated": True}
        rated = cem.http.post("/api/challenges", json=wish).json()["id"]
        assert ann.http.post(f"/api/tables/{rated}/seat", json={}).status_code == 201
        ann.open(rated).say("resign")
        eventually(lambda: ann.get(f"/api/tables/{rated}/ratings"))
        for _ in range(2):
            assert cem.http.delete("/api/signin").status_code == 204
            cem.sign_in("Cem-pg")
        assert cem.http.post("/api/account/deletion", json={"confirm": "Cem-pg"}).status_code == 200


def expire(url: str) -> None:
    async def run() -> None:
        settings = Settings(url=url, host="0.0.0.0", bot_workers=0)
        async with open_services(settings) as services:
            live, turns = LiveClock(main=600), TurnsClock(days=3)
            await waiting_at(services, ANN, live)
            kept = await waiting_at(services, BEN, live)
            slow, untimed = await waiting_at(services, ANN, turns), await waiting_at(services, ANN, None)
            expiry, now = Expiry(services.open_tables), time.time()
            for ahead in (0.0, LIVE_WAIT * 0.8, LIVE_WAIT * 1.2):
                row = {"person": BEN, "process": f"{ahead}", "looking": [], "seen": now + 10**6}
                async with services.engine.begin() as connection:
                    await connection.execute(insert(presence), row)
                await expiry.look(now + ahead)
            assert await there(services.engine) == {kept, slow, untimed}
            await expiry.look(now + 13 * 86400)
            assert {slow, untimed} <= await there(services.engine)
            await expiry.look(now + 15 * 86400)
            assert await there(services.engine) == {kept}

    asyncio.run(run())
