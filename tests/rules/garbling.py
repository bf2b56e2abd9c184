"""Bad input, reproducibly: texts, bytes and data that were sound until something happened to them."""

import copy
import json
import random
from typing import Any

LETTERS = "RGBOPY.abcdeghikz019-@,=\n\t \0+'\"{}[]:\\é٤ＲÅ😀\ud800\u2028"
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**70,
    10**400,
    1.0,
    -0.5,
    1e308,
    float("inf"),
    float("nan"),
    "",
    "7",
    "axio",
    "\ud800",
    "x" * 2000,
    [],
    [[]],
    [None],
    [1, 2],
    {},
    {"by": "time"},
    {"name": 1},
    ["keep"] * 300,
]


def garbled(text: str, rng: random.Random) -> str:
    """A text with a few slips: letters lost, added, changed, repeated, cut or swapped."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.randint(1, 4))
        part, letter = text[at:to], rng.choice(LETTERS)
        middle = rng.choice(["", letter, letter * 9, part * 2, part[::-1], part.swapcase()])
        text = text[:at] + middle + text[to if rng.random() < 0.7 else at :]
    return text


def garbled_bytes(raw: bytes, rng: random.Random) -> bytes:
    """Bytes with a few of them changed, cut out or repeated."""
    data = bytearray(raw)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        to = at + rng.choice([0, 1, 1, 2, 8])
        data[at:to] = rng.choice([b"", rng.randbytes(1), rng.randbytes(3), bytes(data[at:to]) * 2])
    return bytes(data)


def garbled_data(data: Any, rng: random.Random) -> Any:
    """Data with something odd, something missing or something moved, anywhere within."""
    data = copy.deepcopy(data)
    for _ in range(rng.randint(1, 2)):
        holder = data
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(holder[key], dict | list) and rng.random() < 0.6:
                holder = holder[key]
                continue
            _change(holder, key, rng)
            break
    return data


def _change(holder: Any, key: Any, rng: random.Random) -> None:
    kind = rng.random()
    if kind < 0.15:
        del holder[key]
    elif kind < 0.35 and isinstance(holder[key], str):
        holder[key] = garbled(holder[key], rng)
    elif kind < 0.5 and isinstance(holder[key], int):
        holder[key] += rng.choice([-1, 1, 2, 40])
    else:
        holder[key] = copy.deepcopy(rng.choice(ODD))


def as_json(data: Any) -> str:
    return json.dumps(data)  # writes Infinity and NaN, too, as many a program does
