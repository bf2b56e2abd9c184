"""A database of any earlier version, with games in it, is brought up to date and played on."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Column, Connection, MetaData, Table, inspect, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from axio import State, deal
from axio.rules import Refused
from axio.server.identity.cookies import Signer
from axio.server.settings import sqlite_url
from axio.server.store import open_store
from axio.server.store.migrate import FOLDER, HEAD, migrate
from axio.server.store.schema import metadata

from .browsing import Browser
from .postgres import Postgres
from .running import Running

ANN = "a" * 32
SIGNER = Signer(bytes(32))
PLIES = 5


def config() -> Config:
    found = Config()
    found.set_main_option("script_location", str(FOLDER))
    return found


def earlier() -> list[str]:
    """Every revision before the newest."""
    scripts = ScriptDirectory.from_config(config()).walk_revisions()
    return sorted(script.revision for script in scripts if script.revision != HEAD)


def make_old(connection: Connection, revision: str) -> None:
    """A database as that version left it: a key, a running game, one that is over, something everywhere."""
    old = config()
    old.attributes["connection"] = connection
    command.upgrade(old, revision)
    put = "INSERT INTO {} ({}) VALUES ({})"

    def insert(table: str, **values: Any) -> None:
        names, marks = ", ".join(f'"{name}"' for name in values), ", ".join(f":{name}" for name in values)
        connection.execute(text(put.format(table, names, marks)), values)

    insert("settings", name="cookie key", value=SIGNER.key)
    insert("people", id=ANN, name="Ann", created=1.0)
    for table, whole in (("running", False), ("done", True)):
        state, random = deal("axio", 1, table), Random(7)
        rows: list[tuple[str, int, State]] = []
        while not state.over and (whole or len(rows) < PLIES):
            step = state.play(random.choice(state.legal_moves))
            rows.append((str(step.move), state.seat, step.after))
            state = step.after
        insert(
            "tables",
            id=table,
            owner=ANN,
            origin="dealt",
            game="axio",
            seats=1,
            seed=table,
            secret=bytes(32),
            created=2.0,
            over=state.over,
            practice=False,
        )
        rank, low = (1, "00.00.00.00.00") if state.over else (None, None)
        seat = {"kind": "person", "name": "Ann", "person": ANN, "nonce": bytes(16)}
        insert("seats", table_id=table, seat=0, rank=rank, low=low, **seat)
        for seq, (move, mover, after) in enumerate(rows, start=1):
            insert(
                "log",
                table_id=table,
                seq=seq,
                kind="move",
                move=move,
                seat=mover,
                by="Ann",
                at=3.0 + seq,
                ply=seq,
                to_move=after.to_move,
                lows=json.dumps([min(tracks) for tracks in after.tracks]),
            )
    for made in reflected(connection):
        if connection.execute(select(made)).first() is None:
            connection.execute(made.insert(), {column.name: anything(column) for column in made.columns})


def reflected(connection: Connection) -> list[Table]:
    """The tables as they are, in an order that pleases their foreign keys."""
    found = MetaData()
    found.reflect(connection)
    return [each for each in found.sorted_tables if each.name != "alembic_version"]


def anything(column: Column[Any]) -> Any:
    """A value that fits: of somebody or something that is there, or any of its type."""
    for key in column.foreign_keys:
        return ANN if key.target_fullname == "people.id" else "done"
    return [] if isinstance(column.type, JSON) else column.type.python_type()


def contents(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    rows = {each.name: connection.execute(select(each)).mappings() for each in reflected(connection)}
    return {name: [dict(row) for row in found] for name, found in rows.items()}


def on(url: str, *doing: Callable[[Connection], object]) -> None:
    async def run() -> None:
        engine = create_async_engine(url)
        for each in doing:
            async with engine.begin() as connection:
                await connection.run_sync(each)
        await engine.dispose()

    asyncio.run(run())


def up_to_date(connection: Connection) -> None:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    assert compare_metadata(context, metadata) == []


def plays_on(folder: Path, url: str) -> None:
    """The games are there, the running one goes on, and the finished one counts."""
    cookie = httpx.Cookies({"axio": SIGNER.sign(ANN)})
    with Running(folder, "--url", url) as server, Browser(server.url, cookie) as browser:
        listed = {each["id"]: each for each in browser.get("/api/tables")}
        assert {name: each["over"] for name, each in listed.items()} == {"running": False, "done": True}
        assert listed["running"]["ply"] == PLIES
        place = browser.open("running")
        place.until_my_turn()
        assert place.play(place.any_move(Random(1)))["view"]["seq"] == PLIES + 1
        assert [score["table"] for score in browser.get("/api/scores/axio")["mine"]] == ["done"]


def keeps_everything(url: str, revision: str) -> None:
    """Migrated from that revision, the database has the tables of the schema and every row it had."""
    before: dict[str, list[dict[str, Any]]] = {}

    def still_there(connection: Connection) -> None:
        after = contents(connection)
        assert all(before.values()) and before["log"]
        for name, rows in before.items():
            kept = [{column: row[column] for column in rows[0]} for row in after[name]]
            assert [row for row in rows if row not in kept] == [], name

    make = partial(make_old, revision=revision)
    on(url, make, lambda connection: before.update(contents(connection)), migrate, up_to_date, still_there)


@pytest.mark.parametrize("revision", earlier())
def test_every_earlier_version_comes_to_the_same_tables(tmp_path: Path, revision: str) -> None:
    """From any revision, with rows in every table, the migrations end at the schema and keep every row."""
    keeps_everything(sqlite_url(tmp_path), revision)


@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("revision", earlier())
def test_every_earlier_version_in_postgresql(postgres: Postgres, revision: str) -> None:
    """The same in PostgreSQL."""
    keeps_everything(postgres.database(), revision)


def test_games_of_the_first_version_are_played_on(tmp_path: Path) -> None:
    """An SQLite file of the first version: the server migrates it by itself and goes on."""
    url = sqlite_url(tmp_path)
    on(url, lambda connection: make_old(connection, earlier()[0]))
    plays_on(tmp_path, url)


@pytest.mark.xdist_group("postgres")
def test_games_of_the_first_version_are_played_on_in_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    """The same in PostgreSQL, and the tables come out as the schema says."""
    url = postgres.database()
    on(url, lambda connection: make_old(connection, earlier()[0]))
    plays_on(tmp_path, url)
    on(url, up_to_date)


KILLED = """
import asyncio, os, signal, sys
from alembic.operations import Operations
from axio.server.store import open_store

