"""The identity cookie: a random person id, signed by the server. Whoever holds it owns that person's seats.

The cookie of a guest holds the person id alone. The cookie of an account also holds the id of the sign-in,
which can be ended.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.protocol import Person as Person  # most callers know it from here

from .server_keys import kept_key

COOKIE = "axio"
_YEARS = 5 * 365 * 86400
_SHAPE = re.compile(r"([0-9a-f]{32})(?:\.([0-9a-f]{32}))?\.([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Identity:
    """What a cookie holds: the person and, for an account, the sign-in."""

    person: Person
    signin: str | None = None

    def __str__(self) -> str:
        return self.person if self.signin is None else f"{self.person}.{self.signin}"


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs identities and verifies its own signatures. Whether an identity is still valid, `Guard` knows."""

    key: bytes

    def sign(self, person: Person, signin: str | None = None) -> str:
        identity = Identity(person, signin)
        return f"{identity}.{self._signature(identity)}"

    def read(self, text: str | None) -> Identity | None:
        """The identity in a cookie; None for no cookie, a broken or a forged one."""
        match = _SHAPE.fullmatch(text or "")
        if match is None:
            return None
        identity = Identity(match[1], match[2])
        return identity if hmac.compare_digest(self._signature(identity), match[3]) else None

    def digest(self, purpose: str, text: str) -> str:
        """A keyed hash for another purpose than the cookie."""
        return hmac.new(self.key, f"axio-{purpose}:{text}".encode(), "sha256").hexdigest()

    def _signature(self, identity: Identity) -> str:
        return hmac.new(self.key, f"axio-person{identity}".encode(), "sha256").hexdigest()

    def identity(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
        return self.read(connection.cookies.get(COOKIE))

    def cookie(self, person: Person, signin: str | None = None, *, secure: bool) -> Cookie:
        return Cookie(
            COOKIE,
            value=self.sign(person, signin),
            max_age=_YEARS,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def new_person() -> Person:
    return secrets.token_hex(16)


async def signing_key(engine: AsyncEngine) -> bytes:
    """The signing key, stored in the database and made on the first start."""
    return await kept_key(engine, "cookie key", lambda: secrets.token_bytes(32))
