"""How a game at the terminal begins: a new deal, or the one that a file holds."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from axio.bots import make
from axio.rules import AxioError, Malformed, Record
from axio.rules import game as rules_of

from .files import load
from .match import Match
from .seating import number_of_seats, seated, seated_again

USUAL_GAME = "axio"
USUAL_BOT = "careful"


class Wanted(NamedTuple):
    """What was asked for; None or nothing where it was left open."""

    game: str | None = None
    seats: int | None = None
    bots: tuple[str, ...] = ()
    seed: str | None = None


def started(wanted: Wanted, file: str | None) -> Match:
    """A new game. One person against one bot, unless more was said."""
    names = wanted.bots or ((USUAL_BOT,) if wanted.seats is None else ())
    bots = [make(name) for name in names]
    seats = number_of_seats(wanted.seats, len(bots))
    game = rules_of(wanted.game or USUAL_GAME, seats)
    seed = secrets.token_hex(16) if wanted.seed is None else wanted.seed
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Match(Record(game.name, seats, seed, started=now), seated(seats, bots), file)


def resumed(wanted: Wanted, file: str) -> Match:
    """The unfinished game in a file, played on by the bots asked for, or by whoever played it before."""
    record = _unfinished(file)
    for what, asked in (("game", wanted.game), ("seats", wanted.seats), ("seed", wanted.seed)):
        if asked not in (None, getattr(record, what)):
            raise Malformed(f"{file} holds a game with another {what} than {asked}: expected a new file")
    number_of_seats(record.seats, len(wanted.bots))
    return Match(record, seated_again(record, [make(name) for name in wanted.bots]), file)


def _unfinished(file: str) -> Record:
    try:
        record = load(file)
    except AxioError as fault:
        raise Malformed(f"{file} is there and is not a saved game, so it stays as it is: {fault}") from None
    if record.outcome is not None:
        raise Malformed(f"{file} holds a finished game, so it stays as it is: expected a new file")
    return record
