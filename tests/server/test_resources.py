"""One guest does not use up the server with what it keeps and replays: records and commitments."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from axio.server.errors import TooMany
from axio.server.playing.replays import Replays
from axio.server.store import open_store

from .browsing import Browser
from .far import Away, Person, change, refusal, rows
from .running import Running
from .test_records import finished

DAY = 86400.0


def test_records_do_not_stop_the_server(far: Running) -> None:
    """While a guest imports huge, long and whole records, others are answered about as quickly as before."""
    whole = json.dumps(finished("axio", 4)).encode()
    long = json.dumps(finished() | {"moves": ["Re4-Bf4"] * 15_000}).encode()
    huge = json.dumps(finished() | {"moves": ["Re4-Bf4"] * 80_000}).encode()
    statuses: list[int] = []
    with Browser(far.url) as eve, Browser(far.url) as ann:

        def attack() -> None:
            statuses.extend(
                eve.http.post("/api/records", content=body).status_code for body in [huge, long, whole] * 10
            )

        calm = [answered_in(ann) for _ in range(100)]
        attacking = threading.Thread(target=attack)
        attacking.start()
        busy = [answered_in(ann)]
        while attacking.is_alive():
            busy.append(answered_in(ann))
        attacking.join()
    assert [{*statuses[kind::3]} for kind in range(3)] == [{413}, {400}, {201}]
    assert sorted(busy)[len(busy) * 95 // 100] < max(calm) + 0.1


def answered_in(browser: Browser) -> float:
    began = time.perf_counter()
    assert browser.http.get("/health").status_code == 200
    return time.perf_counter() - began


def test_replays_are_made_in_one_thread_and_in_turn() -> None:
    """However much one address wants, it has one replay at a time; the next address comes after that."""
    made: list[str] = []

    def replay(name: str) -> str:
        made.append(name)
        return threading.current_thread().name

    async def crowd() -> None:
        replays = Replays()
        gate = threading.Event()
        first = asyncio.create_task(replays.run("eve", gate.wait))
        await asyncio.sleep(0)
        many = [asyncio.create_task(replays.run("eve", replay, "eve")) for _ in range(63)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await replays.run("eve", replay, "too much")
        ann = asyncio.create_task(replays.run("ann", replay, "ann"))
        await asyncio.sleep(0)
        gate.set()
        await first
        assert len({*await asyncio.gather(*many, ann)}) == 1
        await replays.stop()

    asyncio.run(crowd())
    assert made.index("ann") <= 1
    assert made.count("eve") == 63


def test_imported_records_are_limited_and_expire(strict: Running) -> None:
    """A person has so many; those of guests are gone after a while, those of accounts stay."""
    with Away(strict.url, "192.0.2.1") as ada, Away(strict.url, "192.0.2.2") as eve:
        ada.sign_up("Ada")
        kept = ada.http.post("/api/records", json=finished()).json()["id"]
        for _ in range(3):
            assert eve.http.post("/api/records", json=finished()).status_code == 201
        assert refusal(eve.http.post("/api/records", json=finished())) == (403, "too_many_records")
        ago = time.time() - 15 * DAY
        change(strict, "UPDATE tables SET created = ? WHERE owner IN (?, ?)", ago, ada.id, eve.id)
        assert eve.http.post("/api/records", json=finished()).status_code == 201
        assert rows(strict, "SELECT count(*) FROM tables WHERE owner = ?", eve.id) == [(1,)]
        assert rows(strict, "SELECT id FROM tables WHERE owner = ?", ada.id) == [(kept,)]
        assert rows(strict, "SELECT * FROM log WHERE table_id NOT IN (SELECT id FROM tables)") == []


def test_an_imported_record_keeps_only_what_it_needs(far: Running) -> None:
    """Names and notes are cut, and what the format does not know is dropped."""
    notes = {"site": "s" * 999, "started": "t" * 999, "comment": "c" * 50_000, "result": None}
    players = [[{"name": "n" * 999, "from": 0}], [{"name": "Ben", "from": 0, "about": "a" * 50_000}]]
    with Person(far.url) as eve:
        answer = eve.http.post("/api/records", json=finished() | notes | {"players": players})
        assert answer.status_code == 201
        ((kept,),) = rows(far, "SELECT record FROM tables WHERE id = ?", answer.json()["id"])
        assert not [each for each in "cant" if each * 121 in kept] and "s" * 120 in kept
        assert eve.http.get(f"/api/tables/{answer.json()['id']}/record").status_code == 200


def test_unused_commitments_are_limited(strict: Running) -> None:
    """A person has twenty, the oldest of which go; an address asks for no more than it may."""
    with Away(strict.url, "2001:db8::1") as eve, Away(strict.url, "2001:db8::2") as other:
        answers = [eve.http.post("/api/deals") for _ in range(130)]
        assert rows(strict, "SELECT count(*) FROM deals WHERE person = ?", eve.id) == [(20,)]
        assert refusal(answers[-1]) == (429, "too_many")
        assert refusal(other.http.post("/api/records", json=finished())) == (429, "too_many")
        taken = [answer.json()["deal"] for answer in answers if answer.is_success]
        wanted = {"game": "axio", "seats": [{"kind": "person"}]}
        assert refusal(eve.http.post("/api/tables", json=wanted)) == (429, "too_many")
        eve.http.headers["X-Forwarded-For"] = "192.0.2.4"
        gone, there = (eve.http.post("/api/tables", json={**wanted, "deal": taken[at]}) for at in (0, -1))
        assert (refusal(gone), there.status_code) == ((403, "no_such_deal"), 201)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("DELETE FROM deals WHERE created < 1", "ix_deals_created"),
        ("SELECT id FROM deals WHERE person = 'x'", "ix_deals_person"),
        ("SELECT id FROM tables WHERE origin = 'imported' AND created < 1", "ix_tables_origin_created"),
    ],
)
def test_what_expires_is_found_by_an_index(tmp_path: Path, query: str, index: str) -> None:
    """However much there is, looking for it reads no whole table."""

    async def make() -> None:
        await (await open_store(f"sqlite+aiosqlite:///{tmp_path / 'axio.db'}")).dispose()

    asyncio.run(make())
    with closing(sqlite3.connect(tmp_path / "axio.db")) as connection:
        assert index in str(connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall())
