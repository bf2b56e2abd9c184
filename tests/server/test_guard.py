"""The guard: what it believes, for how long, and whose sockets it lets go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from axio.server.accounts.account import add_account
from axio.server.accounts.signins import add_signin
from axio.server.bus.local import KEYS, MISSED, LocalBus
from axio.server.identity import guard
from axio.server.identity.cookies import Identity, Signer
from axio.server.identity.guard import Guard, IdentityStatus
from axio.server.settings import sqlite_url
from axio.server.store import open_store, people, signins

ANN, BEN = "a" * 32, "b" * 32


class World:
    """A database with Ann, who has an account, and a guard before it."""

    def __init__(self, watch: Guard, bus: LocalBus, ann: Identity) -> None:
        self.guard, self.bus, self.ann = watch, bus, ann

    async def end_signins(self) -> None:
        async with self.guard.engine.begin() as connection:
            await connection.execute(delete(signins))


def in_world(folder: Path, work: Callable[[World], Awaitable[None]]) -> None:
    async def run() -> None:
        engine = await open_store(sqlite_url(folder))
        bus = LocalBus()
        async with engine.begin() as connection:
            await add_account(connection, ANN, "Ann", None)
            identity = Identity(ANN, await add_signin(connection, ANN, ""))
        watch = Guard(engine, Signer(bytes(32)), bus)
        try:
            await work(World(watch, bus, identity))
        finally:
            await watch.stop()
            await engine.dispose()

    asyncio.run(run())


def test_badges_are_what_the_database_says(tmp_path: Path) -> None:
    """A sign-in holds until it ends, a guest's identity until there is an account; any guest is welcome."""

    async def work(world: World) -> None:
        status = world.guard.status
        assert await status(world.ann) is IdentityStatus.VALID
        assert await status(Identity(ANN)) is IdentityStatus.UNKNOWN
        assert await status(Identity(BEN)) is IdentityStatus.VALID
        assert await status(Identity(BEN, world.ann.signin)) is IdentityStatus.UNKNOWN
        async with world.guard.engine.begin() as connection:
            await connection.execute(update(people).values(banned=True))
        assert await status(world.ann) is IdentityStatus.VALID  # for a moment more, unless somebody tells
        world.bus.publish(KEYS, {"person": ANN})
        assert await status(world.ann) is IdentityStatus.BANNED

    in_world(tmp_path, work)


def test_without_news_the_database_is_asked_again_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ban by another program is noticed within seconds."""

    async def work(world: World) -> None:
        assert await world.guard.status(world.ann) is IdentityStatus.VALID
        await world.end_signins()
        assert await world.guard.status(world.ann) is IdentityStatus.VALID
        monkeypatch.setattr(guard, "TRUSTED", -1.0)
        assert await world.guard.status(world.ann) is IdentityStatus.UNKNOWN

    in_world(tmp_path, work)


def test_sign_in_that_nobody_uses_ends(tmp_path: Path) -> None:
    """A cookie that lay in a drawer for half a year opens nothing; one in use is noted as seen."""

    async def work(world: World) -> None:
        async with world.guard.engine.begin() as connection:
            await connection.execute(update(signins).values(seen=signins.c.seen - guard.UNUSED - 1))
        assert await world.guard.status(world.ann) is IdentityStatus.UNKNOWN

    in_world(tmp_path, work)


async def ended(task: asyncio.Task[None]) -> bool:
    """By itself: waiting does not end it."""
    done, _ = await asyncio.wait({task}, timeout=5)
    return bool(done)


def test_whoever_is_banned_without_a_message_is_let_go(tmp_path: Path) -> None:
    """An operator's program on the same file sends no message: sockets and streams end all the same."""

    async def work(world: World) -> None:
        dropped: list[str] = []
        ann = asyncio.create_task(world.guard.hold(world.ann, asyncio.sleep(60)))
        ben = asyncio.create_task(world.guard.hold(Identity(BEN), asyncio.sleep(60)))
        await asyncio.sleep(0)
        with world.guard.streaming(ANN, lambda: dropped.append(ANN)):
            await world.guard.end_banned()
            assert not dropped and not ann.done()
            async with world.guard.engine.begin() as connection:
                await connection.execute(update(people).where(people.c.id == ANN).values(banned=True))
            await world.guard.end_banned()
            assert dropped == [ANN] and await ended(ann)
        assert not ben.done()
        ben.cancel()

    in_world(tmp_path, work)


def test_sockets_are_let_go_when_keys_change(tmp_path: Path) -> None:
    """Only those of the person concerned; and where news were missed, only those that hold no more."""

    async def work(world: World) -> None:
        def held(identity: Identity) -> asyncio.Task[None]:
            return asyncio.create_task(world.guard.hold(identity, asyncio.sleep(60)))

        first, ben = held(world.ann), held(Identity(BEN))
        await asyncio.sleep(0)
        world.bus.publish(KEYS, {"person": ANN})
        assert await ended(first)
        second = held(world.ann)
        await asyncio.sleep(0)
        world.bus.publish(MISSED, {})
        await next(task for task in asyncio.all_tasks() if task.get_name() == "identity check")
        assert not second.done() and not ben.done()
        await world.end_signins()
        world.bus.publish(MISSED, {})
        assert await ended(second)
        assert not ben.done()
        ben.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ben

    in_world(tmp_path, work)
