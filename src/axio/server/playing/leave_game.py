"""Leaving a game and coming back: by resigning, by the clock, with a bot in between, or by agreement."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

from axio.server.bots.roster import label_of
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.table.history import AGREED, END, SEAT
from axio.server.table.permissions import may_leave, may_resign, may_stop, stopping
from axio.server.table.table import LEFT, Table
from axio.server.table.wishes import STOP, Wish, drop, keep

from .game_service import GameService, Stale

RESIGN, TIME, BACK = "resign", "time", "back"
_TRIES = 5


async def insist(act: Callable[[], Awaitable[None]]) -> None:
    """Once more if another process wrote to the log in the same moment: these commands name no row."""
    for _ in range(_TRIES):
        with contextlib.suppress(Stale):
            return await act()
    return await act()


async def resign(game_service: GameService, table: Table, person: Person | None, seat: int | None) -> None:
    async with table.lock:
        if table.closed:
            raise Denied("game_over")
        if not may_resign(table, person):
            raise Denied("cannot_resign")
        await _give_up(game_service, table, _own_seat(table, person, seat), RESIGN)


async def run_out(game_service: GameService, table: Table) -> None:
    """The seat on move is out of time, if it really is. The table's lock is held."""
    clock = game_service.clock(table)
    if clock is not None and clock.running is not None and clock.out and not table.closed:
        await _give_up(game_service, table, clock.running, TIME)


async def leave(game_service: GameService, table: Table, person: Person | None) -> None:
    """Let a bot play until this person is back."""
    async with table.lock:
        if table.closed:
            raise Denied("game_over")
        if not table.seats_of(person):
            raise Denied("not_seated")
        if not may_leave(table, person):
            raise Denied("need_not_leave" if len(table.chairs) == 2 else "cannot_leave")
        await _substitute(game_service, table, table.seats_of(person)[0], LEFT)


async def come_back(game_service: GameService, table: Table, person: Person | None) -> None:
    async with table.lock:
        seat = table.left_seat(person)
        if seat is None or table.closed:
            raise Denied("no_way_back")
        await game_service.commit_change(
            table, game_service.row(table, SEAT, BACK, seat, table.chairs[seat].name, person)
        )


async def stop(game_service: GameService, table: Table, person: Person | None, *, on: bool) -> None:
    """Want the game stopped as it stands, or no longer; it stops when every person wants it."""
    async with table.lock:
        if table.closed:
            raise Denied("game_over")
        if person is None or not may_stop(table, person):
            raise Denied("cannot_stop")
        for seat in table.seats_of(person):
            await _wish(game_service, table, Wish(seat, STOP, person, table.history.seq), on=on)
        people = {seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"}
        if people <= {*stopping(table)}:
            seat = table.seats_of(person)[0]
            await game_service.commit_change(
                table, game_service.row(table, END, AGREED, seat, table.chairs[seat].name)
            )
        else:
            game_service.wished(table)


async def _wish(game_service: GameService, table: Table, wish: Wish, *, on: bool) -> None:
    if on:
        await keep(game_service.table_cache.engine, table.id, wish)
        table.wishes[wish.seat, wish.kind] = wish
    else:
        await drop(game_service.table_cache.engine, table.id, wish.seat, wish.kind)
        table.wishes.pop((wish.seat, wish.kind), None)


async def _give_up(game_service: GameService, table: Table, seat: int, why: str) -> None:
    """With two seats the game is lost; with more a bot plays on."""
    if len(table.chairs) > 2:
        await _substitute(game_service, table, seat, why)
    else:
        await game_service.commit_change(
            table, game_service.row(table, END, why, seat, table.chairs[seat].name)
        )


async def _substitute(game_service: GameService, table: Table, seat: int, why: str) -> None:
    await game_service.commit_change(
        table, game_service.row(table, SEAT, why, seat, label_of(table.terms.substitute))
    )


def _own_seat(table: Table, person: Person | None, seat: int | None) -> int:
    mine = table.seats_of(person)
    if seat is None and len(mine) > 1:
        raise Denied("which_seat")
    if seat is not None and seat not in mine:
        raise Denied("not_yours")
    return mine[0] if seat is None else seat
