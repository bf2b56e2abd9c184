"""How often somebody may guess: so many wrong tries at once, then one every few minutes.

Counted per account and per address, in the database, so that neither a restart nor another process forgets.
Whoever is signed in stays so, and passkeys are not guessed: a stranger cannot lock anybody out for good.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection
from sqlalchemy import case, delete, insert, update
from sqlalchemy.exc import IntegrityError

from axio.server.errors import TooMany
from axio.server.services import Services
from axio.server.store import guesses

Asker: TypeAlias = ASGIConnection[Any, Any, Any, Any]

_PER_ADDRESS = 5  # times as many as for one account: families and schools share addresses
_FORGOTTEN = 86400.0  # seconds


@dataclass(frozen=True, slots=True)
class Tries:
    """What one place, or one account, has left."""

    id: str
    burst: int
    every: float  # seconds


@asynccontextmanager
async def guessing(
    services: Services, kind: str, connection: Asker, account: str | None = None
) -> AsyncIterator[None]:
    """Around a guess: TooMany if there were too many wrong ones; a right one (no error) is not counted."""
    limits = await count_try(services, kind, connection, account)
    yield
    for tries in limits:
        await _give_back(services, tries)


async def count_try(
    services: Services, kind: str, connection: Asker, account: str | None = None
) -> Sequence[Tries]:
    """One more try, right or wrong; TooMany if there were too many lately."""
    limits = _limits(services, kind, address_of(connection), account)
    for tries in limits:
        if not await _take(services, tries):
            raise TooMany("too_many_guesses", minutes=math.ceil(tries.every / 60))
    return limits


def address_of(connection: Asker) -> str:
    """Where a request comes from; of IPv6, the network, which is what one household gets."""
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(address) if address.version == 4 else str(ip_network((address, 64), strict=False))


def _limits(services: Services, kind: str, address: str, account: str | None) -> list[Tries]:
    settings, seal = services.settings, services.signer.seal
    many, every = settings.guesses * _PER_ADDRESS, settings.guess_every / _PER_ADDRESS
    found = [Tries(seal("guess", f"{kind} from {address}"), many, every)]
    if account is not None:
        named = seal("guess", f"{kind} for {account}")
        found.append(Tries(named, settings.guesses, settings.guess_every))
    return found


async def _take(services: Services, tries: Tries) -> bool:
    """Count one try, in one statement, so that many at once are counted too."""
    now = time.time()
    level = guesses.c.level - (now - guesses.c.at) / tries.every
    left = case((level > 0, level), else_=0.0)
    counted = update(guesses).where(guesses.c.id == tries.id, left + 1 <= tries.burst)
    async with services.engine.begin() as connection:
        if (await connection.execute(counted.values(level=left + 1, at=now))).rowcount:
            return True
    try:
        async with services.engine.begin() as connection:
            await connection.execute(delete(guesses).where(guesses.c.at < now - _FORGOTTEN))
            await connection.execute(insert(guesses), {"id": tries.id, "level": 1.0, "at": now})
    except IntegrityError:
        return False  # it is there, and full
    return True


async def _give_back(services: Services, tries: Tries) -> None:
    fewer = case((guesses.c.level > 1, guesses.c.level - 1), else_=0.0)
    async with services.engine.begin() as connection:
        await connection.execute(update(guesses).where(guesses.c.id == tries.id).values(level=fewer))
