"""Chance that anyone can check: every draw follows from the seed alone.

Every text is a seed, and its draws come from HMAC-SHA-256. Games of environments have a number for a seed and
no text: their draws come from SplitMix64, which takes compiled code nanoseconds. A record always has a text.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from struct import pack
from typing import Any

from .errors import Malformed

_MARK = b"splitmix"  # the last bytes of such a key; SHA-256 gives them to one seed in 2**64
_WORD = 2**64
_GOLDEN = 0x9E3779B97F4A7C15


def key_of(seed: str) -> bytes:
    """The key all draws of a game are made with."""
    try:
        return sha256(seed.encode()).digest()
    except UnicodeEncodeError:
        raise Malformed("the seed holds half a character: expected text that UTF-8 can write") from None


def counted_key(seed: int, number: int) -> bytes:
    """The key of game `number` of an environment's seed: the word its draws come from, number, seed, mark."""
    if not (0 <= seed < _WORD and 0 <= number < _WORD):
        raise Malformed(f"game {number} of seed {seed}: expected numbers from 0 to 2**64 - 1")
    return pack("<3Q", _mix(_mix(seed) + _GOLDEN * (number + 1)), number, seed) + _MARK


def draw_index(key: bytes, number: int, size: int) -> int:
    """Which of `size` tiles the draw `number` (from 0) takes: by HMAC-SHA-256, its digest one big number. A
    game of an environment's seed takes the high bits of a word of SplitMix64."""
    if key.endswith(_MARK):
        word = _mix(int.from_bytes(key[:8], "little") + _GOLDEN * (number + 1))
        return (word >> 32) * size >> 32
    keyed = _keyed(key)
    inner, outer = keyed[0].copy(), keyed[1].copy()
    inner.update(b"axio-draw" + number.to_bytes(8, "big"))
    outer.update(inner.digest())
    return int.from_bytes(outer.digest(), "big") % size


def _mix(word: int) -> int:
    """The finaliser of SplitMix64, the same as in the kernel."""
    word %= _WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % _WORD
    return word ^ (word >> 31)


@lru_cache(maxsize=256)
def _keyed(key: bytes) -> tuple[Any, Any]:
    """HMAC's two hashes with the key taken in, done once: a game draws with the same key throughout."""
    padded = key.ljust(64, b"\0")
    return sha256(bytes(byte ^ 0x36 for byte in padded)), sha256(bytes(byte ^ 0x5C for byte in padded))
