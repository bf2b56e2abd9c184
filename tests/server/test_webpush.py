"""A web push is what the standards say, and what another implementation makes and reads."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http.client import HTTPException

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st
from py_vapid import Vapid02
from pywebpush import WebPusher

from axio.server.notifications.webpush import encrypted, headers_for, point_of, post

from .outside import PushService

CURVE = ec.SECP256R1()
BROWSER = ec.generate_private_key(CURVE)
SERVER = ec.generate_private_key(CURVE)


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
    headers = headers_for("https://push.example:8443/to/me?x=1", SERVER, "mailto:me@example.org", 60)
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
        assert post(f"{service.address}/one", b"x", {}, 5) == 307
        assert post(f"{service.address}/two?a=b", b"x", {}, 5) == 201
        assert service.taken.qsize() == 2
    finally:
        service.close()


def test_who_does_not_answer_as_http_does_is_no_push_service() -> None:
    service = PushService()
    service.close()
    with pytest.raises((OSError, HTTPException)):
        post(f"{service.address}/one", b"x", {}, 5)