left = int(sys.argv[2])
invoke = Operations.invoke

def killing(self, operation):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return invoke(self, operation)

Operations.invoke = killing
asyncio.run(open_store(sys.argv[1]))
"""


def test_migration_killed_in_the_middle_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    """SIGKILL after some operations: the file is the old database, and the next start migrates it."""
    url, revision = sqlite_url(tmp_path), earlier()[0]
    on(url, lambda connection: make_old(connection, revision))
    with closing(sqlite3.connect(tmp_path / "axio.db")) as connection:
        before = [*connection.iterdump()]
    killed = subprocess.run([sys.executable, "-c", KILLED, url, "9"], timeout=60)
    assert killed.returncode == -signal.SIGKILL
    with closing(sqlite3.connect(tmp_path / "axio.db")) as connection:
        assert [*connection.iterdump()] == before
    on(url, migrate, up_to_date)


def test_copy_of_the_database_is_kept_before_a_migration(tmp_path: Path) -> None:
    """The copy beside the database is the old one, whole; a new database and one up to date leave none."""
    url, revision = sqlite_url(tmp_path), earlier()[-1]
    on(url, lambda connection: make_old(connection, revision))
    with closing(sqlite3.connect(tmp_path / "axio.db")) as connection:
        before = [*connection.iterdump()]
    on(url, migrate, migrate)
    kept = tmp_path / f"axio-before-{HEAD}.db"
    with closing(sqlite3.connect(kept)) as connection:
        assert [*connection.iterdump()] == before
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    on(sqlite_url(fresh), migrate)
    assert [path.name for path in fresh.glob("*before*")] == []


def test_migration_without_a_copy_changes_nothing(tmp_path: Path) -> None:
    """No copy, no migration: one sentence says so."""
    url, revision = sqlite_url(tmp_path), earlier()[0]
    on(url, lambda connection: make_old(connection, revision))
    (tmp_path / f"axio-before-{HEAD}.db.part").mkdir()
    with pytest.raises(Refused, match=r"db\.part"):
        asyncio.run(open_store(url))
    with closing(sqlite3.connect(tmp_path / "axio.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (revision,)


@pytest.mark.xdist_group("postgres")
def test_copy_is_kept_in_a_schema_of_postgresql(postgres: Postgres) -> None:
    """Every row is there as it was, and the copy before that is gone."""
    url = postgres.database()
    before: dict[str, Any] = {}
    copied: dict[str, Any] = {}

    def copy(connection: Connection) -> None:
        found = inspect(connection)
        assert [name for name in found.get_schema_names() if "before" in name] == [f"axio_before_{HEAD}"]
        for name in before:
            copied[name] = [
                dict(row)
                for row in connection.execute(text(f"SELECT * FROM axio_before_{HEAD}.{name}")).mappings()
            ]

    on(
        url,
        lambda connection: make_old(connection, earlier()[0]),
        lambda connection: connection.execute(text("CREATE SCHEMA axio_before_0000")),
        lambda connection: before.update(contents(connection)),
        migrate,
        copy,
    )
    assert copied == before and before["log"]
