"""A device that keeps passkeys, as far as a server can tell: ES256, attestation `none`, a counter."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """One passkey for one site."""

    origin: str
    credential: bytes = b"passkey number one"
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to `navigator.credentials.create()`."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        named = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential
        data = self._data(asked["rp"]["id"], ATTESTED) + named + cbor2.dumps(public)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", asked["challenge"])
        return self._answer(clientDataJSON=encoded(said), attestationObject=encoded(attested))

    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to `navigator.credentials.get()`."""
        self.count += 1
        data = self._data(asked["rpId"])
        said = self._said("webauthn.get", asked["challenge"])
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        parts = {"clientDataJSON": said, "authenticatorData": data, "signature": signature}
        return self._answer(**{name: encoded(value) for name, value in parts.items()})

    def _data(self, site: str, more: int = 0) -> bytes:
        flags = PRESENT | VERIFIED | more
        return sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: str) -> dict[str, Any]:
        name = encoded(self.credential)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
