"""Endings that can be proved: after this turn, or the next seat's, nobody moves any more.

Then all that is hidden and matters is which tiles the next seat holds. What it does with each of them follows
from the rules, and how likely it holds which is plain counting: no search, no sample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import comb
from typing import TypeAlias

from axio.rules import Keep, Move, Observation, State
from axio.rules.events import Axio, TilesDrawn
from axio.rules.outcome import INSTANT
from axio.rules.tiles import Tile
from axio.rules.tracks import Tracks, low

FEW = 12  # free cells: with more of them the game goes on for longer
LINES = 100_000  # of a tile each, at most: a second or two
TINY = 1e-9

Reply: TypeAlias = tuple[float, Tracks]  # what an end is worth to who replies: the win, the scores


class TooFar(Exception):
    """The game may go on with tiles that nobody can know yet."""


def solved(view: Observation) -> dict[Move, float] | None:
    """The share of the win that every legal move brings, exactly; None where the end is not near enough."""
    if view.asked or view.game.seats == 1 or not near(view):
        return None
    state = view.sample("puzzle")
    unseen = Counter(view.unseen)
    try:
        return {move: _after(view, state, move, unseen) for move in view.legal_moves}
    except TooFar:
        return None


def best_moves(shares: Mapping[Move, float]) -> tuple[Move, ...]:
    """The moves that bring most. Shares are sums of the same fractions in another order."""
    top = max(shares.values())
    return tuple(move for move, share in shares.items() if top - share < TINY)


def near(view: Observation) -> bool:
    """A quick look whether it is worth trying: few cells are free, or few tiles are left, and few lines."""
    cells = {cell for spot in view.board.spots(view.first) for cell in spot.cells}
    others = sum(view.rack_sizes) + sum(view.stack_sizes) - len(view.rack)
    if others == 0:
        return True
    return (len(cells) <= FEW or others == 1) and len(view.legal_moves) ** 2 * len({*view.unseen}) <= LINES


def _after(view: Observation, state: State, move: Move, unseen: Mapping[Tile, int]) -> float:
    """What a move brings the viewer."""
    step = state.play_aloud(move)
    after = step.after
    if after.over:
        return share(after, view.seat)
    if after.asked:  # a new rack is worth nothing to who does not move again
        after = after.play(Keep()).after
    elif after.seat == view.seat:
        if any(isinstance(event, TilesDrawn) for event in step.events):
            raise TooFar
        return max(_after(view, after, each, unseen) for each in after.legal_moves)
    if view.game.seats > 2:
        raise TooFar
    return _expected(after, view, unseen)


def share(state: State, seat: int) -> float:
    """A seat's share of the win at the end."""
    assert state.outcome is not None
    winners = state.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def _expected(state: State, view: Observation, unseen: Mapping[Tile, int]) -> float:
    """The viewer's mean share over all racks of the next seat, which takes its best reply."""
    replies = {tile: _best_reply(state, tile) for tile in unseen}
    size, total = len(state.racks[state.seat]), sum(unseen.values())
    expected, below = 0.0, 0
    for reply in sorted({*replies.values()}):
        upto = sum(count for tile, count in unseen.items() if replies[tile] <= reply)
        expected += (comb(upto, size) - comb(below, size)) / comb(total, size) * (1 - reply[0])
        below = upto
    return expected


def _best_reply(state: State, tile: Tile) -> Reply:
    """What the seat to move makes of one tile, with which the game has to end."""
    holding = tuple((tile,) if seat == state.seat else rack for seat, rack in enumerate(state.racks))
    ends = _ends(replace(state, racks=holding))
    return max((share(end, state.seat), low(end.tracks[state.seat])) for end in ends)


def _ends(state: State) -> Iterable[State]:
    for move in state.legal_moves:
        step = state.play_aloud(move)
        end, stopped = step.after, any(isinstance(event, Axio) and event.bonus for event in step.events)
        # One tile alone leaves nothing for a bonus placement; the rack it comes from may hold more.
        bonus = stopped and end.ending != INSTANT and end.board.has_room(first=False)
        if not end.over or bonus:
            raise TooFar
        yield end
