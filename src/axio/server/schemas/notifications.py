"""Bodies for push subscriptions, e-mail and preferences."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class NewSubscription(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A browser's `PushSubscription`."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]
    language: Annotated[str, Meta(max_length=5)] = "en"


class Unsubscribed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(max_length=1000)]


class Address(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    address: Annotated[str, Meta(max_length=254)]
    language: Annotated[str, Meta(max_length=5)] = "en"


class OnlineListing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    listed: bool


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """A person's preferences."""

    listed: bool
    push_key: str  # of this server, for `pushManager.subscribe`
    pushed: int  # how many browsers of mine take pushes
    mail: bool  # whether this server can send mail
    address: str | None
    confirmed: bool
