"""Moves as action numbers and back, and legal actions as masks: one bool for each action, or packed in words.

On a display, the tile held is needed to read an action; there are no masks. In a packed mask every ordered
pair of colours has whole 64-bit words of its own, with one bit for each spot from the lowest up. The last
word holds `exchange` and `keep`. The kernel stores masks this way.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from axio.rules import Exchange, Keep, Malformed, Move, Observation, Place, State
from axio.rules.tiles import Tile, orientations

from .layout import GridLayout, Layout, WindowLayout, layout

Rack: TypeAlias = tuple[Tile, ...]
Words: TypeAlias = npt.NDArray[np.uint64]
Bools: TypeAlias = npt.NDArray[np.bool_]


def mover_rack(position: State | Observation) -> Rack:
    """The rack of the seat to move. Raises Malformed where an observation hides it."""
    if isinstance(position, State):
        return position.racks[position.seat]
    if position.viewer != position.seat:
        raise Malformed("the rack to move is hidden: expected the view of the seat whose turn it is")
    return position.rack


def action_of(position: State | Observation, move: Move) -> int:
    """The number of a move in this position. The move need not be legal, only expressible."""
    return encode(layout(position.game), move, mover_rack(position))


def move_of(position: State | Observation, action: int) -> Move:
    """The move that an action number stands for in this position."""
    return decode(layout(position.game), action, mover_rack(position))


def legal_actions(position: State | Observation) -> npt.NDArray[np.int32]:
    """The numbers of all legal moves, in ascending order."""
    plan, rack = layout(position.game), () if position.over else mover_rack(position)
    number = _encode.dispatch(type(plan))  # looked up once, because there may be thousands of moves
    return np.array(sorted(number(plan, move, rack) for move in position.legal_moves), np.int32)


def encode(plan: Layout, move: Move, rack: Rack) -> int:
    """The number of a move made from a rack."""
    return _encode(plan, move, rack)


def decode(plan: Layout, action: int, rack: Rack) -> Move:
    """The move that a number stands for with a rack."""
    if not 0 <= action < plan.actions:
        raise Malformed(f"{action} is not an action: expected 0 to {plan.actions - 1}")
    return _decode(plan, int(action), rack)


@singledispatch
def _encode(plan: Layout, move: Move, rack: Rack) -> int:
    raise TypeError(f"{type(plan).__name__} is not a known layout")


@_encode.register
def _(plan: GridLayout, move: Move, rack: Rack) -> int:
    if isinstance(move, Exchange):
        return plan.exchange
    if isinstance(move, Keep):
        return plan.keep
    spot = plan.grid.spot_at.get(move.at)
    colours = plan.game.colours
    first, second = colours.find(move.marks[0]), colours.find(move.marks[1])
    if spot is None or first < 0 or second < 0:
        raise Malformed(f"{move} has no action number on this board")
    return (first * len(colours) + second) * len(plan.grid.spots) + spot.number


@_encode.register
def _(plan: WindowLayout, move: Move, rack: Rack) -> int:
    if not isinstance(move, Place) or len(move.at) != 1:
        raise Malformed(f"{move} has no action number on a display")
    turned = next((turns.index(move.marks) for turns in map(orientations, rack) if move.marks in turns), None)
    if turned is None:
        raise Malformed(f"{move} has no action number: the tile is not the one held")
    name = 0 if move.named is None else 1 + plan.game.colours.index(move.named)
    return (plan.cell_number(move.at[0]) * plan.turns + turned) * plan.names + name


@singledispatch
def _decode(plan: Layout, action: int, rack: Rack) -> Move:
    raise TypeError(f"{type(plan).__name__} is not a known layout")


@_decode.register
def _(plan: GridLayout, action: int, rack: Rack) -> Move:
    if action >= plan.exchange:
        return Exchange() if action == plan.exchange else Keep()
    pair, spot = divmod(action, plan.spots)
    first, second = divmod(pair, len(plan.game.colours))
    return Place(plan.game.colours[first] + plan.game.colours[second], plan.grid.spots[spot].cells)


@_decode.register
def _(plan: WindowLayout, action: int, rack: Rack) -> Move:
    if not rack:
        raise Malformed("an action of a display game means nothing without the tile held")
    turned, name = divmod(action, plan.names)
    number, turn = divmod(turned, plan.turns)
    named = plan.game.colours[name - 1] if name else None
    return Place(orientations(rack[0])[turn], (plan.cell(number),), named)


def spot_words(plan: GridLayout) -> int:
    """The number of words that hold one bit for each spot."""
    return -(-plan.spots // 64)


def mask_words(plan: Layout) -> int:
    """The number of words in a packed mask."""
    return _dense(plan).pairs * spot_words(_dense(plan)) + 1


def mask(position: State | Observation) -> Bools:
    """A bool for each action: whether it is legal."""
    plan = _dense(layout(position.game))
    allowed = np.zeros(plan.actions, np.bool_)
    allowed[legal_actions(position)] = True
    return allowed


def pack(plan: Layout, masks: Bools) -> Words:
    """Masks as packed words. The last axis is that of the actions."""
    plan = _dense(plan)
    lead = masks.shape[:-1]
    bits = np.zeros((*lead, plan.pairs, spot_words(plan) * 64), np.bool_)
    bits[..., : plan.spots] = masks[..., : plan.exchange].reshape(*lead, plan.pairs, plan.spots)
    tail = np.zeros((*lead, 64), np.bool_)
    tail[..., :2] = masks[..., plan.exchange :]
    joined = np.concatenate([bits.reshape(*lead, -1), tail], axis=-1)
    packed: Words = np.packbits(joined, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)
    return packed


def expand(plan: Layout, words: Words) -> Bools:
    """Packed masks as bools, one for each action."""
    plan = _dense(plan)
    lead = words.shape[:-1]
    raw = np.ascontiguousarray(words.astype("<u8", copy=False)).view(np.uint8)
    bits = np.unpackbits(raw, axis=-1, bitorder="little").astype(np.bool_)
    spots = bits[..., :-64].reshape(*lead, plan.pairs, -1)[..., : plan.spots]
    return np.concatenate([spots.reshape(*lead, -1), bits[..., -64:-62]], axis=-1)


def _dense(plan: Layout) -> GridLayout:
    if isinstance(plan, GridLayout):
        return plan
    raise Malformed(f"a mask over {plan.actions} actions is absurd: use the list of legal actions")
