"""What all messages have in common."""

from __future__ import annotations

import msgspec


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False, tag_field="kind"):
    """The base of all messages on the socket; `kind` tells them apart."""
