"""What is stored about a person: all of it is told, nothing hidden is, and operators' tools respect it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Column, String, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.accounts.account import (
    account_called,
    account_of,
    add_account,
    ban,
    is_account,
    name_for,
    rename,
)
from axio.server.accounts.credentials import reset_code, use_code
from axio.server.accounts.personal_data import PERSONAL_COLUMNS
from axio.server.errors import Denied, Unfit
from axio.server.identity.tokens import add_token, person_of_token, remove_token, tokens_of
from axio.server.settings import sqlite_url
from axio.server.store import open_store, people
from axio.server.store.schema import metadata

from .far import Comer, change, database
from .running import Running

# Columns as long as a person's name that name something else.
NOT_PEOPLE = {"tables.follower", "tables.invite"}
# What a player must not learn before the end, or ever: seeds, secrets, keys, and whatever is another's.
HIDDEN = (
    "UPDATE tables SET seed = seed || '0', secret = randomblob(32), invite = 'of ' || id WHERE id = :table",
    "UPDATE seats SET nonce = randomblob(16) WHERE table_id = :table",
    "UPDATE seats SET name = 'Another', bot = 'x@1' WHERE table_id = :table AND person = :other",
    "UPDATE log SET lows = '[9,9]', to_move = 0 WHERE table_id = :table",
    "UPDATE deals SET secret = randomblob(32) WHERE person = :me",
    "UPDATE people SET name = 'Another', banned = 1 WHERE id = :other",
    "UPDATE accounts SET password = 'of ' || person WHERE person IN (:me, :other)",
    "UPDATE accounts SET handle = 'Another', folded = 'another', is_bot = 1 WHERE person = :other",
    "UPDATE tokens SET hash = 'of ' || id WHERE person = :me",
    "UPDATE recovery_codes SET hash = hash || '0' WHERE person = :me",
    "UPDATE signins SET browser = 'Another', seen = 0 WHERE person = :other",
)


def test_export_tells_everything_of_mine_and_nothing_hidden(far: Running, comes: Comer) -> None:
    """Change all that is hidden or another's in the database: not a byte of my export changes."""
    ann, ben = comes(), comes()
    ann.sign_up("Exporter")
    ben.sign_up("Bystander")
    ann.http.post("/api/account/tokens", json={"name": "my robot"})
    ann.http.post("/api/deals")
    table = ann.new("axio", "Exporter", "B")
    change(far, "UPDATE seats SET person = ? WHERE table_id = ? AND seat = 1", ben.id, table)
    place = ann.open(table)
    place.until_my_turn()
    move = place.any_move(Random(1))
    place.play(move)
    place.close()
    export = ann.http.get("/api/account/data")
    assert "attachment" in export.headers["content-disposition"]
    told = json.loads(export.content)
    assert told["person"] == ann.id
    assert told["accounts.person"][0]["handle"] == "Exporter"
    assert told["tokens.person"][0]["name"] == "my robot"
    assert [(row["table_id"], row["move"]) for row in told["moves"]] == [(table, move)]
    assert [row["id"] for row in told["tables.owner"]] == [table]
    connection = database(far)
    try:
        values = {"me": ann.id, "other": ben.id, "table": table}
        changed = [connection.execute(text, values).rowcount for text in HIDDEN]
    finally:
        connection.close()
    assert min(changed) > 0
    assert ann.http.get("/api/account/data").content == export.content
    assert ben.id not in export.text


def test_every_column_that_names_people_is_accounted_for() -> None:
    """Whoever adds such a column decides what is told in an export, and what happens when people leave."""
    found = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if column.name in ("person", "player") or (_length(column) == 32 and not _is_id(column))
    }
    known = {f"{trace.column.table.name}.{trace.column.name}" for trace in PERSONAL_COLUMNS}
    assert found | {"people.id"} == known | NOT_PEOPLE
    assert not known & NOT_PEOPLE


def _length(column: Column[Any]) -> int | None:
    return column.type.length if isinstance(column.type, String) else None


