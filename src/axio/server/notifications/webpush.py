"""One web push message (RFC 8030): encrypted for one browser (RFC 8291) and signed by this server (RFC 8292).

The push service carries the message and cannot read it. No redirect is followed and no answer's body is read.
"""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.identity.server_keys import kept_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_RECORD = 4096  # octets: a message is one record
_SIGNED_FOR = 12 * 3600  # seconds; a push service refuses more than a day


def post(endpoint: str, body: bytes, headers: dict[str, str], patience: float) -> int:
    """The status that the push service answers with. OSError or HTTPException if it does not."""
    parts = urlsplit(endpoint)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    line = kind(parts.hostname or "", parts.port, timeout=patience)
    try:
        line.request("POST", f"{parts.path or '/'}{parts.query and '?'}{parts.query}", body, headers)
        return line.getresponse().status
    finally:
        line.close()


def headers_for(endpoint: str, key: EllipticCurvePrivateKey, contact: str, keep: int) -> dict[str, str]:
    """What goes with a message: whose it is, how it is encrypted, how many seconds it may wait."""
    return {
        "authorization": f"vapid t={_token(endpoint, key, contact)},k={_text(point_of(key))}",
        "content-encoding": "aes128gcm",
        "ttl": str(keep),
    }


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    sender: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only the browser with this key and secret can read. ValueError for keys that are none.

    Sender and salt are new for each message, unless a test names them.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    sender = sender or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
    mine = point_of(sender)
    shared = sender.exchange(ec.ECDH(), browser)
    secret = _derived(shared, _bytes(auth), b"WebPush: info\0" + _bytes(p256dh) + mine, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(content_key).encrypt(nonce, message + b"\2", None)  # 2: the last record


async def push_key(engine: AsyncEngine) -> bytes:
    """The server's VAPID key, stored in the database and made on the first start."""
    return await kept_key(engine, "push key", _new_key)


def private_key(key: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())


@cache
def public_text(key: bytes) -> str:
    """The public half of the key, as `pushManager.subscribe` expects it."""
    return _text(point_of(private_key(key)))


def _new_key() -> bytes:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def point_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public half, as browsers and push services write it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _token(endpoint: str, key: EllipticCurvePrivateKey, contact: str) -> str:
    """A JSON web token: this server sends to this push service, and who is responsible for it."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _SIGNED_FOR,
        "sub": contact,
    }
    said = ".".join(_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    numbers = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(SHA256())))
    return f"{said}.{_text(b''.join(number.to_bytes(32, 'big') for number in numbers))}"


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
