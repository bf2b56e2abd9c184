"""Chance that anyone can check: every draw follows from the seed alone."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

from .errors import Malformed


def key_of(seed: str) -> bytes:
    """The key all draws of a game are made with."""
    try:
        return sha256(seed.encode()).digest()
    except UnicodeEncodeError:
        raise Malformed("the seed holds half a character: expected text that UTF-8 can write") from None


def draw_index(key: bytes, number: int, size: int) -> int:
    """Which of `size` tiles the draw `number` (from 0) takes: by HMAC-SHA-256, its digest one big number."""
    keyed = _keyed(key)
    inner, outer = keyed[0].copy(), keyed[1].copy()
    inner.update(b"axio-draw" + number.to_bytes(8, "big"))
    outer.update(inner.digest())
    return int.from_bytes(outer.digest(), "big") % size


@lru_cache(maxsize=256)
def _keyed(key: bytes) -> tuple[Any, Any]:
    """HMAC's two hashes with the key taken in, done once: a game draws with the same key throughout."""
    padded = key.ljust(64, b"\0")
    return sha256(bytes(byte ^ 0x36 for byte in padded)), sha256(bytes(byte ^ 0x5C for byte in padded))
