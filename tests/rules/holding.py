"""What holds for every state and every step of every game."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest

from axio.rules import Exchange, IllegalMove, Keep, Move, Place, State, Step
from axio.rules.tiles import Tile, canonical, in_order
from axio.rules.tracks import low

from .playing import scoring

Value = TypeVar("Value")


def sample(values: Sequence[Value], size: int, rng: random.Random) -> list[Value]:
    """So many of the values, or all."""
    return rng.sample(values, min(size, len(values)))


def tiles_conserved(state: State) -> None:
    """Every tile lies in exactly one place, and the bag is listed in canonical order."""
    board = [canonical(place.marks) for place in state.board.tiles]
    held = [tile for tiles in (*state.racks, *state.stacks) for tile in tiles]
    assert Counter(board) + Counter(held) + Counter(state.bag) == Counter(state.game.tiles)
    assert state.bag == in_order(state.bag)


def tracks_rise(step: Step) -> None:
    """Tracks never fall, never pass the end, and move only for the seat that placed."""
    for seat, (old, new) in enumerate(zip(step.before.tracks, step.after.tracks, strict=True)):
        assert all(a <= b <= step.after.game.end for a, b in zip(old, new, strict=True))
        assert old == new or (seat == step.before.seat and isinstance(step.move, Place))


def turns_pass(step: Step) -> None:
    """A seat moves on while it owes or is asked; then the next seat does. Only an end stops that."""
    before, after = step.before, step.after
    if not after.over:
        assert after.seat == (before.seat if after.owed or after.asked else following(before))
    assert not (after.owed and after.asked)
    assert after.over == (after.to_move is None) == (after.outcome is not None) == (not after.legal_moves)
    assert sum(after.placed) - sum(before.placed) == isinstance(step.move, Place)


def following(state: State) -> int:
    return (state.seat + 1) % state.game.seats


def moves_listed(state: State, rng: random.Random) -> None:
    """The legal moves are a sequence: counted, distinct, indexed as they are listed."""
    listed, moves = list(state.legal_moves), state.legal_moves
    assert len(moves) == len(listed) == len(set(listed))
    assert bool(moves) == bool(listed)
    for index in sample(range(len(listed)), 5, rng):
        assert moves[index] == moves[index - len(listed)] == listed[index]
        assert listed[index] in moves
    assert list(moves[1:3]) == listed[1:3]
    for outside in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            moves[outside]


def only_listed_moves_play(state: State, strangers: list[Move]) -> None:
    """Play accepts exactly the moves that are listed, and says why not otherwise."""
    listed = set(state.legal_moves)
    for move in [*strangers, Exchange(), Keep()]:
        assert (move in state.legal_moves) == (move in listed), move
        if move in listed:
            assert state.play(move).before == state
        else:
            with pytest.raises(IllegalMove):
                state.play(move)


def prospects_foretell(state: State, rng: random.Random) -> None:
    """The board's prospects tell, for any tile, the tracks a placement leads to; others score nothing."""
    if state.over or state.asked:
        return
    told = dict(scoring(state))
    places = [move for move in sample(list(state.legal_moves), 3, rng) if isinstance(move, Place)]
    best = max(told, key=lambda place: low(told[place]), default=places[0])
    for place in [*places, best, *sample(list(told), 3, rng)]:
        after = state.play(place).after.tracks[state.seat]
        assert told.get(place, state.tracks[state.seat]) == after


def racks_full(state: State, *, stacked: bool) -> None:
    """Who is not in the middle of a turn has a full rack, as long as there are tiles to fill it."""
    size = state.game.supply.rack
    for seat, rack in enumerate(state.racks):
        busy = state.over or (seat == state.seat and (state.owed > 0 or state.asked))
        source = state.stacks[seat] if stacked else state.bag
        assert len(rack) == size or (len(rack) < size and (busy or not source))


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]
