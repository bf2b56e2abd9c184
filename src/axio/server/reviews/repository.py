"""Reviews and exercises in the database."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.review.model import VERSION, Review
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.schemas.reviews import ExerciseCard
from axio.server.store import exercises, reviews, tables
from axio.server.table.table import Table

MOST = 500  # exercises in a list
SPACING = (1, 3, 7)  # days until an exercise comes back, by how often in a row it was right
_DAY = 86400.0


async def stored(engine: AsyncEngine, name: str) -> Review | None:
    """The review of a table, if it was worked out by the present method."""
    mine = (reviews.c.table_id == name) & (reviews.c.version == VERSION)
    async with engine.connect() as connection:
        data = await connection.scalar(select(reviews.c.data).where(mine))
    return None if data is None else msgspec.json.decode(zlib.decompress(bytes(data)), type=Review)


async def store(engine: AsyncEngine, table: Table, review: Review) -> None:
    """Store a review, and its marked decisions as exercises of those who made them.

    If another process was first, or the table is gone, nothing changes.
    """
    data, now = zlib.compress(msgspec.json.encode(review)), time.time()
    row = {"table_id": table.id, "version": VERSION, "data": data, "created": now}
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(reviews), row)
            known = select(exercises.c.person, exercises.c.ply).where(exercises.c.table_id == table.id)
            there = {(person, ply) for person, ply in await connection.execute(known)}
            fresh = [
                row for row in _exercises(table, review, now) if (row["person"], row["ply"]) not in there
            ]
            if fresh:
                await connection.execute(insert(exercises), fresh)
    except IntegrityError:
        return


def _exercises(table: Table, review: Review, now: float) -> Iterable[dict[str, Any]]:
    """The marked decisions that the person at the seat made: not those of a bot that played on for them."""
    for decision in review.marked:
        chair, made = table.chairs[decision.seat], table.history.made[decision.ply]
        if chair.person is not None and made.by == chair.name:
            yield {
                "person": chair.person,
                "table_id": table.id,
                "ply": decision.ply,
                "mark": decision.mark,
                "tried": 0,
                "right": 0,
                "due": now,
            }


async def cards_of(engine: AsyncEngine, person: Person, table: str | None = None) -> Sequence[ExerciseCard]:
    """A person's exercises, of all games or one; those that are due longest first, what is learnt last."""
    wanted = (
        select(exercises, tables.c.game)
        .join(tables, tables.c.id == exercises.c.table_id)
        .where(exercises.c.person == person, *([] if table is None else [exercises.c.table_id == table]))
        .order_by(exercises.c.due.is_(None), exercises.c.due, exercises.c.table_id, exercises.c.ply)
        .limit(MOST)
    )
    async with engine.connect() as connection:
        return [_card(row) for row in await connection.execute(wanted)]


async def card_of(engine: AsyncEngine, person: Person, table: str, ply: int) -> ExerciseCard:
    """One exercise; NotFound if it is not this person's."""
    found = [card for card in await cards_of(engine, person, table) if card.ply == ply]
    if not found:
        raise NotFound("no_such_exercise")
    return found[0]


async def note(engine: AsyncEngine, person: Person, card: ExerciseCard, *, right: bool) -> ExerciseCard:
    """Note an attempt. A right one counts if the exercise was due: not right after a wrong one."""
    now = time.time()
    mine = (
        (exercises.c.person == person) & (exercises.c.table_id == card.table) & (exercises.c.ply == card.ply)
    )
    counts = not right or (card.due is not None and card.due <= now)
    row: dict[str, Any] = {"tried": exercises.c.tried + 1}
    if counts:
        row |= {"right": card.right + 1 if right else 0, "due": _next(card.right if right else -1, now)}
    async with engine.begin() as connection:
        await connection.execute(update(exercises).where(mine).values(row))
    return await card_of(engine, person, card.table, card.ply)


def _next(right: int, now: float) -> float | None:
    """When an exercise comes back after so many right answers in a row before; None: it is learnt."""
    return now + SPACING[right + 1] * _DAY if right + 1 < len(SPACING) else None


def _card(row: Any) -> ExerciseCard:
    return ExerciseCard(
        table=row.table_id,
        ply=row.ply,
        game=row.game,
        mark=row.mark,
        tried=row.tried,
        right=row.right,
        due=row.due,
    )
