"""The course of a turn, the same in every game: place, bonuses, exchange or keep, refill, pass on."""

from __future__ import annotations

import numpy as np

# Which board and which supply these are is settled when the family is linked (see host/families.py).
from axio.kernel.device.grid.bag import bonus, exchange, offers_exchange, refill
from axio.kernel.device.grid.board import has_room, lay
from axio.kernel.device.shared.row import (
    ASKED,
    ENDED,
    ENDING,
    HELD,
    INSTANT,
    OWED,
    PLIES,
    SEAT,
    Bytes,
    Int,
    Kinds,
    Words,
)
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import complete

_ONE = np.uint64(1)


def play(b: Bytes, w: Words, t: GridTables, action: Int, feed: Kinds, point_map: Bytes) -> None:
    """Change the row as a legal action does."""
    w[PLIES] += _ONE
    if b[ASKED] > 0:
        answer(b, w, t, action, feed)
        return
    seat = np.int64(b[SEAT])
    reached = lay(b, w, t, action, point_map)
    if b[OWED] > 0:
        b[OWED] -= 1
    if complete(b, t, seat):
        finish(b, INSTANT)
        return
    if t.bonus:
        b[OWED] += reached
    if b[OWED] > 0:
        bonus(b, w, t, feed)
    if b[OWED] == 0:
        close(b, w, t, feed)
    elif b[HELD + seat] == 0 or not has_room(b, w, t, seat):
        finish(b, ENDED)


def answer(b: Bytes, w: Words, t: GridTables, action: Int, feed: Kinds) -> None:
    """Exchange or keep."""
    b[ASKED] = 0
    if action == t.exchange:
        exchange(b, w, t, feed)
    else:
        refill(b, w, t, feed)
    pass_on(b, t)


def close(b: Bytes, w: Words, t: GridTables, feed: Kinds) -> None:
    """After a turn's last placement. Nothing is asked or drawn once nobody could place."""
    if not has_room(b, w, t, following(b, t)):
        finish(b, ENDED)
    elif offers_exchange(b, t):
        b[ASKED] = 1
    else:
        refill(b, w, t, feed)
        pass_on(b, t)


def pass_on(b: Bytes, t: GridTables) -> None:
    b[SEAT] = following(b, t)
    if b[HELD + b[SEAT]] == 0:
        finish(b, ENDED)


def following(b: Bytes, t: GridTables) -> Int:
    seat = np.int64(b[SEAT]) + 1
    return 0 if seat == t.seats else seat


def finish(b: Bytes, ending: Int) -> None:
    b[ENDING] = ending
    b[OWED] = 0
