"""Tables of a display whose numbers are plainly small (see grid_bounds.py)."""

from __future__ import annotations

from .tables import DisplayTables

BITS = 0xFFFFF


def bounded(t: DisplayTables) -> DisplayTables:
    return DisplayTables(
        t.seats & BITS,
        t.colours & BITS,
        t.kinds & BITS,
        t.rack & BITS,
        t.first_stop & BITS,
        t.end & BITS,
        t.bonus,
        t.exchanges,
        t.stack & BITS,
        t.bag_words & BITS,
        t.row_words & BITS,
        t.side & BITS,
        t.exchange & BITS,
        t.stacks & BITS,
        t.tiles & BITS,
        t.edges & BITS,
        t.seen & BITS,
        t.torus & BITS,
        t.around & BITS,
        t.plane & BITS,
        t.fresh,
        t.totals,
        t.corners,
        t.offsets,
        t.meets,
        t.opening,
    )
