"""What a table asks of whoever sits down: an account where it is rated, and a rating within its range."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity import Person
from axio.server.store import accounts


@dataclass(frozen=True, slots=True)
class Requirements:
    """Ratings and accounts of a few people, looked up together."""

    accounts: Collection[Person]
    ratings: dict[tuple[Person, str, str], int]

    @classmethod
    async def read(
        cls, connection: AsyncConnection, tables: Sequence[Any], people: Collection[Person]
    ) -> Requirements:
        known = select(accounts.c.person).where(accounts.c.person.in_(people))
        return cls(set(await connection.scalars(known)), {})

    def has_account(self, person: Person | None) -> bool:
        return person in self.accounts

    def rating(self, person: Person | None, game: str, speed: str) -> int | None:
        return None if person is None else self.ratings.get((person, game, speed))

    def unmet(self, table: Any, person: Person) -> str | None:
        """Why this person may not sit down, as refusals name it; None if they may."""
        if table.rated and not self.has_account(person):
            return "needs_account"
        low, high = table.rating_from, table.rating_to
        if low is None and high is None:
            return None
        rating = self.rating(person, table.game, table.speed)
        fits = rating is not None and (low or 0) <= rating and (high is None or rating <= high)
        return None if fits else "outside_range"
