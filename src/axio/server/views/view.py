"""A position as one viewer may know it. `observe` of the rules leaves out what is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Literal

from msgspec.structs import replace

from axio.rules import Observation, Outcome, Position, State, position_text
from axio.rules.tiles import Tile
from axio.rules.tracks import leader
from axio.server.protocol import Clocks, Person, Seat, View
from axio.server.table.clock import Reading
from axio.server.table.history import History
from axio.server.table.table import PREPARED, Table

from .public_view import PublicView, public_view


@dataclass(frozen=True, slots=True)
class Perspective:
    """The seat whose rack a browser sees, and the seat whose rack waits behind a screen."""

    shown: int | None
    handover: int | None


def perspective(table: Table, person: Person | None, revealed: int | None) -> Perspective:
    """Of several people at one browser, only the one who said `reveal` in this turn sees a rack."""
    mine = table.seats_of(person)
    if len(mine) < 2:
        return Perspective(mine[0] if mine else None, None)
    state = table.history.state
    if table.closed:
        return Perspective(None, None)
    if state.seat in mine and state.seat != revealed:
        return Perspective(None, state.seat)
    return Perspective(revealed, None)


def view(
    table: Table,
    person: Person | None,
    seen: Perspective,
    ply: int | None = None,
    clock: Reading | None = None,
) -> View:
    """The position now, or after `ply` moves as it looked then."""
    history = table.history
    now = ply is None or ply == history.ply
    ply = history.ply if ply is None else ply
    public, known = public_view(table, ply), history.state_at(ply).observe(seen.shown)
    return replace(
        _shared(table, ply),
        seats=_seats(table, public, person),
        shown=seen.shown,
        handover=seen.handover,
        rack=list(known.rack),
        unseen=_unseen(public, known),
        can_undo=now and table.plies_to_undo(person) > 0,
        clocks=_clocks(table, clock),
        prepared=_prepared(table, person, seen.shown),
        may=table.allowed(person) if now else [],
    )


@lru_cache(maxsize=1)  # all viewers ask for it at the same time
def _shared(table: Table, ply: int) -> View:
    """The view as everyone has it, before what differs between viewers."""
    history, public = table.history, public_view(table, ply)
    now, known, outcome = ply == history.ply, public.public, public.outcome
    end = history.end if now else None
    return View(
        seq=history.seq - (history.ply - ply),
        ply=ply,
        game=known.game.name,
        seats=public.seats,
        tiles=public.tiles,
        pyramids=public.pyramids,
        last=history.made[ply - 1].move if ply else None,
        to_move=known.to_move if outcome is None else None,
        asks=asks(known) if outcome is None else "nothing",
        owed=known.owed,
        shown=None,
        handover=None,
        rack=[],
        bag=known.bag_size,
        unseen={},
        practice=table.practice,
        can_undo=False,
        over=outcome is not None,
        winners=list(outcome.winners) if outcome else [],
        ending=outcome.ending if outcome else None,
        ended_at=end.seat if end else None,
        commitment=public.commitment,
        rated=table.terms.rated,
        daily=table.terms.daily,
        visibility=table.terms.visibility,
        clocks=None,
        stopping=table.stopping if now else [],
        prepared=None,
        follower=table.follower,
        may=[],
        turned=_turning_point(history, outcome) if outcome and now else None,
    )


def _turning_point(history: History, outcome: Outcome) -> int | None:
    """The ply from which on the winner was ahead of everyone; None if it was not, or if several won."""
    tracks, ahead = [list(each) for each in history.opening.tracks], [False]
    for row, gains in zip(history.made, history.gains, strict=True):
        tracks[row.seat] = list(map(add, tracks[row.seat], gains))
        ahead.append((leader([tuple(each) for each in tracks]),) == outcome.winners)
    return len(ahead) - ahead[::-1].index(False) if ahead[-1] else None


def _seats(table: Table, public: PublicView, person: Person | None) -> list[Seat]:
    return [
        replace(seat, mine=True) if person is not None and chair.person == person else seat
        for seat, chair in zip(public.seats, table.chairs, strict=True)
    ]


def _unseen(public: PublicView, known: Observation) -> dict[Tile, int]:
    """How many of each tile lie neither on the board nor on the rack that is known."""
    left = dict(public.unplaced)
    for tile in known.rack:
        if left[tile] > 1:
            left[tile] -= 1
        else:
            del left[tile]
    return left


def asks(known: Position) -> Literal["place", "bonus", "exchange", "nothing"]:
    """What whoever is to move has to do."""
    if known.over:
        return "nothing"
    if known.asked:
        return "exchange"
    return "bonus" if known.owed else "place"


def _clocks(table: Table, clock: Reading | None) -> Clocks | None:
    if clock is None or table.terms.clock is None:
        return None
    left = [round(max(0.0, each), 1) for each in clock.left]
    grace = round(clock.grace, 1)
    return Clocks(settings=table.terms.clock, left=left, running=clock.running, grace=grace)


def _prepared(table: Table, person: Person | None, shown: int | None) -> str | None:
    """The premove of the seat shown, for its own person: it gives away a tile of the rack."""
    wish = None if shown is None or table.closed else table.wishes.get((shown, PREPARED))
    return wish.move if wish is not None and wish.person == person else None


def open_position(table: Table, state: State) -> str | None:
    """A position of a game that anybody may look into by now, as its mover knew it."""
    return position_text(state.observe(state.seat)) if table.closed and not table.terms.sealed else None


def open_racks(table: Table, state: State) -> list[list[str]] | None:
    """Every rack, once the whole game is over; until then nobody's."""
    return [list(rack) for rack in state.racks] if table.closed else None
