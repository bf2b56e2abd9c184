"""The luck of the draw: how much better the tiles were that a seat drew than those it could have drawn.

A tile counts as much as the best placement it would have at once. At every draw the mean over all tiles that
could have come is taken off, so luck is 0 on average whoever plays, however well. So it may be used to take
luck out of a result (a control variate) without favouring anybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from axio.bots.placements import curve, placements_of, tracks_after
from axio.rules import Exchange, Place, Record, State, Step
from axio.rules.tiles import Tile, canonical, distinct

SLOPE = 0.7  # what a point is worth beside the one below it


def draw_luck(record: Record) -> tuple[float, ...]:
    """For each seat what its draws brought beyond the mean. The tiles of the deal do not count."""
    luck = [0.0] * record.seats
    for step in record.steps():
        if not step.after.over:
            for seat, drawn in tiles_drawn(step):
                worth = surplus(step, seat)
                luck[seat] += sum(worth[tile] for tile in drawn)
    return tuple(luck)


def tiles_drawn(step: Step) -> Iterator[tuple[int, list[Tile]]]:
    """Who drew which tiles after a move."""
    for seat, after in enumerate(step.after.racks):
        drawn = list((Counter(after) - _kept(step, seat)).elements())
        if drawn:
            yield seat, drawn


def _kept(step: Step, seat: int) -> Counter[Tile]:
    """What a seat still holds of its rack after a move, before it draws."""
    rack = Counter(step.before.racks[seat])
    if seat != step.before.seat:
        return rack
    if isinstance(step.move, Place):
        rack[canonical(step.move.marks)] -= 1
    return Counter() if isinstance(step.move, Exchange) else rack


def surplus(step: Step, seat: int) -> dict[Tile, float]:
    """What each tile that a seat may draw after a move is worth beyond what is to be expected."""
    pool = unseen(step.before)
    worth = _worth(step.after, seat, distinct(tuple(pool)))
    mean = sum(count * worth[tile] for tile, count in pool.items()) / pool.total()
    return {tile: value - mean for tile, value in worth.items()}


def unseen(state: State) -> Counter[Tile]:
    """The tiles that nobody has seen: any of them may come next."""
    return Counter(state.bag) + Counter(tile for stack in state.stacks for tile in stack)


def _worth(state: State, seat: int, tiles: tuple[Tile, ...]) -> dict[Tile, float]:
    """What the best placement of each tile would bring a seat at once."""
    game, tracks = state.game, state.tracks[seat]
    view = replace(state.observe(seat), seat=seat, rack=tiles, asked=False)
    measure, worth = curve(SLOPE, game), dict.fromkeys(tiles, 0.0)
    for gains, placements in placements_of(view).items():
        value = measure.value(tracks_after(game, tracks, gains)) - measure.value(tracks)
        for tile in {canonical(placement.marks) for placement in placements}:
            worth[tile] = max(worth[tile], value)
    return worth
