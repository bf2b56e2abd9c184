"""Being told, over HTTP: what waits, and by what means I want to hear of it."""

from __future__ import annotations

import time
from hashlib import sha256

from litestar import delete, get, post, put
from sqlalchemy import delete as removal
from sqlalchemy import func, insert, select

from axio.server.bus.local import LOBBY
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.notifications import mail_address
from axio.server.notifications.pending import waiting
from axio.server.notifications.preferences import prefer, preferences_of
from axio.server.notifications.push import check_endpoint
from axio.server.notifications.vapid import public_text
from axio.server.notifications.wording import known_language
from axio.server.protocol.site import Waiting
from axio.server.schemas.notifications import Address, Listed, NewSubscription, Preferences, Unsubscribed
from axio.server.services import Services
from axio.server.store import subscriptions

_MOST = 20  # browsers of one person


@get("/api/waiting")
async def what_waits(services: Services, person: Person) -> Waiting:
    """The games that wait for me, the longest waiting first, and challenges."""
    async with services.engine.connect() as connection:
        return (await waiting(connection, [person]))[person]


@get("/api/preferences")
async def my_preferences(services: Services, person: Person) -> Preferences:
    """How I am told and seen."""
    async with services.engine.connect() as connection:
        row = await preferences_of(connection, person)
        mine = subscriptions.c.person == person
        pushed = await connection.scalar(select(func.count()).select_from(subscriptions).where(mine))
    return Preferences(
        listed=row is None or row.listed,
        push_key=public_text(services.hub.push_key),
        pushed=pushed or 0,
        mail=services.hub.mail_server is not None,
        address=row.address if row else None,
        confirmed=row is not None and row.confirmed is not None,
    )


@put("/api/preferences/listed", status_code=204)
async def be_listed(services: Services, person: Person, data: Listed) -> None:
    """Show me among those who are online, or do not."""
    await prefer(services.engine, person, listed=data.listed)
    services.bus.publish(LOBBY, {})


@post("/api/preferences/push", status_code=204)
async def subscribe(services: Services, person: Person, data: NewSubscription) -> None:
    """Push to this browser from now on."""
    check_endpoint(data.endpoint, services.settings.push_services)
    row = {
        "id": _id(data.endpoint),
        "person": person,
        "endpoint": data.endpoint,
        "p256dh": data.p256dh,
        "auth": data.auth,
        "language": known_language(data.language),
        "created": time.time(),
    }
    mine = select(func.count()).select_from(subscriptions).where(subscriptions.c.person == person)
    async with services.engine.begin() as connection:
        await connection.execute(removal(subscriptions).where(subscriptions.c.id == row["id"]))
        if (await connection.scalar(mine) or 0) >= _MOST:
            raise Denied("too_many_browsers", most=_MOST)
        await connection.execute(insert(subscriptions), row)


@delete("/api/preferences/push")
async def unsubscribe(services: Services, person: Person, data: Unsubscribed) -> None:
    """Push to this browser no more."""
    mine = (subscriptions.c.id == _id(data.endpoint)) & (subscriptions.c.person == person)
    async with services.engine.begin() as connection:
        await connection.execute(removal(subscriptions).where(mine))


@put("/api/preferences/mail", status_code=204)
async def give_address(services: Services, person: Person, data: Address) -> None:
    """Write to this address, once its reader has said yes."""
    await mail_address.give_address(services, person, data.address.strip(), data.language)


@delete("/api/preferences/mail")
async def forget_address(services: Services, person: Person) -> None:
    """Write to me no more."""
    await mail_address.forget_address(services, person)


@post("/api/mail/confirm/{token:str}", status_code=204)
async def confirm(services: Services, token: str) -> None:
    """From the link in a letter: yes, write to me."""
    await mail_address.confirm(services, token)


@post("/api/mail/stop/{token:str}", status_code=204, opt={"anonymous": True})
async def stop(services: Services, token: str) -> None:
    """From the link in a letter, or by the reader's mail program: no more."""
    await mail_address.stop(services, token)


def _id(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()[:32]


NOTICES = [
    what_waits,
    my_preferences,
    be_listed,
    subscribe,
    unsubscribe,
    give_address,
    forget_address,
    confirm,
    stop,
]
