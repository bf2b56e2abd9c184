"""Chance that anyone can check: every draw follows from the seed alone."""

from __future__ import annotations

import hmac
from hashlib import sha256

from .errors import Malformed
from .tiles import Tile


def key_of(seed: str) -> bytes:
    """The key all draws of a game are made with."""
    try:
        return sha256(seed.encode()).digest()
    except UnicodeEncodeError:
        raise Malformed("the seed holds half a character: expected text that UTF-8 can write") from None


def draw_index(key: bytes, number: int, size: int) -> int:
    """Which of `size` tiles the draw `number` (from 0) takes."""
    digest = hmac.digest(key, b"axio-draw" + number.to_bytes(8, "big"), "sha256")
    return int.from_bytes(digest, "big") % size


def draw(key: bytes, number: int, bag: tuple[Tile, ...]) -> tuple[Tile, tuple[Tile, ...]]:
    """The tile drawn, and the bag without it. The bag is in canonical order and stays so."""
    index = draw_index(key, number, len(bag))
    return bag[index], bag[:index] + bag[index + 1 :]
