"""A game as a record to take away, and as frames to watch. Neither tells what is hidden before the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from msgspec.structs import replace as replace_struct

from axio.rules import Move, Observation, Record, parse_move
from axio.rules.events import PyramidPlaced, Scored, TilePlaced
from axio.rules.reading import record_from
from axio.rules.record import Player
from axio.server.errors import Denied
from axio.server.protocol import Frame, Person, Spot, View
from axio.server.table.history import History
from axio.server.table.table import IMPORTED, Table

from .preview import spots, tracks_after
from .public_view import event_data, public_view
from .view import Perspective, open_position, open_racks, view


def record(table: Table) -> Record:
    """The record of a game that is over, with the proof of its deal; Denied before the end."""
    if not table.closed:
        raise Denied("not_over")
    if table.terms.sealed:
        raise Denied("day_not_over")
    if table.origin == IMPORTED:
        return record_from(table.record)
    history, state = table.history, table.history.state
    return Record(
        state.game.name,
        state.game.seats,
        table.seed,
        history.moves,
        tuple(_players(table, seat) for seat in range(state.game.seats)),
        history.end,
        table.deal.proof if table.deal else None,
        datetime.fromtimestamp(table.created if table.began is None else table.began, UTC).isoformat(
            timespec="seconds"
        ),
        start=table.start,
    )


def _players(table: Table, seat: int) -> tuple[Player, ...]:
    """Who played a seat, and from which ply on."""
    history, chair = table.history, table.chairs[seat]
    made = [(row.by, ply) for ply, row in enumerate(history.made) if row.seat == seat]
    runs = [(by, next(group)[1]) for by, group in groupby(made, key=lambda each: each[0])]
    return tuple(Player(by, 0 if number == 0 else since) for number, (by, since) in enumerate(runs)) or (
        Player(chair.bot or chair.name),
    )


def frames(table: Table, person: Person | None, since: int = 0) -> list[Frame]:
    """The game ply by ply, from `since` on: as this person knew it, and with every rack once it is over."""
    history = table.history.with_all_steps()
    table = replace(table, history=history)
    mine = table.seats_of(person)
    seen = Perspective(mine[0] if len(mine) == 1 else None, None)
    shown = []
    for ply in range(max(since, 0), history.ply + 1):
        events = public_view(table, ply).events_for(seen.shown)
        state = history.state_at(ply)
        racks, text = open_racks(table, state), open_position(table, state)
        known = view(table, person, seen, ply)
        shown.append(Frame(ply=ply, view=known, events=events, racks=racks, position=text))
    return shown


def placed_instead(history: History, ply: int, move: str) -> list[dict[str, Any]]:
    """What another move after `ply` moves would have laid and scored; nothing for one that lays no tile."""
    state = history.state_at(ply)
    events = state.play_aloud(parse_move(move)).events
    shown = [event for event in events if isinstance(event, TilePlaced | Scored | PyramidPlaced)]
    return [event_data(event, state.game) for event in shown]


def seat_frame(table: Table, person: Person, ply: int) -> tuple[View, list[Spot], list[dict[str, int]]]:
    """A position as the seat to move saw it, with the free spots: nothing that happened later."""
    table = replace(table, history=table.history.with_all_steps())
    state = table.history.state_at(ply)
    public = state.observe(None)
    shown = view(table, person, Perspective(state.seat, None), ply)
    return replace_struct(shown, follower=None), spots(public), tracks_after(public)


def public_position(table: Table, ply: int | None) -> tuple[Observation, Move | None]:
    """What everybody sees after `ply` moves, none of the racks in it, and the last of these moves."""
    history = replace(table.history)  # a copy: what it remembers is for the event loop
    ply = history.ply if ply is None else min(ply, history.ply)
    return history.state_at(ply).observe(None), history.step(ply).move if ply else None
