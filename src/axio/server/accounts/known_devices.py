"""Devices and addresses from which an account was signed in before.

A device is known by a signed cookie that stays when its browser signs out. An address is known by its keyed
hash. Neither signs anybody in: guesses from there are counted apart from those of strangers.
"""

from __future__ import annotations

import contextlib
import hmac
import re
import secrets
import time
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person, Signer
from axio.server.store import known_addresses

from .login_throttle import address_of

COOKIE = "axio_device"
_SHAPE = re.compile(r"([0-9a-f]{32})((?:\.[0-9a-f]{64}){1,4})")
_MOST = 4  # accounts that one device is known for
_DEVICE_YEARS = 2 * 365 * 86400
_KEPT = 90 * 86400.0  # seconds an address stays known
_MOST_ADDRESSES = 20  # of one account

_Client = ASGIConnection[Any, Any, Any, Any]


async def known_as(
    connection: AsyncConnection, signer: Signer, client: _Client, person: Person | None
) -> str | None:
    """What guesses at this account from here are counted by; None for a stranger."""
    owner = person or ""  # no account takes as long to look for
    device, signatures = _read(client)
    where, mine = _hashed(signer, client, owner), _signature(signer, owner, device)
    fresh = known_addresses.c.seen > time.time() - _KEPT
    wanted = select(known_addresses.c.id).where(known_addresses.c.id == where, fresh)
    address = await connection.scalar(wanted)
    if person is not None and any(hmac.compare_digest(mine, each) for each in signatures):
        return f"device {device}"
    return None if address is None else f"address {where}"


async def remember_address(
    connection: AsyncConnection, signer: Signer, client: _Client, person: Person
) -> None:
    """Note that the account is signed in from this address now."""
    where, now = _hashed(signer, client, person), time.time()
    again = update(known_addresses).where(known_addresses.c.id == where).values(seen=now)
    if (await connection.execute(again)).rowcount:
        return
    mine = known_addresses.c.person == person
    kept = select(known_addresses.c.id).where(mine).order_by(known_addresses.c.seen.desc())
    oldest = [*await connection.scalars(kept.offset(_MOST_ADDRESSES - 1))]
    await connection.execute(delete(known_addresses).where(known_addresses.c.id.in_(oldest)))
    with contextlib.suppress(IntegrityError):  # another request from here was first
        async with connection.begin_nested():
            await connection.execute(insert(known_addresses), {"id": where, "person": person, "seen": now})


def device_cookie(signer: Signer, client: _Client, person: Person, *, secure: bool) -> Cookie:
    """The cookie by which this device is known from now on, for this account and a few before it."""
    device, signatures = _read(client)
    mine = _signature(signer, person, device)
    kept = [mine, *(each for each in signatures if each != mine)][:_MOST]
    value = ".".join([device, *kept])
    return Cookie(
        COOKIE, value=value, max_age=_DEVICE_YEARS, path="/", httponly=True, samesite="lax", secure=secure
    )


def _read(client: _Client) -> tuple[str, list[str]]:
    """The device in the cookie and its signatures, valid or not; a new device without a cookie."""
    match = _SHAPE.fullmatch(client.cookies.get(COOKIE) or "")
    return (secrets.token_hex(16), []) if match is None else (match[1], match[2][1:].split("."))


def _signature(signer: Signer, person: Person, device: str) -> str:
    return signer.digest("device", f"{person} {device}")


def _hashed(signer: Signer, client: _Client, person: Person) -> str:
    return signer.digest("address", f"{person} {address_of(client)}")
