"""A game as a record to take away, and as frames to watch. Neither tells what is hidden before the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby

from axio.rules import Record
from axio.rules.reading import record_from
from axio.rules.record import Player
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.schemas.tables import Frame
from axio.server.table.table import Table

from .scene import scene_of
from .view import Sight, open_racks, view


def record(table: Table) -> Record:
    """The record of a game that is over, with the proof of its deal; Denied before the end."""
    if not table.closed:
        raise Denied("not_over")
    if table.terms.sealed:
        raise Denied("day_not_over")
    if table.record:
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
    )


def _players(table: Table, seat: int) -> tuple[Player, ...]:
    """Who played a seat, and from which ply on."""
    history, chair = table.history, table.chairs[seat]
    made = [(row.by, ply) for ply, row in enumerate(history.made) if row.seat == seat]
    runs = [(by, next(group)[1]) for by, group in groupby(made, key=lambda each: each[0])]
    return tuple(Player(by, 0 if number == 0 else since) for number, (by, since) in enumerate(runs)) or (
        Player(chair.bot or chair.name),
    )


def frames(table: Table, person: Person | None) -> list[Frame]:
    """The game ply by ply: as this person knew it, and with every rack once it is over."""
    history = table.history.remembering()
    table = replace(table, history=history)
    mine = table.seats_of(person)
    seen = Sight(mine[0] if len(mine) == 1 else None, None)
    shown = []
    for ply in range(history.ply + 1):
        events = scene_of(table, ply).told(seen.shown)
        racks = open_racks(table, history.state_at(ply))
        shown.append(Frame(ply=ply, view=view(table, person, seen, ply), events=events, racks=racks))
    return shown
