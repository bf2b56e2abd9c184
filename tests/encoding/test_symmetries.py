"""Symmetries: which there are, and that the turned and recoloured game is the same game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import numpy as np
import pytest

import axio
from axio.encoding import action_of, legal_actions, move_of, planes, vector
from axio.encoding.moving import action_table
from axio.encoding.symmetries import Symmetry, symmetries
from axio.rules.board import DominoBoard
from axio.rules.display import Display
from axio.rules.grid import grid as grid_of
from axio.rules.tiles import canonical


@pytest.mark.parametrize(("name", "count"), [("axio", 8 * 120), ("hex", 12 * 720), ("rota", 40)])
def test_the_group_has_its_size(name: str, count: int) -> None:
    """AXIO 8 and hex 12 maps of the board, each with every recolouring; rota 40 in all; no two alike."""
    group = symmetries(axio.game(name, 2))
    assert len(group) == len({(each.matrix, each.colours) for each in group}) == count
    assert np.array_equal(group[0].cells, np.arange(group[0].cells.size))
    assert np.array_equal(group[0].planes, np.arange(group[0].planes.size))


def test_the_groups_follow_from_tiles_and_printed_spaces() -> None:
    """Derived anew: the recolourings that keep the bag, the maps that keep sides and printed places."""
    for name in ("axio", "hex"):
        game = axio.game(name, 2)
        bag = Counter(game.tiles)
        kept = sum(
            Counter(
                canonical(tile.translate(str.maketrans(game.colours, "".join(to)))) for tile in game.tiles
            )
            == bag
            for to in permutations(game.colours)
        )
        board = game.board
        assert isinstance(board, DominoBoard)
        grid = board.grid
        sides = {frozenset((a, b)) for a in range(len(grid.cells)) for b in grid.neighbours[a]}
        maps = {each.matrix: each for each in symmetries(game)}
        for each in maps.values():
            to = [grid.number[each.moved(cell)] for cell in grid.cells]
            assert {frozenset((to[a], to[b])) for a, b in map(tuple, sides)} == sides
            assert {each.moved(cell) for cell in grid.printed} == set(grid.printed)
        assert len(symmetries(game)) == kept * len(maps)
    tiles = set(axio.game("rota", 2).tiles)
    found = 0
    for colours in permutations("RGBOP"):
        recoloured = {canonical(tile.translate(str.maketrans("RGBOP", "".join(colours)))) for tile in tiles}
        mirrored = {canonical(tile[::-1]) for tile in recoloured}
        found += 4 * ((recoloured == tiles) + (mirrored == tiles))
    assert found == len(symmetries(axio.game("rota", 2)))


@pytest.mark.parametrize("name", ["axio", "hex", "rota"])
def test_a_moved_game_is_the_same_game(name: str) -> None:
    """Playing the moved action in the moved position gives the moved result: planes, vector, legal set."""
    random = Random(name)
    group = symmetries(axio.game(name, 2))
    for each in [group[random.randrange(len(group))] for _ in range(6)]:
        state = axio.deal(name, 2, f"moved {each.matrix}")
        other_game = _moved_game(each)
        while not state.over:
            other = _moved_state(each, other_game, state)
            table = action_table(each, state.racks[state.seat][0] if name == "rota" else None)
            legal = legal_actions(state)
            assert sorted(table[legal].tolist()) == legal_actions(other).tolist()
            action = int(random.choice(legal))
            for seat in (0, 1):
                view, moved = state.observe(seat), other.observe(seat)
                assert np.array_equal(each.apply(planes(view)), planes(moved))
                assert np.array_equal(vector(view), vector(moved)[each.vector])
            after = state.play(move_of(state, action)).after
            there = other.play(move_of(other, int(table[action]))).after
            assert _recoloured(each, after.tracks) == there.tracks
            assert np.array_equal(each.apply(planes(after.observe(0))), planes(there.observe(0)))
            state = after


def test_actions_of_a_display_need_the_tile_held() -> None:
    """Without the tile a rota action has no direction."""
    each = symmetries(axio.game("rota", 2))[3]
    with pytest.raises(ValueError, match="held"):
        action_table(each)
    assert action_of(axio.deal("rota", 2, "7"), axio.parse_move("RBG.@-1,0")) >= 0


def _moved_game(each: Symmetry) -> axio.Game:
    """The game with its printed colours moved along."""
    game = each.plan.game
    if not isinstance(game.board, DominoBoard):
        return game
    grid = game.board.grid
    printed = {each.moved(cell): each.mark(colour) for cell, colour in grid.printed.items()}
    return replace(
        game, board=DominoBoard.empty(grid_of(grid.cells, grid.directions, printed), game.board.stock)
    )


def _moved_state(each: Symmetry, game: axio.Game, state: axio.State) -> axio.State:
    if isinstance(state.board, Display):
        laid = {
            each.moved(cell): "".join(map(each.mark, each._seen(marks)))
            for cell, marks in state.board.laid.items()
        }
        board: DominoBoard | Display = Display.of(state.game.colours, laid)
    else:
        tiles = [
            axio.Place("".join(map(each.mark, place.marks)), tuple(map(each.moved, place.at)))
            for place in state.board.tiles
        ]
        assert isinstance(game.board, DominoBoard)
        board = game.board.restored(tiles, [each.moved(cell) for cell in state.board.pyramids])
    kinds, numbers, to = each.plan.kinds, each.plan.number, each.kinds

    def moved(tiles: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(kinds[to[numbers[tile]]] for tile in tiles)

    return replace(
        state,
        game=game,
        board=board,
        tracks=_recoloured(each, state.tracks),
        racks=tuple(map(moved, state.racks)),
        stacks=tuple(map(moved, state.stacks)),
        bag=tuple(sorted(moved(state.bag), key=lambda tile: numbers[tile])),
    )


def _recoloured(each: Symmetry, tracks: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    back = {to: colour for colour, to in enumerate(each.colours)}
    return tuple(tuple(scores[back[colour]] for colour in range(len(scores))) for scores in tracks)
