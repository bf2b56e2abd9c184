"""An address for e-mail: taken on trust by nobody, confirmed by its reader, ended with one click."""

from __future__ import annotations

import asyncio
import re
import smtplib
import time

from sqlalchemy import select

from axio.rules import Malformed
from axio.server.faults import Denied, NotFound
from axio.server.house import House
from axio.server.people.identity import Person
from axio.server.store import preferences

from .mail import MailServer
from .preferences import prefer, preferences_of
from .seals import is_sealed, sealed, sealed_person
from .wording import known_language, text

_ADDRESS = re.compile(r"[^@\s<>(),;:\"\\\[\]]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)*[A-Za-z0-9-]{2,63}")
_BETWEEN = 120.0  # seconds between two questions to one person's address


async def give_address(house: House, person: Person, address: str, language: str) -> None:
    """Keep an address, and ask there whether its reader wants letters."""
    server = house.site.mail_server
    if server is None:
        raise Denied("no_mail")
    if not _ADDRESS.fullmatch(address):
        raise Malformed("address: expected one e-mail address, such as ada@example.org")
    async with house.engine.connect() as connection:
        before = await preferences_of(connection, person)
    if before is not None and before.asked is not None and before.asked > time.time() - _BETWEEN:
        raise Denied("too_soon")
    spoken = known_language(language)
    await prefer(house.engine, person, address=address, confirmed=None, asked=time.time(), language=spoken)
    await _ask(house, server, person, address, spoken)


async def _ask(house: House, server: MailServer, person: Person, address: str, language: str) -> None:
    token = sealed(house.signer, "confirm", person, address)
    link = f"{house.site.address}/mail/confirm/{token}"
    letter = server.letter(
        address, text(language, "mail.confirm.subject"), text(language, "mail.confirm.body", link=link)
    )
    try:
        await asyncio.to_thread(server.send, letter)
    except (OSError, smtplib.SMTPException):
        raise Denied("mail_failed") from None


async def forget_address(house: House, person: Person) -> None:
    await prefer(house.engine, person, address=None, confirmed=None)


async def confirm(house: House, token: str) -> None:
    """The reader of an address said yes."""
    person = await _meant(house, "confirm", token)
    await prefer(house.engine, person, confirmed=time.time())


async def stop(house: House, token: str) -> None:
    """The reader of an address wants no more letters."""
    await forget_address(house, await _meant(house, "stop", token))


async def _meant(house: House, purpose: str, token: str) -> Person:
    """Whom a link is about; NotFound for a forged one, or one about another address than the present."""
    person = sealed_person(token)
    async with house.engine.connect() as connection:
        address = await connection.scalar(select(preferences.c.address).where(preferences.c.person == person))
    if person is None or address is None or not is_sealed(house.signer, purpose, token, address):
        raise NotFound("no_such_page")
    return person
