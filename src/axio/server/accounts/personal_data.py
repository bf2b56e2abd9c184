"""Personal data: every column that names a person, the export of it, and its deletion.

A test compares this list with the database: a new column that names people has to be entered here.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person, new_person
from axio.server.store import (
    accounts,
    blocks,
    challenges,
    daily_tries,
    deals,
    exercises,
    known_addresses,
    log,
    notified,
    passkeys,
    people,
    preferences,
    presence,
    puzzle_attempts,
    puzzle_players,
    rated_seats,
    ratings,
    recovery_codes,
    seats,
    signins,
    subscriptions,
    tables,
    tokens,
    wishes,
)
from axio.server.table.day import today

from .account import rename_in_games
from .handles import GONE

FORMAT = "axio-personal-data/1"
NOBODY = "Player 1"  # at the only seat of a game whose player gave no name


@dataclass(frozen=True, slots=True)
class PersonalColumn:
    """The rows in which `column` names somebody."""

    column: Column[Any]
    exported: tuple[Column[Any], ...] = ()  # part of the export; nothing that is secret, even from the owner
    stays: bool = False  # others need the row too: deletion replaces the person by a placeholder


PERSONAL_COLUMNS = (
    PersonalColumn(people.c.id, (people.c.name, people.c.created, people.c.banned)),
    PersonalColumn(accounts.c.person, (accounts.c.handle, accounts.c.is_bot, accounts.c.created)),
    PersonalColumn(recovery_codes.c.person, (recovery_codes.c.created,)),
    PersonalColumn(passkeys.c.person, (passkeys.c.name, passkeys.c.created, passkeys.c.used)),
    PersonalColumn(challenges.c.person),
    PersonalColumn(
        signins.c.person, (signins.c.browser, signins.c.created, signins.c.seen, signins.c.proved)
    ),
    PersonalColumn(known_addresses.c.person, (known_addresses.c.seen,)),
    PersonalColumn(tokens.c.person, (tokens.c.name, tokens.c.created, tokens.c.used)),
    PersonalColumn(deals.c.person, (deals.c.id, deals.c.created)),
    PersonalColumn(
        tables.c.owner,
        (
            tables.c.id,
            tables.c.origin,
            tables.c.game,
            tables.c.seats,
            tables.c.created,
            tables.c.over,
            tables.c.practice,
            tables.c.visibility,
            tables.c.clock,
            tables.c.speed,
            tables.c.rated,
            tables.c.rating_from,
            tables.c.rating_to,
            tables.c.substitute,
            tables.c.began,
            tables.c.ended,
            tables.c.ending,
            tables.c.daily,
        ),
        stays=True,
    ),
    PersonalColumn(
        seats.c.person,
        (seats.c.table_id, seats.c.seat, seats.c.name, seats.c.rank, seats.c.low),
        stays=True,
    ),
    PersonalColumn(seats.c.left_by, (seats.c.table_id, seats.c.seat), stays=True),
    PersonalColumn(
        wishes.c.person, (wishes.c.table_id, wishes.c.seat, wishes.c.kind, wishes.c.seq, wishes.c.move)
    ),
    PersonalColumn(log.c.person, (log.c.table_id, log.c.seq, log.c.seat, log.c.at), stays=True),
    PersonalColumn(presence.c.person, (presence.c.looking, presence.c.seen)),
    PersonalColumn(
        preferences.c.person,
        (
            preferences.c.listed,
            preferences.c.address,
            preferences.c.confirmed,
            preferences.c.asked,
            preferences.c.mailed,
            preferences.c.language,
        ),
    ),
    PersonalColumn(
        subscriptions.c.person, (subscriptions.c.endpoint, subscriptions.c.language, subscriptions.c.created)
    ),
    PersonalColumn(notified.c.person, (notified.c.table_id, notified.c.means, notified.c.seq)),
    PersonalColumn(blocks.c.person, (blocks.c.name, blocks.c.created)),
    PersonalColumn(blocks.c.blocked),
    PersonalColumn(
        ratings.c.player,
        (ratings.c.game, ratings.c.speed, ratings.c.shown, ratings.c.games, ratings.c.updated),
    ),
    PersonalColumn(
        rated_seats.c.player,
        (
            rated_seats.c.table_id,
            rated_seats.c.place,
            rated_seats.c.left,
            rated_seats.c.before,
            rated_seats.c.after,
        ),
        stays=True,
    ),
    PersonalColumn(
        daily_tries.c.person,
        (daily_tries.c.day, daily_tries.c.game, daily_tries.c.table_id, daily_tries.c.scored),
    ),
    PersonalColumn(
        exercises.c.person,
        (
            exercises.c.table_id,
            exercises.c.ply,
            exercises.c.mark,
            exercises.c.tried,
            exercises.c.right,
            exercises.c.due,
        ),
    ),
    PersonalColumn(
        puzzle_attempts.c.person,
        (
            puzzle_attempts.c.puzzle,
            puzzle_attempts.c.game,
            puzzle_attempts.c.at,
            puzzle_attempts.c.right,
            puzzle_attempts.c.move,
        ),
    ),
    PersonalColumn(
        puzzle_players.c.person, (puzzle_players.c.game, puzzle_players.c.mu, puzzle_players.c.sigma)
    ),
)


async def personal_data(connection: AsyncConnection, person: Person) -> dict[str, Any]:
    """Everything stored about a person: rows by column name; times are seconds since 1970. No secrets."""
    found = {
        f"{entry.column.table.name}.{entry.column.name}": await _rows(connection, entry, person)
        for entry in PERSONAL_COLUMNS
        if entry.exported
    }
    return {"format": FORMAT, "person": person, **found, "moves": await _moves(connection, person)}


async def _rows(connection: AsyncConnection, entry: PersonalColumn, person: Person) -> list[dict[str, Any]]:
    order = entry.column.table.primary_key.columns
    wanted = select(*entry.exported).where(entry.column == person).order_by(*order)
    return [_plain(row) for row in (await connection.execute(wanted)).mappings()]


async def _moves(connection: AsyncConnection, person: Person) -> list[dict[str, Any]]:
    """What this person did at their seats; everybody at the table saw it."""
    here = (seats.c.table_id == log.c.table_id) & (seats.c.seat == log.c.seat) & (seats.c.name == log.c.by)
    wanted = (
        select(log.c.table_id, log.c.seq, log.c.kind, log.c.move, log.c.seat, log.c.at)
        .join(seats, here)
        .where((seats.c.person == person) | (seats.c.left_by == person))
        .order_by(log.c.table_id, log.c.seq)
    )
    return [_plain(row) for row in (await connection.execute(wanted)).mappings()]


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}


async def delete_person(connection: AsyncConnection, person: Person, heir: Person) -> Sequence[str]:
    """Delete a person's rows, and replace the person in rows that others need; return the changed tables.

    `heir`: the guest that the person's browser becomes. Attempts at today's daily deals stay there.
    """
    placeholder = new_person()
    row = {"id": placeholder, "name": GONE, "created": time.time()}
    await connection.execute(insert(people), row)
    kept = await _give_attempts(connection, person, heir)
    touched = [*kept, *await rename_in_games(connection, person, None, GONE)]
    for entry in PERSONAL_COLUMNS:
        mine, table = entry.column == person, entry.column.table
        if entry.stays:
            await connection.execute(update(table).where(mine).values({entry.column: placeholder}))
        else:
            await connection.execute(delete(table).where(mine))
    return touched


async def _give_attempts(connection: AsyncConnection, person: Person, heir: Person) -> Sequence[str]:
    """Give today's attempts at the daily deal to another guest, unranked: nobody gets a second one.

    Returns the tables that changed.
    """
    mine = (daily_tries.c.person == person) & (daily_tries.c.day >= today().isoformat())
    found = list(await connection.scalars(select(daily_tries.c.table_id).where(mine)))
    await connection.execute(update(daily_tries).where(mine).values(person=heir, scored=False))
    await connection.execute(update(tables).where(tables.c.id.in_(found)).values(owner=heir))
    await connection.execute(update(seats).where(seats.c.table_id.in_(found)).values(person=heir))
    await rename_in_games(connection, heir, None, NOBODY)
    return found
