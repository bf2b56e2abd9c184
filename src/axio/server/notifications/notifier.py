"""Pushes to people when a game waits for them: once for each turn, from whichever process is first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.bus.batches import Batches
from axio.server.bus.local import PERSON, Bus, BusMessage
from axio.server.identity.cookies import Person
from axio.server.lobby.online import looking
from axio.server.store import notified, subscriptions

from .pending import ASKED, Pending, asked, turns
from .push import Pusher, Subscription
from .wording import game_line, text

PUSH, MAIL = "push", "mail"
_PAUSE = 2.0  # seconds, in which somebody at the table sees the move without a push


@dataclass(slots=True, eq=False)
class Notifier:
    """Listens for people who have something waiting, and pushes to their subscribed browsers."""

    engine: AsyncEngine
    bus: Bus
    pusher: Pusher
    pause: float = _PAUSE
    _batches: Batches = field(init=False)

    def __post_init__(self) -> None:
        self._batches = Batches(self.pause, self._notify)
        self.bus.subscribe(PERSON, self._on_person)

    def start(self) -> None:
        self._batches.start()

    async def stop(self) -> None:
        await self._batches.stop()
        await self.pusher.stop()

    def _on_person(self, message: BusMessage) -> None:
        self._batches.add(str(message["person"]))

    async def _notify(self, people: set[Person]) -> None:
        async with self.engine.connect() as connection:
            browsers = await _browsers(connection, people)
            if not browsers:
                return
            waiting = await turns(connection, browsers) + await asked(connection, browsers)
            seen = await looking(connection, browsers)
        for turn in waiting:
            if not await claim(self.engine, turn, PUSH) or (turn.person, turn.game.table) in seen:
                continue
            for browser in browsers[turn.person]:
                self.pusher.push(browser, _payload(browser.language, turn))


async def _browsers(
    connection: AsyncConnection, people: Collection[Person]
) -> dict[Person, list[Subscription]]:
    found: dict[Person, list[Subscription]] = defaultdict(list)
    for row in await connection.execute(select(subscriptions).where(subscriptions.c.person.in_(people))):
        browser = Subscription(row.id, row.endpoint, row.p256dh, row.auth, row.language)
        found[row.person].append(browser)
    return found


async def claim(engine: AsyncEngine, turn: Pending, means: str) -> bool:
    """Whether this process is the first to announce this turn by these means."""
    row = {"person": turn.person, "table_id": turn.game.table, "means": means}
    mine = (
        (notified.c.person == turn.person)
        & (notified.c.table_id == turn.game.table)
        & (notified.c.means == means)
    )
    try:
        async with engine.begin() as connection:
            newer = update(notified).where(mine, notified.c.seq < turn.seq).values(seq=turn.seq)
            if (await connection.execute(newer)).rowcount:
                return True
            if await connection.scalar(select(notified.c.seq).where(mine)) is not None:
                return False
            await connection.execute(insert(notified), {**row, "seq": turn.seq})
            return True
    except IntegrityError:  # another process was first, or the table is gone
        return False


def _payload(language: str, turn: Pending) -> dict[str, str]:
    return {
        "title": text(language, "tell.challenge" if turn.seq == ASKED else "tell.turn"),
        "body": game_line(language, turn.game),
        "url": f"/table/{turn.game.table}",
        "tag": turn.game.table,
    }
