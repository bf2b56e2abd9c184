"""Records from outside: any bytes in, a checked Record or one clear sentence out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .errors import Malformed
from .game import SEATS, game
from .moves import Move, parse_move
from .position_text import LONGEST as LONGEST_POSITION
from .proof import read_proof
from .record import FORMAT, RULES, End, Player, Record

ENDS = ("time", "resign", "agreed")
LONGEST = 1000  # characters of a text
_DECISIONS = 2  # for each tile at most: to lay it, and whether to exchange the rack


def read_record(source: str | bytes) -> Record:
    """The record a text holds, replayed and checked. Malformed or IllegalMove says what is wrong with it."""
    return record_from(_parsed(source))


def record_from(data: object) -> Record:
    """A record from its data form, replayed and checked."""
    if not isinstance(data, Mapping):
        raise Malformed("not a record: expected a JSON object")
    _expect(data, "format", FORMAT)
    _expect(data, "rules", RULES)
    name, seats = data.get("game"), data.get("seats")
    if not isinstance(name, str) or type(seats) is not int:
        raise Malformed(f"expected `game` as text and `seats` as a number from 1 to {SEATS[-1]}")
    most = _DECISIONS * len(game(name, seats).tiles)
    seed = _text(data.get("seed"), "seed")
    if seed is None:
        raise Malformed("seed: expected a text")
    record = Record(
        name,
        seats,
        seed,
        _moves(data.get("moves"), most),
        _players(data.get("players"), seats, most),
        _end(data.get("end"), seats),
        read_proof(data["proof"], seats) if data.get("proof") is not None else None,
        _text(data.get("started"), "started"),
        _text(data.get("site"), "site"),
        _text(data.get("start"), "start", LONGEST_POSITION),
    )
    record.check()
    _check_result(record, data.get("result"))
    return record


def _parsed(source: str | bytes) -> object:
    try:
        data = json.loads(source)
        json.dumps(data, ensure_ascii=False).encode()  # half characters, escaped, could not be written again
        return data
    except RecursionError:
        raise Malformed("not a record: nested too deeply") from None
    except ValueError as fault:  # covers bad UTF-8, bad JSON and numbers too long to read
        raise Malformed(f"not JSON in UTF-8: {fault}") from None


def _expect(data: Mapping[str, Any], key: str, expected: str | int) -> None:
    found = data.get(key)
    if type(found) is not type(expected) or found != expected:
        raise Malformed(f"{key}: found {_short(found)}, expected {_short(expected)}")


def _moves(data: object, most: int) -> tuple[Move, ...]:
    if not isinstance(data, list):
        raise Malformed("moves: expected a list of texts")
    if len(data) > most:
        raise Malformed(f"moves: found {len(data)}, but the game is over after {most} at most")
    return tuple(_move(text, number) for number, text in enumerate(data, start=1))


def _move(text: object, number: int) -> Move:
    if not isinstance(text, str):
        raise Malformed(f"move {number}: found {_short(text)}, expected a text")
    try:
        return parse_move(text)
    except Malformed as fault:
        raise Malformed(f"move {number}: {fault}") from None


def _players(data: object, seats: int, most: int) -> tuple[tuple[Player, ...], ...]:
    if data is None:
        return ()
    if not isinstance(data, list) or len(data) != seats:
        raise Malformed(f"players: expected {seats} lists, one a seat")
    return tuple(_seat_players(seat, most) for seat in data)


def _seat_players(data: object, most: int) -> tuple[Player, ...]:
    if not isinstance(data, list) or len(data) > most + 1:
        raise Malformed('players: expected per seat a list of {"name", "from"}, no more than it has moves')
    return tuple(_player(each, most) for each in data)


def _player(data: object, most: int) -> Player:
    name, since = (data.get("name"), data.get("from", 0)) if isinstance(data, Mapping) else (None, None)
    name = _text(name, "players: name")
    if name is None or type(since) is not int or not 0 <= since <= most:
        raise Malformed(f'players: found {_short(data)}, expected {{"name": text, "from": ply}}')
    return Player(name, since)


def _end(data: object, seats: int) -> End | None:
    if data is None:
        return None
    by, seat = (data.get("by"), data.get("seat")) if isinstance(data, Mapping) else (None, None)
    if by not in ENDS:
        raise Malformed(f"end: expected `by` as one of {', '.join(ENDS)}")
    if (seat is None and by == "agreed") or (type(seat) is int and 0 <= seat < seats):
        return End(by, seat)
    raise Malformed(f"end: expected `seat` as a number from 0 to {seats - 1}")


def _check_result(record: Record, found: object) -> None:
    if found is None:
        return
    expected = record.result()
    if expected is None:
        raise Malformed("result: the game is not over, so it has none")
    if not isinstance(found, Mapping):
        raise Malformed("result: expected an object")
    for key, value in expected.items():
        if key in found and repr(found[key]) != repr(value):  # by text: True and 1.0 are not 1
            raise Malformed(f"result: {key} is {_short(found[key])}, but the moves give {_short(value)}")


def _text(data: object, what: str, most: int = LONGEST) -> str | None:
    if isinstance(data, str) and len(data) > most:
        raise Malformed(f"{what}: found {len(data)} characters, expected at most {most}")
    return data if isinstance(data, str) else None


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
