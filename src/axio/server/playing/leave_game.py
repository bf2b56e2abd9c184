"""Leaving a game and coming back: by resigning, by the clock, with a bot in between, or by agreement.

None of these commands names a row of the log: if another process writes first, each looks again at the table
and is carried out if it still makes sense.
"""

from __future__ import annotations

from axio.server.bots.roster import label_of
from axio.server.errors import Denied
from axio.server.protocol import Person
from axio.server.table.history import AGREED, END, SEAT, Row
from axio.server.table.table import LEFT, STOP, Table, Wish
from axio.server.table_store.repository import drop_wish, keep_wish

from .game_service import GameService, next_row
from .live_table import Change, LiveTable

RESIGN, TIME, BACK = "resign", "time", "back"


async def resign(game_service: GameService, live: LiveTable, person: Person | None, seat: int | None) -> None:
    async def act() -> None:
        table = live.table
        if table.closed:
            raise Denied("game_over")
        if not table.may_resign(person):
            raise Denied("cannot_resign")
        await game_service.commit(live, _given_up(table, _own_seat(table, person, seat), RESIGN))

    await game_service.insist(live, act)


async def resign_everything(game_service: GameService, live: LiveTable, person: Person) -> None:
    """Resign every seat of a person who leaves for good; nothing if the game is over."""

    async def act() -> None:
        while not live.table.closed and (mine := live.table.seats_of(person)):
            await game_service.commit(live, _given_up(live.table, mine[0], RESIGN))

    await game_service.insist(live, act)


async def run_out(game_service: GameService, live: LiveTable, until: float) -> None:
    """End the turn of a seat that was out of time at `until`, if one was. The table's lock is held."""
    clock = live.clock(until)
    if clock is not None and clock.running is not None and clock.out and not live.table.closed:
        await game_service.commit(live, _given_up(live.table, clock.running, TIME))


async def leave(game_service: GameService, live: LiveTable, person: Person | None) -> None:
    """Let a bot play until this person is back."""

    async def act() -> None:
        table = live.table
        if table.closed:
            raise Denied("game_over")
        if not table.seats_of(person):
            raise Denied("not_seated")
        if not table.may_leave(person):
            raise Denied("need_not_leave" if len(table.chairs) == 2 else "cannot_leave")
        await game_service.commit(live, _substituted(table, table.seats_of(person)[0], LEFT))

    await game_service.insist(live, act)


async def come_back(game_service: GameService, live: LiveTable, person: Person | None) -> None:
    async def act() -> None:
        table = live.table
        seat = table.left_seat(person)
        if seat is None or table.closed:
            raise Denied("no_way_back")
        await game_service.commit(live, next_row(table, SEAT, BACK, seat, table.chairs[seat].name, person))

    await game_service.insist(live, act)


async def stop(game_service: GameService, live: LiveTable, person: Person | None, *, on: bool) -> None:
    """Offer to stop the game, or take the offer back; it stops when every person offers it."""

    async def act() -> None:
        table = live.table
        if table.closed:
            raise Denied("game_over")
        if person is None or not table.may_stop(person):
            raise Denied("cannot_stop")
        mine = table.seats_of(person)
        for seat in mine:
            await _wish(game_service, live, Wish(seat, STOP, person, table.history.seq), on=on)
        people = {seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"}
        if people <= {*live.table.stopping}:
            await game_service.commit(live, _agreed(table, mine[0], table.chairs[mine[0]].name))
        else:
            game_service.announce(live, Change("wishes"), here=True)

    await game_service.insist(live, act)


async def end_as_it_stands(game_service: GameService, live: LiveTable, by: str) -> bool:
    """End a game for the operator; False if it was over already."""
    ended = False

    async def act() -> None:
        nonlocal ended
        if not live.table.closed:
            await game_service.commit(live, _agreed(live.table, 0, by))
            ended = True

    await game_service.insist(live, act)
    return ended


async def _wish(game_service: GameService, live: LiveTable, wish: Wish, *, on: bool) -> None:
    engine = game_service.table_cache.engine
    if on:
        await keep_wish(engine, live.id, wish)
        live.table = live.table.wishing(wish)
    else:
        await drop_wish(engine, live.id, wish.seat, wish.kind)
        live.table = live.table.without_wish(wish.seat, wish.kind)


def _given_up(table: Table, seat: int, why: str) -> Row:
    """With two seats the game is lost; with more a bot plays on."""
    if len(table.chairs) > 2:
        return _substituted(table, seat, why)
    return next_row(table, END, why, seat, table.chairs[seat].name)


def _substituted(table: Table, seat: int, why: str) -> Row:
    return next_row(table, SEAT, why, seat, label_of(table.terms.substitute))


def _agreed(table: Table, seat: int, by: str) -> Row:
    return next_row(table, END, AGREED, seat, by)


def _own_seat(table: Table, person: Person | None, seat: int | None) -> int:
    mine = table.seats_of(person)
    if seat is None and len(mine) > 1:
        raise Denied("which_seat")
    if seat is not None and seat not in mine:
        raise Denied("not_yours")
    return mine[0] if seat is None else seat
