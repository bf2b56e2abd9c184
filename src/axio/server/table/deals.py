"""Where seeds come from: the server commits to a random secret before anyone takes a seat."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from axio.rules import Malformed
from axio.rules.proof import NO_NONCE, NONCE_BYTES, SECRET_BYTES, Proof, commitment_of, seed_from


@dataclass(frozen=True, slots=True)
class Deal:
    """A secret and the nonce of every seat; together they make the seed."""

    secret: bytes
    nonces: tuple[bytes, ...]

    @property
    def seed(self) -> str:
        return seed_from(self.secret, self.nonces)

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret).hex()

    @property
    def proof(self) -> Proof:
        """Shows that the deal was fair. It contains the secret, so it is for games that are over."""
        return Proof(commitment_of(self.secret), self.secret, self.nonces)


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def read_nonce(text: str | None) -> bytes:
    if text is None:
        return NO_NONCE
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * NONCE_BYTES}}}", text):
        raise Malformed(f"nonce: expected {2 * NONCE_BYTES} hexadecimal digits")
    return bytes.fromhex(text)
