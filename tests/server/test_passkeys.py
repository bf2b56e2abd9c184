"""Passkeys over HTTP, with a device that keeps to the protocol or does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .authenticator import Authenticator
from .far import Person, change, refusal
from .running import Running


@pytest.fixture
def origin(far: Running) -> str:
    return far.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def ann(origin: str) -> Iterator[Person]:
    with Person(origin) as person:
        person.http.headers["Origin"] = origin
        yield person


@pytest.fixture
def other(origin: str) -> Iterator[Person]:
    with Person(origin) as person:
        person.http.headers["Origin"] = origin
        yield person


def asked(person: Person, path: str, **body: str) -> dict[str, Any]:
    answer = person.http.post(path, json=body or None)
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()
    return options


def sign_up(person: Person, device: Authenticator, handle: str) -> None:
    made = device.create(asked(person, "/api/account/passkeys/ask", handle=handle))
    answer = person.http.post("/api/account", json={"handle": handle, "passkey": made})
    assert answer.status_code == 201, answer.text


def sign_in(person: Person, device: Authenticator) -> tuple[int, str]:
    signed = device.get(asked(person, "/api/signin/passkey/ask"))
    return refusal(person.http.post("/api/signin/passkey", json={"passkey": signed}))


def test_passkey_alone_makes_an_account_and_signs_in(ann: Person, other: Person, origin: str) -> None:
    """No password anywhere: the device says who it is."""
    device = Authenticator(origin, b"alone")
    sign_up(ann, device, "Keyholder")
    assert ann.account["password"] is False and len(ann.account["passkeys"]) == 1
    assert sign_in(other, device) == (200, "")
    assert other.name == "Keyholder"
    assert other.http.post("/api/signin", json={"handle": "Keyholder", "password": ""}).status_code == 403


def test_signature_is_good_for_once(ann: Person, other: Person, origin: str) -> None:
    """Who overhears a sign-in cannot repeat it, nor use an answer to another question."""
    device = Authenticator(origin, b"once")
    sign_up(ann, device, "Replayed")
    signed = device.get(asked(other, "/api/signin/passkey/ask"))
    assert other.http.post("/api/signin/passkey", json={"passkey": signed}).status_code == 200
    again = other.http.post("/api/signin/passkey", json={"passkey": signed})
    assert refusal(again) == (403, "wrong_passkey")
    own = device.get({"rpId": "localhost", "challenge": "bm90IGFza2Vk"})
    assert refusal(other.http.post("/api/signin/passkey", json={"passkey": own})) == (403, "wrong_passkey")


def test_challenge_waits_five_minutes(far: Running, ann: Person, origin: str) -> None:
    """An old question is not answered any more."""
    device = Authenticator(origin, b"late")
    sign_up(ann, device, "Latecomer")
    signed = device.get(asked(ann, "/api/signin/passkey/ask"))
    change(far, "UPDATE challenges SET created = created - 301")
    answer = ann.http.post("/api/signin/passkey", json={"passkey": signed})
    assert refusal(answer) == (403, "wrong_passkey")


def test_device_that_is_not_the_one_is_refused(ann: Person, other: Person, origin: str) -> None:
    """Another key under the same name, another site, or a counter that goes back signs nobody in."""
    device = Authenticator(origin, b"original")
    sign_up(ann, device, "Original")
    assert sign_in(other, device) == (200, "")
    copy = Authenticator(origin, b"original", count=9)
    assert sign_in(other, copy) == (403, "wrong_passkey")
    phished = Authenticator("https://localhost.example", b"original", count=9, key=device.key)
    assert sign_in(other, phished) == (403, "wrong_passkey")
    clone = Authenticator(origin, b"original", count=0, key=device.key)
    assert sign_in(other, clone) == (403, "wrong_passkey")
    assert sign_in(other, Authenticator(origin, b"unheard of")) == (403, "wrong_passkey")


def test_passkey_asked_of_one_person_is_not_anothers(ann: Person, other: Person, origin: str) -> None:
    """A challenge for adding a passkey belongs to the browser it was made for."""
    made = Authenticator(origin, b"swapped").create(asked(ann, "/api/account/passkeys/ask", handle="Swapped"))
    answer = other.http.post("/api/account", json={"handle": "Swapped", "passkey": made})
    assert refusal(answer) == (403, "wrong_passkey")
    assert other.name is None


def test_the_last_key_stays(ann: Person, origin: str) -> None:
    """Nobody locks themselves out: the only passkey goes only when there is a password."""
    sign_up(ann, Authenticator(origin, b"last"), "Lastkey")
    first = ann.account["passkeys"][0]["id"]
    assert refusal(ann.http.delete(f"/api/account/passkeys/{first}")) == (403, "last_key")
    made = Authenticator(origin, b"second").create(asked(ann, "/api/account/passkeys/ask", handle="x"))
    body = {"passkey": made, "name": "Phone"}
    assert ann.http.post("/api/account/passkeys", json=body).status_code == 204
    assert refusal(ann.http.post("/api/account/passkeys", json=body)) == (403, "wrong_passkey")
    assert [each["name"] for each in ann.account["passkeys"]][1:] == ["Phone"]
    assert ann.http.delete(f"/api/account/passkeys/{first}").status_code == 204
    assert ann.http.put("/api/account/password", json={"password": "long enough"}).status_code == 204
    second = ann.account["passkeys"][0]["id"]
    assert ann.http.delete(f"/api/account/passkeys/{second}").status_code == 204


def test_passkey_proves_who_is_there(far: Running, ann: Person, other: Person, origin: str) -> None:
    """Important changes take a passkey as well as a password, but only one's own."""
    mine, theirs = Authenticator(origin, b"mine"), Authenticator(origin, b"theirs")
    sign_up(ann, mine, "Prover")
    sign_up(other, theirs, "Disprover")
    change(far, "UPDATE signins SET proved = 0 WHERE person = ?", ann.id)
    wrong = theirs.get(asked(ann, "/api/signin/passkey/ask"))
    assert refusal(ann.http.post("/api/signin/proof", json={"passkey": wrong})) == (403, "wrong_passkey")
    assert refusal(ann.http.post("/api/account/codes")) == (403, "prove_again")
    right = mine.get(asked(ann, "/api/signin/passkey/ask"))
    assert ann.http.post("/api/signin/proof", json={"passkey": right}).status_code == 204
    assert ann.http.post("/api/account/codes").status_code == 201


@pytest.mark.parametrize(
    "passkey",
    [
        {},
        {"id": 7, "response": 7},
        {"id": "AA", "response": {"clientDataJSON": "!!"}},
        {"id": "AA", "response": {"clientDataJSON": "e30"}},
        {"id": "AA", "response": {"clientDataJSON": "bnVsbA"}},
    ],
)
def test_nonsense_is_no_passkey(ann: Person, passkey: dict[str, Any]) -> None:
    """Whatever a program sends for a passkey is refused in one line."""
    for path, more in (("/api/signin/passkey", {}), ("/api/account", {"handle": "Nonsense"})):
        answer = ann.http.post(path, json={"passkey": passkey, **more})
        assert refusal(answer) == (403, "wrong_passkey")


def test_passkeys_need_a_name_and_a_safe_way(far: Running) -> None:
    """At an address of numbers, or over plain http elsewhere, one sentence says so."""
    with Person(far.url) as person:
        for origin in (person.url, "http://example.org"):
            headers = {"Origin": origin, "Host": origin.removeprefix("http://")}
            answer = person.http.post("/api/signin/passkey/ask", headers=headers)
            assert refusal(answer) == (403, "no_passkeys")
