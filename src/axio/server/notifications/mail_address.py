"""A person's preferences and e-mail address, which its reader confirms and removes by signed links."""

from __future__ import annotations

import asyncio
import hmac
import re
import smtplib
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.rules import Malformed
from axio.server.accounts.account import must_be_account
from axio.server.accounts.login_throttle import Client, LoginThrottle, address_of
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person, Signer
from axio.server.store import preferences

from .smtp import MailServer
from .wording import known_language, text

# Plain ASCII: no encoded words (=?utf-8?…?=), no quotes, no routes (a%b, a!b).
_LOCAL = r"[A-Za-z0-9#$&'*+/^_`{|}~-]+(?:\.[A-Za-z0-9#$&'*+/^_`{|}~-]+)*"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_LOCAL}@(?=.{{1,253}}\Z)(?:{_LABEL}\.)*{_LABEL}")
_TOKEN = re.compile(r"([0-9a-f]{32})([0-9a-f]{64})")
_BETWEEN = 120.0  # seconds between two confirmation mails to one person
# Confirmation mails at once, and seconds until one more: by one account, from one address, to one reader.
_BY_ACCOUNT, _FROM_ADDRESS, _TO_READER = (5, 14400.0), (20, 3600.0), (3, 28800.0)


@dataclass(frozen=True, slots=True)
class MailAddresses:
    """Sets, confirms and removes addresses. Without a mail server it refuses to set one."""

    engine: AsyncEngine
    signer: Signer
    server: MailServer | None
    site: str  # the address of the pages, without a slash at its end
    throttle: LoginThrottle

    async def give(self, client: Client, person: Person, address: str, language: str) -> None:
        """Keep an account's address, and send a mail there that asks for confirmation."""
        if self.server is None:
            raise Denied("no_mail")
        if not _ADDRESS.fullmatch(address):
            raise Malformed("address: expected one plain e-mail address, such as ada@example.org")
        async with self.engine.connect() as connection:
            await must_be_account(connection, person)
            before = await preferences_of(connection, person)
        if before is not None and before.asked is not None and before.asked > time.time() - _BETWEEN:
            raise Denied("too_soon")
        await self._count(client, person, address)
        known = known_language(language)
        values = {"address": address, "confirmed": None, "asked": time.time(), "language": known}
        await set_preferences(self.engine, person, **values)
        await self._ask(self.server, person, address, known)

    async def _count(self, client: Client, person: Person, address: str) -> None:
        """TooMany if too many mails were asked for: by this account, from this client, to this reader."""
        await self.throttle.allow(f"mail by {person}", *_BY_ACCOUNT)
        await self.throttle.allow(f"mail from {address_of(client)}", *_FROM_ADDRESS)
        await self.throttle.allow(f"mail to {_reader(address)}", *_TO_READER)

    async def _ask(self, server: MailServer, person: Person, address: str, language: str) -> None:
        link = f"{self.site}/mail/confirm/{signed_token(self.signer, 'confirm', person, address)}"
        subject, body = text(language, "mail.confirm.subject"), text(language, "mail.confirm.body", link=link)
        try:
            await asyncio.to_thread(server.send, server.message(address, subject, body))
        except (OSError, smtplib.SMTPException):
            raise Denied("mail_failed") from None

    async def forget(self, person: Person) -> None:
        await set_preferences(self.engine, person, address=None, confirmed=None)

    async def confirm(self, token: str) -> None:
        """The reader of an address follows the link in the confirmation mail."""
        person = await self._person_of(token, "confirm")
        await set_preferences(self.engine, person, confirmed=time.time())

    async def stop(self, token: str) -> None:
        """The reader of an address follows the link that ends the mail."""
        await self.forget(await self._person_of(token, "stop"))

    async def _person_of(self, token: str, purpose: str) -> Person:
        """NotFound for a forged link, and for one about an address that is no longer in use."""
        person = _person_in(token)
        wanted = select(preferences.c.address).where(preferences.c.person == person)
        async with self.engine.connect() as connection:
            address = await connection.scalar(wanted)
        if person is None or address is None or not _is_valid(self.signer, purpose, token, address):
            raise NotFound("no_such_page")
        return person


def _reader(address: str) -> str:
    """The same text for addresses that may lead to one reader: ada+x@example.org, a.da@example.org."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def signed_token(signer: Signer, purpose: str, person: Person, address: str) -> str:
    """A token for a link in a mail: the person's id, signed for one purpose and one address."""
    signed = f"axio-mail\0{purpose}\0{person}\0{address}"
    return person + hmac.new(signer.key, signed.encode(), "sha256").hexdigest()


def _person_in(token: str) -> Person | None:
    """The person a token names, whether its signature is valid or not."""
    match = _TOKEN.fullmatch(token)
    return match[1] if match else None


def _is_valid(signer: Signer, purpose: str, token: str, address: str) -> bool:
    person = _person_in(token)
    return person is not None and hmac.compare_digest(signed_token(signer, purpose, person, address), token)


async def preferences_of(connection: AsyncConnection, person: Person) -> Any:
    """The row, or None for somebody who never changed anything."""
    return (await connection.execute(select(preferences).where(preferences.c.person == person))).first()


async def set_preferences(engine: AsyncEngine, person: Person, **values: Any) -> None:
    """Change some preferences and keep the others."""
    changed = update(preferences).where(preferences.c.person == person).values(**values)
    async with engine.begin() as connection:
        if (await connection.execute(changed)).rowcount:
            return
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(preferences), {"person": person, **values})
    except IntegrityError:  # another request inserted the row first
        async with engine.begin() as connection:
            await connection.execute(changed)
