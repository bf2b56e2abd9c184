"""Search building blocks: worlds a seat cannot tell apart, played out many at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, overload

import numpy as np

from axio.encoding import Layout
from axio.encoding.actions import decode, encode, mover_rack
from axio.kernel.device.shared.row import (
    BAG,
    BAG_SIZE,
    DRAWN,
    ENDING,
    KEY,
    RACK_STRIDE,
    RACKS,
    SEAT,
    Bytes,
    Ints,
    Kinds,
    Words,
)
from axio.rules import Malformed, Move, Observation, State
from axio.rules.tiles import Tile

from .batch import keys
from .plans import Plan, plan_of
from .playouts import NO_DRAWS, Floats, Playouts, play_out, played_on, solve
from .policy_table import TIES, PolicyLike, policy_values
from .row_codec import load_state, load_view, stack_places, store_state
from .threads import spread


class Slot(NamedTuple):
    """A tile of a rack, by its seat and its place."""

    seat: int
    place: int


@dataclass(frozen=True, eq=False)
class Worlds:
    """States of one position that differ in what is hidden. Candidates are tried in the same worlds,
    with the same draws: world k gives every candidate the same luck."""

    plan: Plan
    rack: tuple[str, ...]  # of the seat to move, for the numbers of its moves
    rows: Words
    draws: Kinds = field(default_factory=lambda: NO_DRAWS)  # tile kinds by number; -1: chance decides

    @classmethod
    def sample(cls, view: Observation, count: int | range, seed: int = 0) -> Worlds:
        """Worlds a viewer cannot tell from the real one. A range gives those of these numbers: world k of
        a seed is the same world whatever else is asked for."""
        numbers = range(count) if isinstance(count, int) else count
        if numbers.step != 1 or numbers.start < 0:
            raise Malformed(f"{numbers} are not numbers of worlds: expected 0 or more, one after the other")
        plan = plan_of(view.game)
        known = np.zeros(plan.tables.row_words, np.uint64)
        load_view(plan.layout, plan.tables, view, known)
        rows = np.empty((len(numbers), known.size), np.uint64)
        viewer = -1 if view.viewer is None else view.viewer
        args = (
            rows,
            rows.view(np.uint8),
            known,
            plan.tables,
            viewer,
            _signed(seed),
            numbers.start,
            _first_draws(plan, view, numbers, seed),
        )
        spread(plan.run["sample_game"], len(numbers), args, threads=1)
        return cls(plan, view.rack if view.viewer == view.seat else (), rows)

    @classmethod
    def load(cls, states: Sequence[State]) -> Worlds:
        """Given states, of one game; draws to come are the kernel's own, from each state's key."""
        plan = plan_of(states[0].game)
        rows = np.empty((len(states), plan.tables.row_words), np.uint64)
        for row, state in zip(rows, states, strict=True):
            if state.game is not states[0].game:
                raise Malformed("worlds of different games: expected one game and number of seats")
            load_state(plan.layout, plan.tables, state, row)
        return cls(plan, mover_rack(states[0]), rows)

    @classmethod
    def redraw(
        cls,
        state: State,
        count: int,
        seed: int = 0,
        *,
        slots: Sequence[Slot] = (),
        apart: tuple[Tile, ...] = (),
        firsts: Sequence[Tile] = (),
    ) -> Worlds:
        """The same state with other luck: the bag, the stacks and the tiles in these slots are drawn anew.

        Tiles of the bag that lie `apart` are drawn only later. With `firsts` there is a block of worlds for
        each of these tiles, which lies in the first slot; the worlds of two blocks differ in nothing else but
        the tile that it changed places with.
        """
        plan = plan_of(state.game)
        row = np.empty(plan.tables.row_words, np.uint64)
        load_state(plan.layout, plan.tables, state, row)
        # In order: world k must not depend on which of the tiles lies where now.
        pool = sorted(plan.layout.number[tile] for tile in drawable(state, slots, apart))
        words = keys(seed, count * (len(pool) + 1)).reshape(count, -1)
        order = np.argsort(words[:, 1:], axis=1, kind="stable")
        if firsts:
            order = np.concatenate([_led_by(order, pool.index(plan.layout.number[tile])) for tile in firsts])
        rows = np.repeat(row[np.newaxis], len(order), axis=0)
        rows[:, KEY], rows[:, DRAWN] = np.tile(words[:, 0], len(order) // count), 0
        drawn = np.array(pool, np.uint8)[order]
        _put(plan, rows.view(np.uint8), drawn, _places(plan, state, slots), apart)
        return cls(plan, mover_rack(state), rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, part: slice) -> Worlds:
        return Worlds(self.plan, self.rack, self.rows[part], self.draws)

    def actions(self, moves: Sequence[Move]) -> Ints:
        """The numbers of moves."""
        if isinstance(moves, NumberedMoves):
            return moves.numbers
        return np.array([encode(self.plan.layout, move, self.rack) for move in moves], np.int64)

    def states(self) -> list[State]:
        """The worlds as plain states."""
        return [store_state(self.plan.layout, self.plan.tables, row) for row in self.rows]

    def playouts(
        self,
        moves: Sequence[Move] | None = None,
        *,
        policy: PolicyLike = "concave",
        limit: int | None = None,
        threads: int | None = None,
    ) -> Playouts:
        """Every move in every world, then the policy for all seats to the end (or for `limit` plies).

        Without moves the policy plays from here. The moves must be legal in every world.
        """
        actions = np.array([-1]) if moves is None else self.actions(moves)
        values = policy_values(self.plan.layout.game, policy)
        return play_out(self.plan, self.rows, actions, values, limit, threads, self.draws)

    def until(self, seat: int, policy: PolicyLike) -> Worlds:
        """The same worlds, played on by the policy until it is the turn of this seat, or the game is over."""
        rows, values = self.rows.copy(), policy_values(self.plan.layout.game, policy)
        b = rows.view(np.uint8)
        while (waiting := np.flatnonzero((b[:, SEAT] != seat) & (b[:, ENDING] == 0))).size:
            rows[waiting] = played_on(self.plan, rows[waiting], np.array([-1]), values, limit=1)
        return Worlds(self.plan, (), rows)

    def solved(
        self, moves: Sequence[Move], *, nodes: int = 4000, threads: int | None = None
    ) -> Playouts | None:
        """Every move in every world, then the best play of all seats, each of them seeing the whole world.

        None where a game may go on for too many plies, or takes more than so many nodes.
        """
        return solve(self.plan, self.rows, self.actions(moves), nodes, threads)

    def lookahead(self, moves: Sequence[Move], policy: PolicyLike = "denying") -> Floats:
        """Per move what it adds to the policy's worth of the seat's scores, less what it leaves to the next
        seat, on the mean over the worlds."""
        plan, actions = self.plan, self.actions(moves)
        count = len(actions) * len(self.rows)
        rows = np.empty((count, plan.tables.row_words), np.uint64)
        worth = np.empty(count, np.int64)
        args = (
            *(rows.view(np.uint8), rows, self.rows, plan.tables, actions, plan.point_maps(count)),
            *(policy_values(plan.layout.game, policy), NO_DRAWS, plan.policy_scratch(count), worth),
        )
        spread(plan.run["lookahead_game"], count, args)
        return np.asarray(worth.reshape(len(actions), -1).mean(axis=1) / 2**TIES, np.float64)


def playouts(
    view: Observation,
    moves: Sequence[Move] | None = None,
    *,
    worlds: int | range = 64,
    policy: PolicyLike = "concave",
    seed: int = 0,
    limit: int | None = None,
    threads: int | None = None,
) -> Playouts:
    """Sample worlds of a view and play every legal move (or the given ones) out in each of them."""
    sampled = Worlds.sample(view, worlds, seed)
    if moves is not None:
        for move in moves:
            view.legal_moves.check(move)  # type: ignore[attr-defined]  # a viewer to move has LegalMoves
    return sampled.playouts(moves, policy=policy, limit=limit, threads=threads)


@dataclass(frozen=True, eq=False)
class NumberedMoves(Sequence[Move]):
    """Moves by their action numbers. Each is decoded when it is asked for: most never are."""

    layout: Layout
    rack: tuple[str, ...]
    numbers: Ints

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> NumberedMoves: ...
    def __getitem__(self, at: int | slice) -> Move | NumberedMoves:
        if isinstance(at, slice):
            return NumberedMoves(self.layout, self.rack, self.numbers[at])
        return decode(self.layout, int(self.numbers[at]), self.rack)


def numbered(view: Observation, actions: Ints) -> NumberedMoves:
    """The moves of these numbers."""
    return NumberedMoves(plan_of(view.game).layout, mover_rack(view), actions)


def appraised(
    position: State | Observation, policy: PolicyLike = "concave", top: int | None = None
) -> list[tuple[Move, float]]:
    """The legal moves by what they gain at once for the seat to move, the best first; ties in order."""
    moves, worth = _appraise(position, policy, top)
    return list(zip(moves, worth.astype(float).tolist(), strict=True))


def best_by_gain(position: State | Observation, policy: PolicyLike, top: int) -> NumberedMoves:
    """The moves of `appraised` alone."""
    return _appraise(position, policy, top)[0]


def _appraise(
    position: State | Observation, policy: PolicyLike, top: int | None
) -> tuple[NumberedMoves, Ints]:
    plan = plan_of(position.game)
    row = np.zeros((1, plan.tables.row_words), np.uint64)
    if isinstance(position, State):
        load_state(plan.layout, plan.tables, position, row[0])
    else:
        load_view(plan.layout, plan.tables, position, row[0])
    found, worth = (np.zeros((1, plan.layout.most_legal), np.int64) for _ in range(2))
    counts = np.zeros(1, np.int64)
    point_map = np.zeros((1, plan.map_bytes), np.uint8)
    values = policy_values(position.game, policy)
    plan.run["appraise_game"](
        0, 1, (row.view(np.uint8), row, plan.tables, point_map, values, found, worth, counts)
    )
    order = np.argsort(-worth[0, : counts[0]], kind="stable")[:top]
    return NumberedMoves(plan.layout, mover_rack(position), found[0, order]), worth[0, order]


def _first_draws(plan: Plan, view: Observation, numbers: range, seed: int) -> Kinds:
    """The first hidden tile of each world: every unseen tile comes to that place in turn, in an order of
    chance, so that as many worlds as there are such tiles hold each of them once."""
    if not view.unseen or (view.asked and view.viewer != view.seat):  # whoever is asked cannot hold them all
        return np.empty((len(numbers), 0), np.int8)
    unseen = [plan.layout.number[tile] for tile in view.unseen]
    Random(seed).shuffle(unseen)
    turns = np.arange(numbers.start, numbers.stop) % len(unseen)
    return np.array(unseen, np.int8)[turns].reshape(-1, 1)


def drawable(state: State, slots: Sequence[Slot] = (), apart: tuple[Tile, ...] = ()) -> list[Tile]:
    """The tiles that chance deals out: in the slots, on the stacks, and in the bag but for those apart."""
    bag = Counter(state.bag) - Counter(apart)
    held = [state.racks[slot.seat][slot.place] for slot in slots]
    return [*held, *(tile for stack in state.stacks for tile in stack), *bag.elements()]


def _places(plan: Plan, state: State, slots: Sequence[Slot]) -> list[int]:
    """Where in a row the first of these tiles lie: in the slots, then on the stacks."""
    held = [RACKS + RACK_STRIDE * slot.seat + slot.place for slot in slots]
    sizes = enumerate(map(len, state.stacks))
    stacked = [stack_places(plan.layout, plan.tables, seat, size) for seat, size in sizes]
    return [*held, *(place for places in stacked for place in places)]


def _led_by(order: Ints, tile: int) -> Ints:
    """These orders of tiles, with one of the tiles brought to the front."""
    led, at = order.copy(), np.argmax(order == tile, axis=1)
    led[np.arange(len(led)), at] = led[:, 0]
    led[:, 0] = tile
    return led


def _put(plan: Plan, b: Bytes, drawn: Bytes, places: Sequence[int], apart: tuple[Tile, ...]) -> None:
    """Put tiles to their places in each row, and the rest of them into the bag."""
    kinds = plan.tables.kinds
    rest = drawn[:, len(places) :]
    if places:
        b[:, places] = drawn[:, : len(places)]
    flat = rest + kinds * np.arange(len(b))[:, np.newaxis]
    counts = np.bincount(flat.reshape(-1), minlength=kinds * len(b)).reshape(-1, kinds)
    for tile in apart:
        counts[:, plan.layout.number[tile]] += 1
    b[:, 8 * BAG : 8 * BAG + kinds] = counts
    b[:, BAG_SIZE] = rest.shape[1] + len(apart)


def _signed(seed: int) -> np.int64:
    """Any whole number as 64 bits."""
    return np.uint64(seed % 2**64).astype(np.int64)
