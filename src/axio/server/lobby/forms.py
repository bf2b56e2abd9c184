"""What pages send and get about meeting others."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Short = Annotated[str, Meta(max_length=200)]


class Phrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    phrase: Annotated[str, Meta(max_length=40)]


class Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to keep away: whoever sits there."""

    table: Short
    seat: Annotated[int, Meta(ge=0, le=7)]


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    since: float
