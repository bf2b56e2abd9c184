"""Tables of a display game, made from the rules' own circles."""

from __future__ import annotations

from collections import Counter

import numpy as np

from axio.encoding.layout import WindowLayout
from axio.rules.display import CIRCLES
from axio.rules.rota import OPENING, STACK
from axio.rules.tiles import EMPTY

from .grid_tables import fill_bag
from .row import BAG
from .tables import DisplayTables

# Sides, then diagonals; the opposite of a side is 3 - it, that of a diagonal 11 - it.
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))


def display_tables(plan: WindowLayout) -> DisplayTables:
    game = plan.game
    bag_words = -(-len(plan.kinds) // 8)
    seen = BAG + bag_words
    most_tiles = len(OPENING) + plan.reach
    stacks = 8 * (seen + plan.edge)
    tiles = stacks + STACK * game.seats
    edges = tiles + 4 * most_tiles
    torus = edges + 2 * plan.edge
    around = 1 << (most_tiles + 1).bit_length()  # the longest line of tiles and the edge at both its ends
    marks = game.colours + EMPTY
    tables = DisplayTables(
        seats=game.seats,
        colours=len(game.colours),
        kinds=len(plan.kinds),
        rack=game.supply.rack,
        first_stop=game.stops[0],
        end=game.end,
        bonus=game.bonus,
        exchanges=False,
        stack=STACK,
        bag_words=bag_words,
        row_words=-(-(torus + around**2) // 8),
        side=plan.side,
        exchange=plan.actions,
        stacks=stacks,
        tiles=tiles,
        edges=edges,
        seen=seen,
        torus=torus,
        around=around,
        plane=plan.side**2,
        fresh=np.zeros(-(-(torus + around**2) // 8), np.uint64),
        totals=np.array([Counter(game.tiles)[kind] for kind in plan.kinds], np.uint8),
        corners=np.array([marks.index(mark) for kind in plan.kinds for mark in kind], np.uint16),
        offsets=np.array(WAYS, np.int64).reshape(-1),
        meets=np.array([_meeting(way) for way in WAYS], np.int64).reshape(-1),
        opening=np.array([(c - plan.low, r - plan.low, corner) for (c, r), corner in OPENING]).reshape(-1),
    )
    fill_bag(tables.fresh.view(np.uint8), tables.totals)
    return tables


def _meeting(way: tuple[int, int]) -> list[int]:
    """Corners of a square and of the tile in that direction that meet, as pairs; -1 for none."""
    pairs = [
        number
        for corner, circle in enumerate(CIRCLES)
        for step, other in circle
        if step == way
        for number in (corner, other)
    ]
    return [*pairs, -1, -1][:4]
