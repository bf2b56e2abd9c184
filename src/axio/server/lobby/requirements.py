"""What a table asks of whoever sits down: an account where it is rated, and a rating within its range."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.store import accounts, ratings


@dataclass(frozen=True, slots=True)
class Requirements:
    """Ratings and accounts of a few players, looked up together. Bots are players by their labels."""

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
        """Why this person may not sit down, as refusals name it; None if they may."""
        if table.rated and not self.has_account(person):
            return "rated_needs_account"
        low, high = table.rating_from, table.rating_to
        if low is None and high is None:
            return None
        rating = self.rating(person, table.game, table.speed)
        fits = rating is not None and (low or 0) <= rating and (high is None or rating <= high)
        return None if fits else "outside_range"
