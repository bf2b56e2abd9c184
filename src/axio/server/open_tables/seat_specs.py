"""Turns the seats of a request into chairs, and checks them."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules import Malformed, game
from axio.rules.proof import NO_NONCE
from axio.server.bots.roster import seated
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.schemas.tables import NewSeat
from axio.server.table.table import Chair

from .repository import OPEN_SEAT, open_chair


def chairs_for(name: str, wanted: Sequence[NewSeat], person: Person, nonce: bytes) -> list[Chair]:
    """Chairs for these seats; Malformed if the game has no such number of seats, or there is no such bot."""
    game(name, len(wanted))
    return [chair_for(name, seat, number, person, nonce) for number, seat in enumerate(wanted, start=1)]


def chair_for(game_name: str, wanted: NewSeat, number: int, person: Person, nonce: bytes) -> Chair:
    if wanted.kind == OPEN_SEAT:
        return open_chair()
    if wanted.kind == "bot":
        if not wanted.bot:
            raise Malformed(f"seat {number}: expected the name of a bot")
        label = seated(wanted.bot, game_name)
        return Chair("bot", clean(wanted.name) or label.partition("@")[0], label, None, NO_NONCE)
    return Chair("person", clean(wanted.name) or f"Player {number}", None, person, nonce)
