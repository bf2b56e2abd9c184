"""Resampling: another game that one player cannot tell from the real one.

The tiles that the player has not seen are dealt anew, and the whole game is played again with them. The
result is thrown away if it asks a seat to exchange where the real game did not, or the other way round: every
seat was told of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from random import Random

from axio.rules import AxioError, State
from axio.rules.events import TilesDrawn
from axio.rules.tiles import Tile, in_order
from axio.rules.tracks import lowest

from .game_tree import DrawnTile, MoveWithDraws, TreeNode

TRIES = 100


def resampled(now: TreeNode, player: int, random: Random) -> TreeNode:
    """A node with the same information for the player, and everything else dealt anew."""
    unfit = _unfit(now)
    for _ in range(TRIES):
        dealt = _deal(now.state, player, unfit, random)
        other = _played_again(now, dealt)
        if other is not None:
            return other
    return _redealt(now, dealt)


def _hidden(state: State, player: int) -> Iterator[int]:
    """The numbers of the draws in other racks and in every stack."""
    racks = (rack for seat, rack in enumerate(state.racks) if seat != player)
    return (tile.number for tile in chain(*racks, *state.stacks) if isinstance(tile, DrawnTile))


def _deal(state: State, player: int, unfit: Mapping[int, str], random: Random) -> dict[int, Tile]:
    """An unseen tile for every draw the player has not seen, without the colours the draw cannot show."""
    hidden = sorted(_hidden(state, player), key=lambda number: -len(unfit.get(number, "")))
    unseen = list(state.observe(player).unseen)
    random.shuffle(unseen)
    dealt = {}
    for number in hidden:
        lacks = unfit.get(number, "")
        at = next((i for i, tile in enumerate(unseen) if not any(c in tile for c in lacks)), 0)
        dealt[number] = unseen.pop(at)
    return dealt


def _unfit(now: TreeNode) -> dict[int, str]:
    """By draw the colours its tile cannot show: a seat asked to exchange holds none of its lowest colours."""
    lacks: dict[int, str] = {}
    node = TreeNode.deal(now.state.game, now.history[0].draws)
    for played in now.history[1:]:
        node = _go_on(node, played)
        state = node.state
        if state.asked:
            colours = "".join(lowest(state.tracks[state.seat], state.game.colours))
            for tile in state.racks[state.seat]:
                assert isinstance(tile, DrawnTile)
                lacks[tile.number] = lacks.get(tile.number, "") + colours
    return lacks


def _go_on(node: TreeNode, played: MoveWithDraws) -> TreeNode:
    assert played.move is not None
    return node.play(played.move, played.draws)


def _played_again(now: TreeNode, dealt: Mapping[int, Tile]) -> TreeNode | None:
    """The same moves with other draws; None if a move is impossible or the questions asked differ."""
    numbers = iter(range(now.state.drawn))
    node: TreeNode | None = None
    for played in now.history:
        other = played._replace(draws=tuple([dealt.get(next(numbers), tile) for tile in played.draws]))
        try:
            node = TreeNode.deal(now.state.game, other.draws) if node is None else _go_on(node, other)
        except (AxioError, ValueError):  # an impossible move, or a tile that is not in the bag
            return None
        if node.waiting is not None or node.state.asked != played.asked:
            return None
    return node


def _redealt(now: TreeNode, dealt: Mapping[int, Tile]) -> TreeNode:
    """The present with other tiles and the old past, for when no past fits; the player cannot tell."""
    state = now.state

    def other(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(_as_drawn(tile, dealt) for tile in tiles)

    racks, stacks = tuple(map(other, state.racks)), tuple(map(other, state.stacks))
    bag = list(chain(state.bag, *state.racks, *state.stacks))
    for tile in chain(*racks, *stacks):
        bag.remove(tile)
    told = tuple(
        replace(event, tiles=other(event.tiles)) if isinstance(event, TilesDrawn) else event
        for event in now.told
    )
    numbers = iter(range(state.drawn))
    history = tuple(
        played._replace(draws=tuple(dealt.get(next(numbers), tile) for tile in played.draws))
        for played in now.history
    )
    return TreeNode(replace(state, racks=racks, stacks=stacks, bag=in_order(bag)), told, history)


def _as_drawn(tile: Tile, dealt: Mapping[int, Tile]) -> Tile:
    if not isinstance(tile, DrawnTile) or tile.number not in dealt:
        return tile
    drawn = DrawnTile(dealt[tile.number])
    drawn.number = tile.number
    return drawn
