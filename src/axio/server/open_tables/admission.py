"""Who may take a seat at an open table, and who may create one more table."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exists, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.accounts.account import is_account
from axio.server.accounts.blocks import is_blocked_by
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.store import accounts, ratings, seats, tables
from axio.server.table.day import DAY
from axio.server.table.terms import OPEN

MOST_LISTED = 8  # tables of one person that wait in the lobby
MOST_WAITING = 40  # tables of one person that wait anywhere
MOST_BOT_GAMES = 40  # unfinished games against bots that one person began within a day


@dataclass(frozen=True, slots=True)
class Requirements:
    """The ratings and accounts of a few players, read together. A bot is identified by its label."""

    accounts: Collection[Person]
    ratings: dict[tuple[str, str, str], int]

    @classmethod
    async def read(
        cls, connection: AsyncConnection, tables: Sequence[Any], players: Collection[str]
    ) -> Requirements:
        known = select(accounts.c.person).where(accounts.c.person.in_(players))
        games = {table.game for table in tables}
        shown = select(ratings.c.player, ratings.c.game, ratings.c.speed, ratings.c.shown)
        wanted = shown.where(ratings.c.player.in_(players), ratings.c.game.in_(games))
        found = {(row.player, row.game, row.speed): row.shown for row in await connection.execute(wanted)}
        return cls(set(await connection.scalars(known)), found)

    def has_account(self, person: Person | None) -> bool:
        return person in self.accounts

    def rating(self, player: str | None, game: str, speed: str) -> int | None:
        return None if player is None else self.ratings.get((player, game, speed))

    def unmet(self, table: Any, person: Person) -> str | None:
        """The reason why this person may not take a seat; None if they may."""
        if table.rated and not self.has_account(person):
            return "rated_needs_account"
        low, high = table.rating_from, table.rating_to
        if low is None and high is None:
            return None
        rating = self.rating(person, table.game, table.speed)
        fits = rating is not None and (low or 0) <= rating and (high is None or rating <= high)
        return None if fits else "outside_range"


async def admit(connection: AsyncConnection, table: Any, person: Person) -> None:
    """Denied, with the reason, unless this person may take a seat there."""
    sitting = select(seats.c.person).where(seats.c.table_id == table.id, seats.c.person.is_not(None))
    if await is_blocked_by(connection, person, [*await connection.scalars(sitting)]):
        raise Denied("blocked")
    requirements = await Requirements.read(connection, [table], [person])
    if (why := requirements.unmet(table, person)) is not None:
        raise Denied(why)


async def admit_open(connection: AsyncConnection, person: Person, *, listed: bool) -> None:
    """Denied if too many tables of this person wait for players already."""
    waiting = (tables.c.owner == person) & tables.c.began.is_(None) & tables.c.over.is_(False)
    most = MOST_LISTED if listed else MOST_WAITING
    wanted = select(func.count()).where(waiting, tables.c.visibility == OPEN if listed else true())
    if (await connection.scalar(wanted) or 0) >= most:
        raise Denied("too_many_open", most=most)


async def admit_bots(connection: AsyncConnection, person: Person) -> None:
    """Denied if this person began too many games against bots today and finished none of them."""
    begun = (tables.c.owner == person) & tables.c.over.is_(False) & (tables.c.created > time.time() - DAY)
    bots = exists().where(seats.c.table_id == tables.c.id, seats.c.kind == "bot")
    if (await connection.scalar(select(func.count()).where(begun, bots)) or 0) >= MOST_BOT_GAMES:
        raise Denied("too_many_bot_games", most=MOST_BOT_GAMES)


async def admit_rated(connection: AsyncConnection, person: Person, *, rated: bool) -> None:
    """Denied if the game is rated and this person has no account."""
    if rated and not await is_account(connection, person):
        raise Denied("rated_needs_account")
