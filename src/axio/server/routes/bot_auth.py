"""Who a program plays for, by the token it shows."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import NotAuthorizedException

from axio.server.identity.cookies import Person
from axio.server.identity.tokens import person_of_token
from axio.server.services import Services

_SCHEME = "bearer "


async def holder(request: Request[Any, Any, Any], services: Services) -> Person:
    """Whose token the request carries; 401 for none, or one that is unknown."""
    header = request.headers.get("authorization", "")
    if header.lower().startswith(_SCHEME):
        async with services.engine.connect() as connection:
            person = await person_of_token(connection, header[len(_SCHEME) :].strip())
        if person is not None:
            return person
    raise NotAuthorizedException("expected a token, as in `Authorization: Bearer axio_…`")