def _is_id(column: Column[Any]) -> bool:
    """A row's own name, or that of a table or a process."""
    return column.name in ("id", "table_id", "process")


def test_no_secret_column_is_told() -> None:
    """Seeds, secrets, nonces, hashes and keys never stand in an export."""
    told = {f"{column.table.name}.{column.name}" for trace in PERSONAL_COLUMNS for column in trace.exported}
    secret = ("seed", "secret", "nonce", "password", "hash", "key", "invite", "credential", "value", "record")
    assert [name for name in told if name.split(".")[1] in secret] == []


def with_database(folder: Path, work: Callable[[AsyncConnection], Awaitable[None]]) -> None:
    async def run() -> None:
        engine = await open_store(sqlite_url(folder))
        try:
            async with engine.connect() as connection:
                await work(connection)
        finally:
            await engine.dispose()

    asyncio.run(run())


ANN, BEN = "a" * 32, "b" * 32


def test_token_is_known_until_it_is_taken_back(tmp_path: Path) -> None:
    """A program is its owner by a token; not by a wrong one, a removed one, or one of somebody banned."""

    async def work(connection: AsyncConnection) -> None:
        await add_account(connection, ANN, "Ann", None)
        token, other = await add_token(connection, ANN, "one"), await add_token(connection, ANN, "two")
        assert token.startswith("axio_") and token != other
        assert await person_of_token(connection, token) == ANN
        assert await person_of_token(connection, token[:-1]) is None
        named = {row.name: row for row in await tokens_of(connection, ANN)}
        assert named["one"].used is not None and named["two"].used is None
        assert not await remove_token(connection, BEN, named["one"].id)
        assert await remove_token(connection, ANN, named["one"].id)
        assert await person_of_token(connection, token) is None
        await ban(connection, ANN)
        with pytest.raises(Denied, match="closed"):
            await person_of_token(connection, other)

    with_database(tmp_path, work)


def test_what_operators_do_to_accounts(tmp_path: Path) -> None:
    """Found by handle however it is spelt; renamed, banned, let in again, helped with a code."""

    async def work(connection: AsyncConnection) -> None:
        await add_account(connection, ANN, "Ann-Lee", None)
        await connection.execute(insert(people), {"id": BEN, "name": "Ben", "created": 0.0})
        found = await account_called(connection, "ann_lee")
        assert found is not None and found.person == ANN
        assert await account_called(connection, "nobody") is None
        assert (await is_account(connection, ANN), await is_account(connection, BEN)) == (True, False)
        await rename(connection, ANN, "Renamed")
        renamed = await account_of(connection, ANN)
        assert renamed is not None and renamed.handle == "Renamed"
        assert await connection.scalar(select(people.c.name).where(people.c.id == ANN)) == "Renamed"
        with pytest.raises(Denied):
            await rename(connection, BEN, "Guest-name")
        assert await ban(connection, BEN) and not await ban(connection, "c" * 32)
        assert await connection.scalar(select(people.c.banned).where(people.c.id == BEN)) is True
        await ban(connection, BEN, banned=False)
        assert await connection.scalar(select(people.c.banned).where(people.c.id == BEN)) is False
        code = await reset_code(connection, ANN)
        assert not await use_code(connection, BEN, code)
        assert await use_code(connection, ANN, code)

    with_database(tmp_path, work)


def test_names_of_guests_and_accounts(tmp_path: Path) -> None:
    """An account goes by its handle, whatever it asks for; a guest by any name that is nobody's handle."""

    async def work(connection: AsyncConnection) -> None:
        await add_account(connection, ANN, "Ann", None)
        assert await name_for(connection, ANN, "Queen") == "Ann"
        assert await name_for(connection, BEN, " Ben\n") == "Ben"
        assert await name_for(connection, BEN, "") is None
        with pytest.raises(Unfit, match="taken"):
            await name_for(connection, BEN, "ANN")

    with_database(tmp_path, work)
