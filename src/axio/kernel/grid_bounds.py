"""Tables whose numbers are plainly small.

An index that may be negative costs three instructions each time it is used, since Python counts such from
the end. Cut to 20 bits once, every number below is known not to be: a third of the code goes.
"""

from __future__ import annotations

from .tables import GridTables

BITS = 0xFFFFF


def bounded(t: GridTables) -> GridTables:
    return GridTables(
        t.seats & BITS,
        t.colours & BITS,
        t.kinds & BITS,
        t.rack & BITS,
        t.first_stop & BITS,
        t.end & BITS,
        t.bonus,
        t.exchanges,
        t.pyramids & BITS,
        t.bag_words & BITS,
        t.row_words & BITS,
        t.spots & BITS,
        t.spot_words & BITS,
        t.cells & BITS,
        t.exchange & BITS,
        t.open & BITS,
        t.laid & BITS,
        t.raised & BITS,
        t.marks & BITS,
        t.plane & BITS,
        t.fresh,
        t.totals,
        t.steps,
        t.ends,
        t.closed,
        t.first,
        t.claims,
        t.kind_of,
        t.pair,
        t.beside,
        t.board,
        t.plane_at,
        t.printed,
    )
