"""E-mail about correspondence games: one mail every few hours, with all games that wait."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import time
from collections import defaultdict
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.identity.cookies import Person, Signer
from axio.server.lobby.online import looking
from axio.server.settings import Settings
from axio.server.store import is_outage, notified, preferences

from .mail_address import signed_token
from .notifier import MAIL, claim
from .pending import Pending, turns
from .smtp import MailServer
from .wording import game_line, text

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class MailDigest:
    """Looks regularly for people who should get a mail."""

    engine: AsyncEngine
    server: MailServer
    signer: Signer
    settings: Settings
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self.settings.mail_pause)
            try:
                await self.send_all(time.time())
            except Exception as fault:
                if not is_outage(fault):
                    _LOG.exception("the mail digest failed")

    async def send_all(self, now: float) -> None:
        due = or_(
            preferences.c.mailed.is_(None), preferences.c.mailed < now - self.settings.mail_hours * 3600
        )
        willing = preferences.c.confirmed.is_not(None) & preferences.c.address.is_not(None)
        wanted = select(preferences).where(willing, due)
        async with self.engine.connect() as connection:
            readers = (await connection.execute(wanted)).all()
        fresh = await self._fresh([reader.person for reader in readers], now)
        for reader in readers:
            if fresh[reader.person]:
                await self._send(reader, fresh[reader.person], now)

    async def _fresh(self, people: list[Person], now: float) -> dict[Person, list[Pending]]:
        """For each person the correspondence games they got no mail about and are not looking at."""
        found: dict[Person, list[Pending]] = defaultdict(list)
        async with self.engine.connect() as connection:
            seen = await looking(connection, people)
            past = select(notified).where(notified.c.person.in_(people), notified.c.means == MAIL)
            known = {(row.person, row.table_id): row.seq for row in await connection.execute(past)}
            for turn in await turns(connection, people):
                place = (turn.person, turn.game.table)
                late = turn.game.speed == "turns" and turn.game.since <= now - self.settings.mail_settle
                if late and place not in seen and known.get(place, -1) < turn.seq:
                    found[turn.person].append(turn)
        return found

    async def _send(self, reader: Any, waiting: list[Pending], now: float) -> None:
        """Send one mail; if several processes try, the one that marks the reader first sends it."""
        if not await self._mark(reader.person, reader.mailed, now):
            return
        try:
            await asyncio.to_thread(self.server.send, self._message(reader, waiting))
        except (OSError, smtplib.SMTPException) as fault:
            _LOG.warning("a mail could not be sent: %s", type(fault).__name__)
            await self._mark(reader.person, now, reader.mailed)
            return
        for turn in waiting:
            await claim(self.engine, turn, MAIL)

    async def _mark(self, person: Person, before: float | None, after: float | None) -> bool:
        same = preferences.c.mailed.is_(None) if before is None else preferences.c.mailed == before
        marked = update(preferences).where(preferences.c.person == person, same).values(mailed=after)
        async with self.engine.begin() as connection:
            return (await connection.execute(marked)).rowcount == 1

    def _message(self, reader: Any, waiting: list[Pending]) -> EmailMessage:
        language, site = reader.language, self.settings.site
        token = signed_token(self.signer, "stop", reader.person, reader.address)
        lines = [f"{game_line(language, turn.game)}\n{site}/table/{turn.game.table}" for turn in waiting]
        foot = text(language, "mail.foot", link=f"{site}/mail/stop/{token}")
        body = "\n\n".join([text(language, "mail.waiting"), *lines, foot]) + "\n"
        count = len(waiting)
        subject = text(language, f"mail.subject.{'one' if count == 1 else 'many'}", n=count)
        stop = f"{site}/api/mail/stop/{token}"
        return self.server.message(reader.address, subject, body, stop)
