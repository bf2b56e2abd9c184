"""Fair deals, provable: the seed is made of a secret committed to beforehand and a nonce of every seat."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from .errors import Malformed

SECRET_BYTES = 32
NONCE_BYTES = 16
NO_NONCE = bytes(NONCE_BYTES)  # bots, and people who join after the deal


def commitment_of(secret: bytes) -> bytes:
    """What is shown before anyone sits down."""
    return sha256(secret).digest()


def seed_from(secret: bytes, nonces: Sequence[bytes]) -> str:
    """The seed of a deal, from the secret and the nonce of every seat in turn."""
    return sha256(b"axio-seed/1" + secret + b"".join(nonces)).hexdigest()


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that nobody changed the deal."""

    commitment: bytes
    secret: bytes
    nonces: tuple[bytes, ...]

    def check(self, seed: str) -> None:
        """Raise Malformed unless the secret fits the commitment and makes the seed."""
        if commitment_of(self.secret) != self.commitment:
            raise Malformed("the proof fails: its secret does not fit its commitment")
        if seed_from(self.secret, self.nonces) != seed:
            raise Malformed("the proof fails: its secret and nonces do not make this seed")

    def as_data(self) -> dict[str, object]:
        return {
            "commitment": self.commitment.hex(),
            "secret": self.secret.hex(),
            "nonces": [nonce.hex() for nonce in self.nonces],
        }


def read_proof(data: object, seats: int) -> Proof:
    """A proof from its data form, with one nonce for each seat."""
    if not isinstance(data, Mapping):
        raise Malformed("proof: expected an object with commitment, secret and nonces")
    nonces = data.get("nonces")
    if not isinstance(nonces, list) or len(nonces) != seats:
        raise Malformed(f"proof: expected a list of {seats} nonces, one a seat")
    return Proof(
        _bytes(data.get("commitment"), SECRET_BYTES, "commitment"),
        _bytes(data.get("secret"), SECRET_BYTES, "secret"),
        tuple(_bytes(nonce, NONCE_BYTES, "nonce") for nonce in nonces),
    )


def _bytes(text: object, size: int, what: str) -> bytes:
    if not isinstance(text, str) or not re.fullmatch(rf"[0-9a-fA-F]{{{2 * size}}}", text):
        raise Malformed(f"proof: expected the {what} as {2 * size} hexadecimal digits")
    return bytes.fromhex(text)
