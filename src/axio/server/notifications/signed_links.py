"""Links in letters: a name, sealed for one purpose and one address, so that nobody can make one up."""

from __future__ import annotations

import hmac
import re

from axio.server.identity.cookies import Person, Signer

_SHAPE = re.compile(r"([0-9a-f]{32})([0-9a-f]{64})")


def sealed(signer: Signer, purpose: str, person: Person, address: str) -> str:
    return person + _seal(signer, purpose, person, address)


def sealed_person(token: str) -> Person | None:
    """Whom a token is about, if its seal is right, which `is_sealed` tells."""
    match = _SHAPE.fullmatch(token)
    return match[1] if match else None


def is_sealed(signer: Signer, purpose: str, token: str, address: str) -> bool:
    person = sealed_person(token)
    return person is not None and hmac.compare_digest(sealed(signer, purpose, person, address), token)


def _seal(signer: Signer, purpose: str, person: Person, address: str) -> str:
    text = f"axio-mail\0{purpose}\0{person}\0{address}"
    return hmac.new(signer.key, text.encode(), "sha256").hexdigest()
