"""Passkeys (WebAuthn): adding one, signing in with one, and the challenges a device has to sign."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.store import challenges, passkeys

MOST = 20  # for one account
_SOON = 300.0  # seconds a challenge is valid


@dataclass(frozen=True, slots=True)
class Site:
    """The site a passkey belongs to: its host name, and the origin of its pages."""

    name: str
    origin: str


def site_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Site:
    """The site of a request whose origin was checked; Denied where browsers allow no passkeys."""
    origin = connection.headers.get("origin", "")
    parts = urlsplit(origin)
    name = parts.hostname or ""
    named = any(char.isalpha() for char in name) and ":" not in name  # not an IP address
    if not named or not (parts.scheme == "https" or name == "localhost"):
        raise Denied("no_passkeys")
    return Site(name, origin)


async def ask_to_add(connection: AsyncConnection, site: Site, person: Person, handle: str) -> dict[str, Any]:
    """The options with which a browser makes its device create a passkey."""
    from webauthn import generate_registration_options  # imported here: it takes 100 ms that few servers need
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
    )

    have = await connection.scalars(select(passkeys.c.credential).where(passkeys.c.person == person))
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Axio",
        user_id=bytes.fromhex(person),
        user_name=handle,
        challenge=await _new_challenge(connection, person),
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes(each)) for each in have],
    )
    return options_to_json_dict(options)


async def add_passkey(
    connection: AsyncConnection, site: Site, person: Person, credential: dict[str, Any], name: str
) -> None:
    """Store the passkey that a device made; Denied if it does not answer a challenge."""
    from webauthn import verify_registration_response

    if await _count(connection, person) >= MOST:
        raise Denied("too_many_keys", most=MOST)
    challenge = await _answered(connection, credential, person)
    made = _checked(
        verify_registration_response,
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=site.name,
        expected_origin=site.origin,
    )
    row = {
        "id": secrets.token_hex(16),
        "person": person,
        "credential": made.credential_id,
        "key": made.credential_public_key,
        "count": made.sign_count,
        "name": clean(name) or "Passkey",
        "created": time.time(),
    }
    try:
        await connection.execute(insert(passkeys), row)
    except IntegrityError:
        raise Denied("wrong_passkey") from None


async def ask_to_sign(connection: AsyncConnection, site: Site) -> dict[str, Any]:
    """The options with which a browser makes its device sign in; the person chooses the account there."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict

    challenge = await _new_challenge(connection, None)
    return options_to_json_dict(generate_authentication_options(rp_id=site.name, challenge=challenge))


async def signed_by(connection: AsyncConnection, site: Site, credential: dict[str, Any]) -> Person:
    """The owner of the passkey that signed the challenge; Denied if none did."""
    from webauthn import verify_authentication_response

    challenge = await _answered(connection, credential, None)
    named = passkeys.c.credential == _from_base64(credential.get("id"))
    found = (await connection.execute(select(passkeys).where(named))).first()
    if found is None:
        raise Denied("wrong_passkey")
    signed = _checked(
        verify_authentication_response,
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=site.name,
        expected_origin=site.origin,
        credential_public_key=bytes(found.key),
        credential_current_sign_count=found.count,
    )
    used = update(passkeys).where(passkeys.c.id == found.id)
    await connection.execute(used.values(count=signed.new_sign_count, used=time.time()))
    return cast(Person, found.person)


async def remove_passkey(connection: AsyncConnection, person: Person, name: str, *, password: bool) -> bool:
    """Remove a passkey; Denied for the last way into the account."""
    if not password and await _count(connection, person) < 2:
        raise Denied("last_key")
    mine = (passkeys.c.person == person) & (passkeys.c.id == name)
    return bool((await connection.execute(delete(passkeys).where(mine))).rowcount)


async def passkeys_of(connection: AsyncConnection, person: Person) -> list[Any]:
    wanted = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created)
    return list((await connection.execute(wanted)).all())


async def _count(connection: AsyncConnection, person: Person) -> int:
    return await connection.scalar(select(func.count()).where(passkeys.c.person == person)) or 0


def _checked(verify: Any, **values: Any) -> Any:
    """A device may send anything: every error of the library means that this is no valid passkey."""
    try:
        return verify(**values)
    except Exception:
        raise Denied("wrong_passkey") from None


async def _new_challenge(connection: AsyncConnection, person: Person | None) -> bytes:
    """A challenge for somebody who adds a passkey, or (None) for signing in."""
    challenge, now = secrets.token_bytes(32), time.time()
    await connection.execute(delete(challenges).where(challenges.c.created < now - _SOON))
    row = {"id": challenge.hex(), "person": person, "created": now}
    await connection.execute(insert(challenges), row)
    return challenge


async def _answered(connection: AsyncConnection, credential: dict[str, Any], person: Person | None) -> bytes:
    """The challenge that a device signed. Denied unless it was issued to this person recently."""
    try:
        said = json.loads(_from_base64(credential["response"]["clientDataJSON"]))
        challenge = _from_base64(said["challenge"])
    except (KeyError, TypeError, ValueError):
        raise Denied("wrong_passkey") from None
    asked = (challenges.c.id == challenge.hex()) & (challenges.c.created > time.time() - _SOON)
    mine = challenges.c.person.is_(None) if person is None else challenges.c.person == person
    if (await connection.execute(delete(challenges).where(asked, mine))).rowcount != 1:
        raise Denied("wrong_passkey")
    return challenge


def _from_base64(text: object) -> bytes:
    """Decode base64url; empty for anything else."""
    from webauthn.helpers import base64url_to_bytes

    try:
        return base64url_to_bytes(text if isinstance(text, str) else "")
    except ValueError:
        return b""
