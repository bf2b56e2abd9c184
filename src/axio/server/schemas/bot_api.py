"""Bodies of the interface for programs."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from axio.server.protocol import View

Short = Annotated[str, Meta(max_length=200)]


class TokenOwner(msgspec.Struct, frozen=True, kw_only=True):
    """The owner of the token."""

    name: str


class SeatPosition(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows: as pages get it, as `rules.data.read_observation` reads it, and the legal moves."""

    table: str
    seat: int
    view: View
    observation: dict[str, Any]
    moves: list[str]  # legal now; none unless this seat is on move


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    move: Annotated[str, Meta(max_length=60)]
    seq: int | None = None  # the `seq` of the view this answers; a game that went on refuses it


class Accepted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    nonce: Short | None = None  # 16 bytes as hexadecimal digits, this player's part in the deal
