"""An address for e-mail: taken on trust by nobody, confirmed by its reader, ended with one click."""

from __future__ import annotations

import asyncio
import re
import smtplib
import time

from sqlalchemy import select

from axio.rules import Malformed
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.services import Services
from axio.server.store import preferences

from .preferences import prefer, preferences_of
from .signed_links import is_sealed, sealed, sealed_person
from .smtp import MailServer
from .wording import known_language, text

_ADDRESS = re.compile(r"[^@\s<>(),;:\"\\\[\]]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)*[A-Za-z0-9-]{2,63}")
_BETWEEN = 120.0  # seconds between two questions to one person's address


async def give_address(services: Services, person: Person, address: str, language: str) -> None:
    """Keep an address, and ask there whether its reader wants letters."""
    server = services.hub.mail_server
    if server is None:
        raise Denied("no_mail")
    if not _ADDRESS.fullmatch(address):
        raise Malformed("address: expected one e-mail address, such as ada@example.org")
    async with services.engine.connect() as connection:
        before = await preferences_of(connection, person)
    if before is not None and before.asked is not None and before.asked > time.time() - _BETWEEN:
        raise Denied("too_soon")
    spoken = known_language(language)
    await prefer(services.engine, person, address=address, confirmed=None, asked=time.time(), language=spoken)
    await _ask(services, server, person, address, spoken)


async def _ask(services: Services, server: MailServer, person: Person, address: str, language: str) -> None:
    token = sealed(services.signer, "confirm", person, address)
    link = f"{services.hub.address}/mail/confirm/{token}"
    letter = server.letter(
        address, text(language, "mail.confirm.subject"), text(language, "mail.confirm.body", link=link)
    )
    try:
        await asyncio.to_thread(server.send, letter)
    except (OSError, smtplib.SMTPException):
        raise Denied("mail_failed") from None


async def forget_address(services: Services, person: Person) -> None:
    await prefer(services.engine, person, address=None, confirmed=None)


async def confirm(services: Services, token: str) -> None:
    """The reader of an address said yes."""
    person = await _meant(services, "confirm", token)
    await prefer(services.engine, person, confirmed=time.time())


async def stop(services: Services, token: str) -> None:
    """The reader of an address wants no more letters."""
    await forget_address(services, await _meant(services, "stop", token))


async def _meant(services: Services, purpose: str, token: str) -> Person:
    """Whom a link is about; NotFound for a forged one, or one about another address than the present."""
    person = sealed_person(token)
    async with services.engine.connect() as connection:
        address = await connection.scalar(select(preferences.c.address).where(preferences.c.person == person))
    if person is None or address is None or not is_sealed(services.signer, purpose, token, address):
        raise NotFound("no_such_page")
    return person
