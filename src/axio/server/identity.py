"""Who is asking: a random name in a signed cookie. It is a key to one's own seats, and says nothing else."""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy.ext.asyncio import AsyncEngine

from .keys import kept_key

Person: TypeAlias = str

COOKIE = "axio"
_YEARS = 5 * 365 * 86400
_SHAPE = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs the names of people, and knows its own signature again."""

    key: bytes

    def sign(self, person: Person) -> str:
        return f"{person}.{self._seal(person)}"

    def read(self, text: str | None) -> Person | None:
        """The person a cookie names; None for no cookie, a broken or a forged one."""
        match = _SHAPE.fullmatch(text or "")
        if match is None or not hmac.compare_digest(self._seal(match[1]), match[2]):
            return None
        return match[1]

    def _seal(self, person: Person) -> str:
        return hmac.new(self.key, b"axio-person" + person.encode(), "sha256").hexdigest()

    def person(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
        return self.read(connection.cookies.get(COOKIE))

    def cookie(self, person: Person, *, secure: bool) -> Cookie:
        return Cookie(
            COOKIE,
            value=self.sign(person),
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
