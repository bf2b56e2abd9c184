"""Luck is what chance brought and nothing else."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from axio.kernel import Worlds
from axio.kernel.host.worlds import Slot, drawable
from axio.review import Review, review
from axio.review.luck import TrueWorld, drawn_in
from axio.rules import Exchange, State
from axio.rules.events import TilesDrawn
from axio.rules.state import Step
from axio.rules.tiles import Tile, in_order

from .games import GAMES, played


def with_tile(state: State, slot: Slot, tile: Tile) -> State:
    """The same state, but for one tile of a rack that changed places with another."""
    held = state.racks[slot.seat][slot.place]
    rack = list(state.racks[slot.seat])
    rack[slot.place] = tile
    racks = (*state.racks[: slot.seat], tuple(rack), *state.racks[slot.seat + 1 :])
    rest = Counter(drawable(state, [slot]))
    rest.subtract([tile])
    hidden = list(rest.elements())
    stacks = []
    for stack in state.stacks:
        stacks.append(tuple(hidden[: len(stack)]))
        del hidden[: len(stack)]
    assert held in drawable(state, [slot])
    return replace(state, racks=racks, stacks=tuple(stacks), bag=in_order(hidden))


@pytest.mark.parametrize(("game", "seats"), [("axio", 2), ("rota", 2), ("hex", 1), ("rota", 3)])
def test_luck_is_zero_over_all_tiles_that_could_come(game: str, seats: int) -> None:
    """For every draw of one tile, luck weighted by how many of each tile there are is exactly zero."""
    world, record = TrueWorld(64, ""), played(game, seats)
    for ply, step in list(enumerate(record.steps()))[4:12:7]:
        drawn = drawn_in(step)
        if drawn is None or len(drawn.tiles) != 1 or step.after.over:
            continue
        slot = drawn.slots(step.after)[0]
        pool = Counter(drawable(step.after, [slot]))
        total = np.zeros(seats)
        for tile, count in pool.items():
            other = with_tile(step.after, slot, tile)
            told = (TilesDrawn(slot.seat, (tile,)),)
            _, _, draws, _ = world.follow(Step(step.before, step.move, other, told), ply + 1)
            total += count * np.array(draws[0].luck)
        assert total / pool.total() == pytest.approx(np.zeros(seats), abs=2e-6)


@pytest.mark.parametrize("game", GAMES)
def test_redrawn_worlds_keep_what_is_known(game: str) -> None:
    """Racks, board and all tiles together stay; the bag and the stacks change, and a first tile is where it
    should be."""
    step = list(played(game, 2).steps())[6]
    state, slot = step.after, Slot(1, 0)
    kinds = in_order(set(drawable(state, [slot])))
    for number, world in enumerate(Worlds.redraw(state, 3, 5, slots=[slot], firsts=kinds).states()):
        assert world.racks[1][0] == kinds[number // 3]
        assert world.racks[0] == state.racks[0]
        assert (world.board, world.tracks, world.seat) == (state.board, state.tracks, state.seat)
        assert [len(stack) for stack in world.stacks] == [len(stack) for stack in state.stacks]
        assert Counter(drawable(world, [slot])) == Counter(drawable(state, [slot]))
        assert world.racks[1][1:] == state.racks[1][1:]


def test_every_tile_comes_as_often_as_it_lies_there() -> None:
    """What is drawn anew is drawn uniformly, behind a first tile too."""
    state = list(played("rota", 2).steps())[6].after
    slots = [Slot(0, 0), Slot(1, 0)]
    pool = drawable(state, slots)
    worlds = Worlds.redraw(state, 4000, 1, slots=slots, firsts=[pool[0]]).states()
    for found in (
        Counter(world.racks[1][0] for world in worlds),
        Counter(world.stacks[0][0] for world in worlds),
    ):
        expected = 4000 / (len(pool) - 1)
        assert len(found) == len(pool) - 1
        assert sum((count - expected) ** 2 / expected for count in found.values()) < 2 * len(pool)


def test_tiles_apart_are_not_drawn() -> None:
    """What was shown in an exchange goes back into the bag and cannot be the tile that comes."""
    for seed in map(str, range(20)):
        for step in played("axio", 2, seed=seed).steps():
            if isinstance(step.move, Exchange):
                drawn = drawn_in(step)
                assert drawn is not None and drawn.apart == step.before.racks[step.before.seat]
                slots = drawn.slots(step.after)
                pool = Counter(drawable(step.after, slots, drawn.apart))
                assert pool == Counter(step.before.bag)
                worlds = Worlds.redraw(step.after, 50, 2, slots=slots, apart=drawn.apart).states()
                assert all(not Counter(w.racks[drawn.seat]) - pool for w in worlds)
                assert all(not Counter(drawn.apart) - Counter(w.bag) for w in worlds)
                return
    raise AssertionError("no game with an exchange")


def test_luck_is_zero_on_the_mean() -> None:
    """Over some games, the luck of a seat's draws is within three standard errors of zero."""
    sums = [luck_of(review(played("rota", 2, seed=str(seed)), work=8)) for seed in range(8)]
    assert abs(np.mean(sums)) < 3 * np.std(sums, ddof=1) / np.sqrt(len(sums))


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_luck_is_zero_on_the_mean_over_many_games(game: str, seats: int) -> None:
    """The same for each seat and phase, over hundreds of games of each kind."""
    found = [review(played(game, seats, seed=str(seed)), work=64) for seed in range(330)]
    for seat in range(seats):
        for low, high in ((-1, 0), (0, 10), (10, 99)):
            sums = [phase_luck(each, seat, low, high) for each in found]
            assert abs(np.mean(sums)) <= 3 * np.std(sums, ddof=1) / np.sqrt(len(sums))


def luck_of(found: Review) -> float:
    return found.accounts[0].luck


def phase_luck(found: Review, seat: int, low: int, high: int) -> float:
    """A seat's luck by the draws from one ply up to another; ply -1 is the deal."""
    parts = [(-1, found.deal.draws), *((ply, part.draws) for ply, part in enumerate(found.plies))]
    return sum(draw.luck[seat] for ply, draws in parts if low <= ply < high for draw in draws)
