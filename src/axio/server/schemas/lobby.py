"""Bodies for meeting others: pairing, challenges, phrases, blocking."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from axio.server.protocol import LiveClock, TurnsClock

Short = Annotated[str, Meta(max_length=200)]


class Pairing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game a person wants to be paired for."""

    game: Short
    seats: Annotated[int, Meta(ge=2, le=4)]
    clock: LiveClock | TurnsClock | None = None
    rated: bool = False
    name: Short | None = None
    nonce: Short | None = None  # 16 bytes as hexadecimal digits, this player's part in the deal
    deal: Short | None = None  # a commitment seen before, from POST /api/deals, should a table be made


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """The table one was seated at. Its commitment must be the one seen before."""

    id: str
    commitment: str


class NewChallenge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A challenge to somebody with an account, for a game of two."""

    to: Short
    game: Short
    clock: LiveClock | TurnsClock | None = None
    rated: bool = False
    name: Short | None = None
    nonce: Short | None = None
    deal: Short | None = None


class Phrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    phrase: Annotated[str, Meta(max_length=40)]


class Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The player to block, by table and seat."""

    table: Short
    seat: Annotated[int, Meta(ge=0, le=7)]


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    since: float
