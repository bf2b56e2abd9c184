"""Who is asking: a random name in a signed cookie. It is a key to one's own seats, and says nothing else.

A guest's cookie names the person; that of an account also names the sign-in, which can be ended.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy.ext.asyncio import AsyncEngine

from .server_keys import kept_key

Person: TypeAlias = str

COOKIE = "axio"
_YEARS = 5 * 365 * 86400
_SHAPE = re.compile(r"([0-9a-f]{32})(?:\.([0-9a-f]{32}))?\.([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Badge:
    """What a cookie says: the person and, for an account, under which sign-in."""

    person: Person
    signin: str | None = None

    def __str__(self) -> str:
        return self.person if self.signin is None else f"{self.person}.{self.signin}"


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs badges, and knows its own signature again. Whether a badge still holds, the guard says."""

    key: bytes

    def sign(self, person: Person, signin: str | None = None) -> str:
        badge = Badge(person, signin)
        return f"{badge}.{self._seal(badge)}"

    def read(self, text: str | None) -> Badge | None:
        """The badge in a cookie; None for no cookie, a broken or a forged one."""
        match = _SHAPE.fullmatch(text or "")
        if match is None:
            return None
        badge = Badge(match[1], match[2])
        return badge if hmac.compare_digest(self._seal(badge), match[3]) else None

    def seal(self, purpose: str, text: str) -> str:
        """A signature for something else than a cookie."""
        return hmac.new(self.key, f"axio-{purpose}:{text}".encode(), "sha256").hexdigest()

    def _seal(self, badge: Badge) -> str:
        return hmac.new(self.key, f"axio-person{badge}".encode(), "sha256").hexdigest()

    def badge(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Badge | None:
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
    """The key kept with the games, made on the first start."""
    return await kept_key(engine, "cookie key", lambda: secrets.token_bytes(32))
