"""A web push is what the standards say, and what another implementation makes and reads."""

from __future__ import annotations

import json
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http.client import HTTPException

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st
from py_vapid import Vapid02
from pywebpush import WebPusher

from axio.rules import Malformed
from axio.server.notifications.webpush import (
    Endpoint,
    encrypted,
    headers_for,
    is_public,
    point_of,
    post,
    read_endpoint,
)
from axio.server.settings import PUSH_SERVICES

from .outside import PushService

CURVE = ec.SECP256R1()
BROWSER = ec.generate_private_key(CURVE)
SERVER = ec.generate_private_key(CURVE)


def at(service: PushService, path: str) -> Endpoint:
    return read_endpoint(service.address + path, [service.address])


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def octets(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


def key(written: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(octets(written), "big"), CURVE)


def test_the_standards_own_example() -> None:
    """RFC 8291, section 5 and appendix A, octet for octet."""
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        text(point_of(key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))),
        "BTBZMqHH6r4Tts7J_aSIgg",
        sender=key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=octets("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8"
        "wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@given(message=st.binary(max_size=3000), auth=st.binary(min_size=16, max_size=16))
def test_another_implementation_reads_it(message: bytes, auth: bytes) -> None:
    body = encrypted(message, text(point_of(BROWSER)), text(auth))
    assert http_ece.decrypt(body, private_key=BROWSER, auth_secret=auth, version="aes128gcm") == message


def test_it_is_as_long_as_another_implementations() -> None:
    """The same frame: salt, record size, sender's key, one record. Sender and salt are new each time."""
    keys = {"p256dh": text(point_of(BROWSER)), "auth": text(b"s" * 16)}
    theirs = WebPusher({"endpoint": "https://push.example", "keys": keys}).encode(b"{}")["body"]
    ours = [encrypted(b"{}", keys["p256dh"], keys["auth"]) for _ in range(2)]
    assert {len(body) for body in ours} == {len(theirs)}
    assert ours[0][16:21] == theirs[16:21]
    assert ours[0][:86] != ours[1][:86]


def test_it_is_signed_for_one_push_service() -> None:
    """The token names the push service and ends within a day; another implementation accepts it."""
    endpoint = read_endpoint("https://push.example:8443/to/me?x=1", ["https://push.example:8443"])
    headers = headers_for(endpoint, SERVER, "mailto:me@example.org", 60)
    assert Vapid02.verify(headers["authorization"])
    token, _, shown = headers["authorization"].removeprefix("vapid t=").partition(",k=")
    head, claims, _ = (part for part in token.split("."))
    assert json.loads(octets(head)) == {"typ": "JWT", "alg": "ES256"}
    theirs = Vapid02(SERVER).sign({"sub": "mailto:me@example.org", "aud": "https://push.example:8443"})
    their_claims = json.loads(octets(theirs["Authorization"].partition("t=")[2].split(".")[1]))
    ours = json.loads(octets(claims))
    assert (ours["aud"], ours["sub"]) == (their_claims["aud"], their_claims["sub"])
    assert 0 < ours["exp"] - their_claims["exp"] + 86400 <= 86400
    assert theirs["Authorization"].endswith(f"k={shown}")
    assert headers["ttl"] == "60"


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", "c2VjcmV0"),
        ("AAAA", "c2VjcmV0"),
        ("BA" + "A" * 85, "c2VjcmV0"),
        ("no base64!", "c2VjcmV0"),
        ("ä", ""),
    ],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):
        encrypted(b"{}", p256dh, auth)


def test_a_redirect_is_an_answer_like_any_other() -> None:
    """The address was checked; another one is not called."""
    service = PushService()
    try:
        service.answers.put(307)
        assert post(at(service, "/one"), b"x", {}, 5) == 307
        assert post(at(service, "/two?a=b"), b"x", {}, 5) == 201
        assert service.taken.qsize() == 2
    finally:
        service.close()


