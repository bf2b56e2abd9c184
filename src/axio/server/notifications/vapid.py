"""The key this server shows to push services. Made on the first start, kept with the games."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.identity.server_keys import kept_key

from .webpush import point_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey


async def push_key(engine: AsyncEngine) -> bytes:
    return await kept_key(engine, "push key", _new)


def private_key(kept: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(kept, "big"), ec.SECP256R1())


@cache
def public_text(kept: bytes) -> str:
    """The public half as a browser wants it."""
    return urlsafe_b64encode(point_of(private_key(kept))).rstrip(b"=").decode()


def _new() -> bytes:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
