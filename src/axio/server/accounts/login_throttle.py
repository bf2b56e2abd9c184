"""Limits guesses: a number of wrong attempts at once, then one every few minutes. Also limits other actions.

Attempts are counted for each account and each address, in the database, so that neither a restart nor another
process forgets them. A device or an address from which the account was signed in before has an allowance of
its own (`known_devices`): a stranger who guesses cannot lock the owner out.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection
from sqlalchemy import case, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.errors import TooMany
from axio.server.identity.cookies import Signer
from axio.server.store import guesses

Client: TypeAlias = ASGIConnection[Any, Any, Any, Any]

_PER_ADDRESS = 5  # times the limit of an account: families and schools share addresses
_FORGOTTEN = 86400.0  # seconds


@dataclass(frozen=True, slots=True)
class Limit:
    """How many attempts one address, or one account, has."""

    id: str
    burst: int
    every: float  # seconds


@dataclass(frozen=True, slots=True)
class LoginThrottle:
    """Counts attempts. For one account: `burst` at once, then one every `every` seconds."""

    engine: AsyncEngine
    signer: Signer  # hashes addresses and handles
    burst: int
    every: float

    @asynccontextmanager
    async def guessing(
        self, kind: str, client: Client, account: str | None = None, *, known: str | None = None
    ) -> AsyncIterator[None]:
        """Around a guess: TooMany after too many wrong ones. A right one (no exception) is not counted.

        `known`: what identifies a device or an address that the account was signed in from before.
        """
        address = address_of(client)
        limits = (
            self._limits(kind, address, account) if known is None else [self._known(kind, account, known)]
        )
        await self._count(limits)
        yield
        for limit in limits:
            await self._give_back(limit)

    async def allow(self, what: str, burst: int, every: float) -> None:
        """Count one of `what`, such as a mail to somebody; TooMany if there were too many lately.

        The count is forgotten after a day, so `burst` times `every` is at most a day.
        """
        if not await self._take(Limit(self.signer.digest("guess", what), burst, every)):
            raise TooMany("too_often", minutes=math.ceil(every / 60))

    async def count_try(self, kind: str, client: Client) -> None:
        """Count one attempt, right or wrong; TooMany if there were too many lately from this address."""
        await self._count(self._limits(kind, address_of(client), None))

    async def _count(self, limits: Sequence[Limit]) -> None:
        for limit in limits:
            if not await self._take(limit):
                raise TooMany("too_many_guesses", minutes=math.ceil(limit.every / 60))

    def _limits(self, kind: str, address: str, account: str | None) -> list[Limit]:
        burst, every = self.burst * _PER_ADDRESS, self.every / _PER_ADDRESS
        found = [Limit(self.signer.digest("guess", f"{kind} from {address}"), burst, every)]
        if account is not None:
            name = self.signer.digest("guess", f"{kind} for {account}")
            found.append(Limit(name, self.burst, self.every))
        return found

    def _known(self, kind: str, account: str | None, known: str) -> Limit:
        name = self.signer.digest("guess", f"{kind} for {account} by {known}")
        return Limit(name, self.burst, self.every)

    async def _take(self, limit: Limit) -> bool:
        """Count one attempt in a single statement, so that concurrent ones are counted too."""
        now = time.time()
        level = guesses.c.level - (now - guesses.c.at) / limit.every
        left = case((level > 0, level), else_=0.0)
        counted = update(guesses).where(guesses.c.id == limit.id, left + 1 <= limit.burst)
        async with self.engine.begin() as connection:
            if (await connection.execute(counted.values(level=left + 1, at=now))).rowcount:
                return True
        try:
            async with self.engine.begin() as connection:
                await connection.execute(delete(guesses).where(guesses.c.at < now - _FORGOTTEN))
                await connection.execute(insert(guesses), {"id": limit.id, "level": 1.0, "at": now})
        except IntegrityError:
            return False  # the row exists, and its limit is reached
        return True

    async def _give_back(self, limit: Limit) -> None:
        fewer = case((guesses.c.level > 1, guesses.c.level - 1), else_=0.0)
        async with self.engine.begin() as connection:
            await connection.execute(update(guesses).where(guesses.c.id == limit.id).values(level=fewer))


def address_of(client: Client) -> str:
    """The client's address; for IPv6 its network, because a household gets a whole one."""
    host = client.client.host if client.client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:  # a socket for both kinds
        address = address.ipv4_mapped
    return str(address) if address.version == 4 else str(ip_network((address, 64), strict=False))
