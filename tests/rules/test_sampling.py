"""Sampled worlds are uniform: counted against every way to deal the tiles that are not seen."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import sqrt
from typing import TypeAlias

import pytest

from axio.rules import State
from axio.rules.tiles import Tile, canonical, in_order

from .positions import position

Rows: TypeAlias = tuple[tuple[Tile, ...], ...]
World: TypeAlias = tuple[Rows, Rows, tuple[Tile, ...]]  # racks in no order, stacks, the bag


def tiny(state: State) -> State:
    """The same position, in a game that has no tiles but those in it."""
    board = [canonical(place.marks) for place in state.board.tiles]
    held = [tile for tiles in (*state.racks, *state.stacks, state.bag) for tile in tiles]
    return replace(state, game=replace(state.game, tiles=in_order([*board, *held])))


CASES = {
    "racks": position(seats=4, racks=["RR", "RG GB", "BO", "OP"], tiles="Ra1-Ga2", bag="RR"),
    "twins": position(seats=3, racks=["RR", "RG RG", "BB"], bag="RG BB BB"),
    "asked": position(
        seats=3,
        racks=["RR", "GG GO", "RB"],
        seat=1,
        asked=True,
        tracks=[[1] * 5, [0, 1, 2, 2, 2]],
        bag="RG BB GG",
    ),
    "asked with ties": position(
        "hex",
        racks=["YY OP", "GG PY"],
        seat=1,
        asked=True,
        tracks=[[1] * 6, [0, 1, 2, 0, 2, 2]],
        bag="GY RY BP GO",
    ),
    "stacks": position(
        "rota", tiles="RPBG@0,0", racks=["RGBO", "RGOB"], stacks=["RBGO RBOG", "ROGB"], bag="RGBP RBPO"
    ),
}
TINY = {name: tiny(state) for name, state in CASES.items()}
VIEWS = [(name, viewer) for name in CASES for viewer in (0, 1, None)]


def world(
    racks: tuple[tuple[Tile, ...], ...], stacks: tuple[tuple[Tile, ...], ...], bag: tuple[Tile, ...]
) -> World:
    return tuple(map(in_order, racks)), stacks, in_order(bag)


def dealt(tiles: tuple[Tile, ...], state: State, viewer: int | None) -> World:
    """The world in which these tiles, in this order, lie where the viewer cannot see."""
    left = list(tiles)
    racks = [
        rack if seat == viewer else tuple(left.pop() for _ in rack) for seat, rack in enumerate(state.racks)
    ]
    stacks = tuple(tuple(left.pop() for _ in stack) for stack in state.stacks)
    return world(tuple(racks), stacks, tuple(left))


def possible(found: World, state: State) -> bool:
    """Whether the seat that is asked holds no tile with one of its lowest colours."""
    if not state.asked:
        return True
    scores = dict(zip(state.game.colours, state.tracks[state.seat], strict=True))
    lowest = {colour for colour, score in scores.items() if score == min(scores.values())}
    return not lowest & set("".join(found[0][state.seat]))


@cache
def all_worlds(state: State, viewer: int | None) -> dict[World, float]:
    """Every world and its probability, by dealing the unseen tiles in every order."""
    unseen = [rack for seat, rack in enumerate(state.racks) if seat != viewer]
    hidden = [tile for tiles in (*unseen, *state.stacks, state.bag) for tile in tiles]
    counts = Counter(dealt(order, state, viewer) for order in permutations(hidden))
    fitting = {found: count for found, count in counts.items() if possible(found, state)}
    return {found: count / sum(fitting.values()) for found, count in fitting.items()}


@pytest.mark.parametrize(("name", "viewer"), VIEWS)
def test_worlds_are_uniform(name: str, viewer: int | None) -> None:
    """Every way to deal the unseen tiles that the present phase allows is equally likely."""
    state = TINY[name]
    expected = all_worlds(state, viewer)
    view = state.observe(viewer)
    size = 10 * len(expected) + 300
    samples = [view.sample(f"{name} {viewer} {number}") for number in range(size)]
    found = Counter(world(each.racks, each.stacks, each.bag) for each in samples)
    assert set(found) <= set(expected)
    square = sum((found[key] - size * share) ** 2 / (size * share) for key, share in expected.items())
    freedom = len(expected) - 1
    assert square <= freedom + 4 * sqrt(2 * freedom)  # chi-square: mean, and four deviations


def test_the_cases_leave_something_to_sample() -> None:
    """The cases above have many worlds, and the question takes some of them away."""
    for name, viewer in VIEWS:
        state = TINY[name]
        assert len(all_worlds(state, viewer)) > 5
        if state.asked and viewer != state.seat:
            assert len(all_worlds(state, viewer)) < len(all_worlds(replace(state, asked=False), viewer))
