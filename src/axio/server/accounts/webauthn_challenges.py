"""What a device is asked to sign: for which site, by whom, once, and soon."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.store import challenges

_SOON = 300.0  # seconds a challenge waits


@dataclass(frozen=True, slots=True)
class Site:
    """What passkeys are bound to: a name, and the address its pages come from."""

    name: str
    origin: str


def site_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Site:
    """The site a page belongs to, which the door knows for ours; Denied where browsers have no passkeys."""
    origin = connection.headers.get("origin", "")
    parts = urlsplit(origin)
    name = parts.hostname or ""
    named = any(char.isalpha() for char in name) and ":" not in name  # an address of numbers has no passkeys
    if not named or not (parts.scheme == "https" or name == "localhost"):
        raise Denied("no_passkeys")
    return Site(name, origin)


async def new_challenge(connection: AsyncConnection, person: Person | None) -> bytes:
    """For somebody who adds a passkey, or (None) for whoever signs in with one."""
    challenge, now = secrets.token_bytes(32), time.time()
    await connection.execute(delete(challenges).where(challenges.c.created < now - _SOON))
    row = {"id": challenge.hex(), "person": person, "created": now}
    await connection.execute(insert(challenges), row)
    return challenge


async def answered(connection: AsyncConnection, credential: dict[str, Any], person: Person | None) -> bytes:
    """The challenge that a device says it signed; Denied if it was not asked of this person, lately, once."""
    try:
        said = json.loads(from_base64(credential["response"]["clientDataJSON"]))
        challenge = from_base64(said["challenge"])
    except (KeyError, TypeError, ValueError):
        raise Denied("wrong_passkey") from None
    asked = (challenges.c.id == challenge.hex()) & (challenges.c.created > time.time() - _SOON)
    mine = challenges.c.person.is_(None) if person is None else challenges.c.person == person
    if (await connection.execute(delete(challenges).where(asked, mine))).rowcount != 1:
        raise Denied("wrong_passkey")
    return challenge


def from_base64(text: object) -> bytes:
    """Bytes as browsers write them; empty for anything else."""
    from webauthn.helpers import base64url_to_bytes

    try:
        return base64url_to_bytes(text if isinstance(text, str) else "")
    except ValueError:
        return b""
