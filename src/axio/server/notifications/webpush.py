"""One web push message (RFC 8030): encrypted for one browser (RFC 8291) and signed by this server (RFC 8292).

The push service carries the message and cannot read it. A stranger may have chosen its address: it is read in
one place, the connection goes to the very address that was checked, no redirect is followed, and of an answer
only the head is read.
"""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules import Malformed
from axio.server.identity.server_keys import kept_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_RECORD = 4096  # octets: a message is one record
_SIGNED_FOR = 12 * 3600  # seconds; a push service refuses more than a day


_ADDRESS = re.compile(  # nothing that two readers could read in two ways: no user, no backslash, no escapes
    r"(?P<scheme>https?)://(?P<host>(?:[a-z0-9-]+\.)*[a-z0-9-]+)(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>/[!\"$-\[\]-~]*)"
)
_PORTS = {"http": 80, "https": 443}
_PUBLIC_IPV6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")  # ends with an IPv4 address


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a push service takes the messages for one browser."""

    scheme: str
    host: str
    port: int
    path: str
    inner: bool  # the operator named this very service: it may be in the server's own network

    @property
    def origin(self) -> str:
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"


def read_endpoint(text: str, services: Iterable[str]) -> Endpoint:
    """The address of a push service; Malformed for any other, because the server calls nobody else.

    A service is a domain, which stands for https on the usual port there and on every host below it, or the
    origin of one host, such as `http://10.0.0.1:8000`.
    """
    if found := _ADDRESS.fullmatch(text):
        scheme, host, path = found["scheme"], found["host"], found["path"]
        port = int(found["port"] or _PORTS[scheme])
        for service in services:
            endpoint = Endpoint(scheme, host, port, path, inner="://" in service)
            if _belongs(endpoint, service, plain=found["port"] is None):
                return endpoint
    raise Malformed("endpoint: expected the address of a push service")


def _belongs(endpoint: Endpoint, service: str, *, plain: bool) -> bool:
    if endpoint.inner:
        return endpoint.origin == service
    return plain and endpoint.scheme == "https" and f".{endpoint.host}".endswith(f".{service}")


def post(endpoint: Endpoint, body: bytes, headers: dict[str, str], patience: float) -> int:
    """The status that the push service answers with. OSError or HTTPException if it does not."""
    line: HTTPConnection
    if endpoint.scheme == "https":
        line = HTTPSConnection(endpoint.host, endpoint.port, timeout=patience, context=_tls())
    else:
        line = HTTPConnection(endpoint.host, endpoint.port, timeout=patience)
    line.sock = _connected(endpoint, patience)
    try:
        line.request("POST", endpoint.path, body, headers)
        return line.getresponse().status
    finally:
        line.close()


def _connected(endpoint: Endpoint, patience: float) -> socket.socket:
    """A connection to an address of the host that was looked up once, and checked."""
    fault = OSError("no address of this host is a public one")
    for address in _addresses(endpoint):
        try:
            line = socket.create_connection((address, endpoint.port), patience)
        except OSError as failed:
            fault = failed
            continue
        return _tls().wrap_socket(line, server_hostname=endpoint.host) if endpoint.scheme == "https" else line
    raise fault


def _addresses(endpoint: Endpoint) -> Iterator[str]:
    for *_, where in socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM):
        address = str(where[0])
        if endpoint.inner or is_public(address):
            yield address


def is_public(address: str) -> bool:
    """Whether an address belongs to the internet, and not to this machine or the network around it."""
    found = ip_address(address)
    if isinstance(found, IPv4Address):
        return found.is_global and not found.is_multicast
    inside = _ipv4_inside(found)
    if inside is not None:
        return is_public(str(inside))
    tunnelled = found.sixtofour is not None or found.teredo is not None
    return found in _PUBLIC_IPV6 and found.is_global and not tunnelled


def _ipv4_inside(address: IPv6Address) -> IPv4Address | None:
    return IPv4Address(int(address) & 0xFFFF_FFFF) if address in _NAT64 else address.ipv4_mapped


@cache
def _tls() -> ssl.SSLContext:
    """Checks that the certificate is for the host's name; reading the authorities' takes a while."""
    return ssl.create_default_context()


def headers_for(endpoint: Endpoint, key: EllipticCurvePrivateKey, contact: str, keep: int) -> dict[str, str]:
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


def _token(endpoint: Endpoint, key: EllipticCurvePrivateKey, contact: str) -> str:
    """A JSON web token: this server sends to this push service, and who is responsible for it."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    claims = {"aud": endpoint.origin, "exp": int(time.time()) + _SIGNED_FOR, "sub": contact}
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