def test_who_does_not_answer_as_http_does_is_no_push_service() -> None:
    service = PushService()
    service.close()
    with pytest.raises((OSError, HTTPException)):
        post(at(service, "/one"), b"x", {}, 5)


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/c1d:APA91b_x-Y",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA==",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2fx%3d",
        "https://web.push.apple.com/QGx",
    ],
)
def test_addresses_that_browsers_give(address: str) -> None:
    """Each browser's own service is taken as it is."""
    endpoint = read_endpoint(address, PUSH_SERVICES)
    assert f"{endpoint.origin}{endpoint.path}" == address


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1\\.fcm.googleapis.com/x",
        "https://127.0.0.1\\@fcm.googleapis.com/x",
        "https://127.0.0.1#.fcm.googleapis.com/x",
        "https://127.0.0.1?.fcm.googleapis.com/x",
        "https://127.0.0.1/.fcm.googleapis.com",
        "https://127.0.0.1%2f.fcm.googleapis.com/x",
        "https://127.0.0.1\t.fcm.googleapis.com/x",
        "https://127.0.0.1\n/.fcm.googleapis.com/x",
        "https://127.0.0.1\u3002fcm.googleapis.com/x",
        "https://me@fcm.googleapis.com/x",
        "https://me:secret@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com:443/x",
        "https://fcm.googleapis.com:/x",
        "https://fcm.googleapis.com./x",
        "https://evilfcm.googleapis.com/x",
        "https://.fcm.googleapis.com/x",
        "https://[::1].fcm.googleapis.com/x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\r\nHost: evil.example",
        "https://fcm.googleapis.com/x\n",
        "https://fcm.googleapis.com\\x",
        "https:/fcm.googleapis.com/x",
        "https:fcm.googleapis.com/x",
        "//fcm.googleapis.com/x",
        " https://fcm.googleapis.com/x",
        "HTTPS://FCM.GOOGLEAPIS.COM/x",
        "http://fcm.googleapis.com/x",
        "ftp://fcm.googleapis.com/x",
    ],
)
def test_addresses_that_lead_elsewhere(address: str) -> None:
    """Not the services' hosts, another port, a user, or anything two readers could read in two ways."""
    with pytest.raises(Malformed):
        read_endpoint(address, PUSH_SERVICES)


@pytest.mark.parametrize("address", ["142.250.74.10", "2a00:1450:4001:82a::200a", "64:ff9b::8efa:4a0a"])
def test_addresses_of_the_internet_are_called(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1", "fe80::1", "fe80::1%eth0"),
        *("fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1", "2001:0:4136:e378::1"),
    ],
)
def test_addresses_of_inner_networks_are_not(address: str) -> None:
    """This machine, its network, its cloud's metadata, in any notation."""
    assert not is_public(address)


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host is looked up once: one that leads inside is not called, one that changes its mind neither."""
    answers = [["127.0.0.1", "::1"], ["10.0.0.1", "142.250.74.10"], ["127.0.0.1"]]
    called: list[tuple[str, int]] = []

    def look_up(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        assert host == "fcm.googleapis.com"
        return [(0, 0, 0, "", (address, port)) for address in answers.pop(0)]

    def call(address: tuple[str, int], timeout: float) -> socket.socket:
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", call)
    endpoint = read_endpoint("https://fcm.googleapis.com/x", PUSH_SERVICES)
    for _ in range(2):
        with pytest.raises(OSError):
            post(endpoint, b"x", {}, 5)
    assert called == [("142.250.74.10", 443)]
    assert len(answers) == 1


def test_a_push_service_shows_its_certificate() -> None:
    """Whoever answers at the address must be the host that was named."""
    service = PushService()
    try:
        port = service.server.server_address[1]
        name = f"https://localhost:{port}"
        with pytest.raises((ssl.SSLError, OSError)):
            post(read_endpoint(f"{name}/x", [name]), b"x", {}, 5)
        assert service.taken.empty()
    finally:
        service.close()
