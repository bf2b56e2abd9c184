"""Notifications over HTTP: what waits for me, web push, e-mail, and my preferences."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, get, post, put

from axio.server.bus.local import LOBBY
from axio.server.identity.cookies import Person
from axio.server.notifications.mail_address import preferences_of, set_preferences
from axio.server.notifications.pending import waiting
from axio.server.notifications.push import add_subscription, remove_subscription, subscription_count
from axio.server.notifications.webpush import public_text, read_endpoint
from axio.server.protocol.hub import Waiting
from axio.server.schemas.notifications import (
    Address,
    NewSubscription,
    OnlineListing,
    Preferences,
    Unsubscribed,
)
from axio.server.services import Services


@get("/api/waiting")
async def what_waits(services: Services, person: Person) -> Waiting:
    """The games that wait for me, the longest waiting first, and challenges."""
    async with services.engine.connect() as connection:
        return (await waiting(connection, [person]))[person]


@get("/api/preferences")
async def my_preferences(services: Services, person: Person) -> Preferences:
    """My preferences."""
    async with services.engine.connect() as connection:
        row = await preferences_of(connection, person)
        pushed = await subscription_count(connection, person)
    return Preferences(
        listed=row is None or row.listed,
        push_key=public_text(services.push_key),
        pushed=pushed,
        mail=services.mail_addresses.server is not None,
        address=row.address if row else None,
        confirmed=row is not None and row.confirmed is not None,
    )


@put("/api/preferences/listed", status_code=204)
async def be_listed(services: Services, person: Person, data: OnlineListing) -> None:
    """Whether I am listed among the people online."""
    await set_preferences(services.engine, person, listed=data.listed)
    services.bus.publish(LOBBY, {})


@post("/api/preferences/push", status_code=204)
async def subscribe(services: Services, person: Person, data: NewSubscription) -> None:
    """Push to this browser from now on."""
    read_endpoint(data.endpoint, services.settings.push_services)
    await add_subscription(services.engine, person, data)


@delete("/api/preferences/push")
async def unsubscribe(services: Services, person: Person, data: Unsubscribed) -> None:
    """Stop pushing to this browser."""
    await remove_subscription(services.engine, person, data.endpoint)


@put("/api/preferences/mail", status_code=204)
async def give_address(
    request: Request[Any, Any, Any], services: Services, person: Person, data: Address
) -> None:
    """Send mail to this address, once its reader confirms it. Only for accounts."""
    await services.mail_addresses.give(request, person, data.address.strip(), data.language)


@delete("/api/preferences/mail")
async def forget_address(services: Services, person: Person) -> None:
    """Send me no more mail."""
    await services.mail_addresses.forget(person)


@post("/api/mail/confirm/{token:str}", status_code=204)
async def confirm(services: Services, token: str) -> None:
    """From the link in a confirmation mail."""
    await services.mail_addresses.confirm(token)


@post("/api/mail/stop/{token:str}", status_code=204, opt={"anonymous": True})
async def stop(services: Services, token: str) -> None:
    """From the link in a mail, or by the reader's mail program: no more mail."""
    await services.mail_addresses.stop(token)


NOTIFICATIONS = [
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
