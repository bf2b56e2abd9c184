"""Who came where in a finished game, as ratings see it: whoever left is last, the others as they ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.store import accounts, log, seats
from axio.server.table.table import DEALT

_GIVEN_UP = ("time", "resign")


@dataclass(frozen=True, slots=True)
class Placed:
    seat: int
    player: str  # a person's id, or a bot's label
    person: bool
    place: int
    left: bool


async def placed(connection: AsyncConnection, game: Any) -> list[Placed]:
    """Everyone's place in a game that counts; nothing for one that does not."""
    if game.practice or game.origin != DEALT or game.seats < 2 or game.ending == "agreed":
        return []
    seated = select(seats).where(seats.c.table_id == game.id).order_by(seats.c.seat)
    rows = (await connection.execute(seated)).all()
    found = placing(rows, await _gave_up(connection, game.id))
    people = {each.player for each in found if each.person}
    return found if _is_contest(found) and people <= await _accounts(connection, people, game.began) else []


def placing(rows: Sequence[Any], gave_up: set[int]) -> list[Placed]:
    """The seats of a game in order. Several who left share the last place."""
    left = [row.left_by is not None or row.seat in gave_up for row in rows]
    stayed = [row.rank for row, gone in zip(rows, left, strict=True) if not gone]
    if None in stayed:
        return []
    return [
        _placed(row, 1 + sum(gone or rank < row.rank for rank in stayed), gone)
        for row, gone in zip(rows, left, strict=True)
    ]


def _placed(row: Any, place: int, gone: bool) -> Placed:
    """The player of a seat is whoever left it, not the bot that played on."""
    person = row.left_by or (None if row.kind == "bot" else row.person)
    return Placed(row.seat, person or row.bot or "", person is not None, place, gone)


def _is_contest(found: Sequence[Placed]) -> bool:
    """At least one person and somebody else, and nobody against themselves."""
    people = [each.player for each in found if each.person]
    return bool(people) and len(people) == len(set(people)) and len({each.player for each in found}) > 1


async def _gave_up(connection: AsyncConnection, table: str) -> set[int]:
    """The seats that a row of the log says ran out of time, or resigned."""
    wanted = select(log.c.seat).where(log.c.table_id == table, log.c.kind == "end", log.c.move.in_(_GIVEN_UP))
    return set(await connection.scalars(wanted))


async def _accounts(connection: AsyncConnection, people: set[str], began: float | None) -> set[str]:
    """Those of these people who had an account when the game was dealt."""
    wanted = select(accounts.c.person).where(accounts.c.person.in_(people))
    if began is not None:
        wanted = wanted.where(accounts.c.created <= began)
    return set(await connection.scalars(wanted))
