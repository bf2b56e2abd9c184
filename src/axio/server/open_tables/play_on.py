"""What practice goes on from: a finished game after some of its moves, or any position."""

from __future__ import annotations

import secrets
from dataclasses import replace

from axio.rules import Malformed, Record, State, parse_position, position_text
from axio.server.errors import Denied
from axio.server.table.table import Table
from axio.server.views.records import record


def record_after(table: Table, ply: int, new_luck: bool) -> Record:
    """A finished game after so many moves: with the draws that followed, or with others."""
    played = record(table)
    if ply > len(played.moves):
        raise Malformed(f"ply: found {ply}, expected at most {len(played.moves)}")
    before = replace(played, moves=played.moves[:ply], end=None, proof=None, started=None)
    if new_luck:
        return _begun(before.final.redealt(secrets.token_bytes(32)))
    return _unfinished(before)


def record_of_position(text: str, new_luck: bool) -> Record:
    """A game that begins from a position. What nobody knows is dealt by chance."""
    position = parse_position(text)
    if not isinstance(position, State):
        return _begun(position.sample(secrets.token_bytes(32)))
    return _begun(position.redealt(secrets.token_bytes(32)) if new_luck else position)


def _begun(state: State) -> Record:
    start = position_text(state)
    return _unfinished(Record(state.game.name, state.game.seats, state.key.hex(), start=start))


def _unfinished(found: Record) -> Record:
    if found.final.over:
        raise Denied("game_over")
    return found


def player_at(played: Record, seat: int, ply: int) -> str:
    """Who played a seat at a ply, as the record says; nothing where it does not."""
    known = played.players[seat] if played.players else ()
    return next((each.name for each in reversed(known) if each.since <= ply), "")
