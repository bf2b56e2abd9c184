"""Guessing: so many wrong tries for one account and from one address, then one every few minutes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from axio.server.accounts import login_throttle
from axio.server.accounts.login_throttle import LoginThrottle, address_of
from axio.server.errors import TooMany
from axio.server.identity.cookies import Signer
from axio.server.settings import sqlite_url
from axio.server.store import open_store

from .far import PASSWORD, Person, refusal
from .running import Running

BURST, EVERY = 3, 60.0


class Clock:
    now = 1000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(login_throttle, "time", made)
    return made


def caller(host: str) -> Any:
    return SimpleNamespace(client=SimpleNamespace(host=host, port=1))


def tried(folder: Path, tries: Callable[[LoginThrottle], Awaitable[None]]) -> None:
    """Run something against a throttle with a database."""

    async def run() -> None:
        engine = await open_store(sqlite_url(folder))
        try:
            await tries(LoginThrottle(engine, Signer(bytes(32)), BURST, EVERY))
        finally:
            await engine.dispose()

    asyncio.run(run())


async def wrong(throttle: LoginThrottle, host: str, account: str | None, known: str | None = None) -> bool:
    """A wrong guess; whether it was let through to be wrong."""
    try:
        async with throttle.guessing("password", caller(host), account, known=known):
            raise KeyError
    except TooMany:
        return False
    except KeyError:
        return True


def test_one_account_is_guessed_slowly_from_everywhere(tmp_path: Path, clock: Clock) -> None:
    """However many addresses guess, one account takes so many tries; another is not concerned."""

    async def tries(throttle: LoginThrottle) -> None:
        done = [await wrong(throttle, f"10.0.0.{number}", "ann") for number in range(6)]
        assert done == [True] * BURST + [False] * 3
        assert await wrong(throttle, "10.0.0.9", "ben")
        clock.now += EVERY
        assert [await wrong(throttle, "10.0.1.1", "ann") for _ in range(2)] == [True, False]

    tried(tmp_path, tries)


def test_one_address_guesses_slowly_whomever_it_guesses(tmp_path: Path, clock: Clock) -> None:
    """Trying one password on every handle is counted at the address, of IPv6 at the network."""

    async def tries(throttle: LoginThrottle) -> None:
        done = [await wrong(throttle, f"2001:db8::{number:x}", f"handle{number}") for number in range(20)]
        assert done == [True] * 5 * BURST + [False] * 5
        assert await wrong(throttle, "2001:db8:0:1::1", "handle1")

    tried(tmp_path, tries)


def test_right_guesses_are_not_counted(tmp_path: Path, clock: Clock) -> None:
    """Signing in often is no offence."""

    async def tries(throttle: LoginThrottle) -> None:
        for _ in range(30):
            async with throttle.guessing("password", caller("10.0.0.1"), "ann"):
                pass
        assert await wrong(throttle, "10.0.0.1", "ann")

    tried(tmp_path, tries)


def test_guesses_at_once_are_all_counted(tmp_path: Path, clock: Clock) -> None:
    """Many requests at the same time are no way round the limit."""

    async def tries(throttle: LoginThrottle) -> None:
        done = await asyncio.gather(*(wrong(throttle, f"10.0.0.{number}", "ann") for number in range(12)))
        assert sum(done) == BURST

    tried(tmp_path, tries)


def test_a_restart_forgets_no_guess(tmp_path: Path, clock: Clock) -> None:
    """The count is kept with the games, and names neither accounts nor addresses."""

    async def before(throttle: LoginThrottle) -> None:
        assert all([await wrong(throttle, "203.0.113.77", "ann") for _ in range(BURST)])

    async def after(throttle: LoginThrottle) -> None:
        assert not await wrong(throttle, "203.0.113.78", "ann")

    tried(tmp_path, before)
    tried(tmp_path, after)
    assert b"203.0.113.77" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_refused_tries_do_not_prolong_the_wait(tmp_path: Path, clock: Clock) -> None:
    """A stranger who keeps guessing does not keep the owner out for longer."""

    async def tries(throttle: LoginThrottle) -> None:
        for _ in range(50):
            await wrong(throttle, f"10.0.0.{_}", "ann")
        clock.now += EVERY
        assert await wrong(throttle, "10.0.1.1", "ann")

    tried(tmp_path, tries)


def test_strangers_do_not_use_up_what_is_known(tmp_path: Path, clock: Clock) -> None:
    """Guesses from a known device are counted apart from all others, and are limited too."""

    async def tries(throttle: LoginThrottle) -> None:
        for number in range(50):
            await wrong(throttle, f"10.0.0.{number}", "ann")
        assert not await wrong(throttle, "10.0.1.1", "ann")
        for known in ("device 1", "address 2"):
            done = [await wrong(throttle, "10.0.1.1", "ann", known) for _ in range(BURST + 1)]
            assert done == [True] * BURST + [False]
        assert await wrong(throttle, "10.0.1.1", "ben", "device 1")

    tried(tmp_path, tries)


def test_wrong_passwords_of_a_stranger_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    """The owner's browser, and another one at the owner's address, still sign in; a stranger's does not."""
    with Running(tmp_path, "--host", "0.0.0.0", "--proxy", "127.0.0.1") as server:

        def browser(address: str) -> Person:
            person = Person(server.url)
            person.http.headers["X-Forwarded-For"] = address
            return person

        def sign_in(person: Person, password: str) -> tuple[int, str]:
            wish = {"handle": "Holder", "password": password}
            return refusal(person.http.post("/api/signin", json=wish))

        with browser("203.0.113.1") as owner, browser("203.0.113.9") as eve, browser("203.0.113.1") as phone:
            owner.sign_up("Holder")
            assert owner.http.delete("/api/signin").status_code == 204
            assert [sign_in(eve, "wrong")[1] for _ in range(11)] == ["wrong_password"] * 10 + [
                "too_many_guesses"
            ]
            assert sign_in(phone, PASSWORD) == (200, "")
            owner.http.headers["X-Forwarded-For"] = "198.51.100.7"  # the known browser, on a journey
            assert sign_in(owner, PASSWORD) == (200, "")
            assert sign_in(eve, PASSWORD) == (429, "too_many_guesses")
            eve.http.cookies.set("axio_device", f"{'0' * 32}.{'0' * 64}")
            assert sign_in(eve, PASSWORD) == (429, "too_many_guesses")


def test_addresses_are_told_apart_as_households_are() -> None:
    """An IPv4 address counts by itself, an IPv6 address by its network; what is no address, by its name."""
    assert address_of(caller("192.0.2.1")) == "192.0.2.1"
    assert address_of(caller("2001:db8::1")) == address_of(caller("2001:db8::ffff:2"))
    assert address_of(caller("testclient")) == "testclient"
    assert address_of(caller("::ffff:192.0.2.1")) == "192.0.2.1"  # not all of IPv4 in one network
    assert address_of(caller("fe80::1%eth0")) == "fe80::/64"
