"""Passkeys: keys that a device keeps and never shows."""

from __future__ import annotations

import secrets
import time
from typing import Any, cast

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.store import passkeys

from .webauthn_challenges import Site, answered, from_base64, new_challenge

MOST = 20  # for one account


async def ask_to_add(connection: AsyncConnection, site: Site, person: Person, handle: str) -> dict[str, Any]:
    """What the browser hands to the device so that it makes a passkey."""
    from webauthn import generate_registration_options  # only here: it costs a server without passkeys 100 ms
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
        challenge=await new_challenge(connection, person),
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes(each)) for each in have],
    )
    return options_to_json_dict(options)


async def add_passkey(
    connection: AsyncConnection, site: Site, person: Person, credential: dict[str, Any], name: str
) -> None:
    """Keep the passkey that a device made; Denied if it is not what was asked for."""
    from webauthn import verify_registration_response

    if await _count(connection, person) >= MOST:
        raise Denied("too_many_keys", most=MOST)
    challenge = await answered(connection, credential, person)
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
    """What the browser hands to the device so that it signs in; the person chooses the account there."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict

    challenge = await new_challenge(connection, None)
    return options_to_json_dict(generate_authentication_options(rp_id=site.name, challenge=challenge))


async def signed_by(connection: AsyncConnection, site: Site, credential: dict[str, Any]) -> Person:
    """Whose passkey signed the challenge; Denied if none did."""
    from webauthn import verify_authentication_response

    challenge = await answered(connection, credential, None)
    named = passkeys.c.credential == from_base64(credential.get("id"))
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
    """Denied for the last way into the account."""
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
    """What a device sent may be anything; whatever the library makes of it, it is no passkey."""
    try:
        return verify(**values)
    except Exception:
        raise Denied("wrong_passkey") from None
