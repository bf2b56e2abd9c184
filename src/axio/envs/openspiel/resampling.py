"""Another game that one player could not tell from the real one.

The tiles the player has not seen are dealt anew, and the whole game is played again with them. A game in
which anyone would have been asked to exchange where nobody was, or the other way round, is thrown away: that
was told to all.
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

from .moment import Drawn, Moment, Played

TRIES = 100


def resampled(now: Moment, player: int, random: Random) -> Moment:
    """A moment with the same information for the player, everything else dealt anew."""
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
    return (tile.number for tile in chain(*racks, *state.stacks) if isinstance(tile, Drawn))


def _deal(state: State, player: int, unfit: Mapping[int, str], random: Random) -> dict[int, Tile]:
    """For every draw the player has not seen a tile it has not seen, none of a colour it is known to lack."""
    hidden = sorted(_hidden(state, player), key=lambda number: -len(unfit.get(number, "")))
    unseen = list(state.observe(player).unseen)
    random.shuffle(unseen)
    dealt = {}
    for number in hidden:
        lacks = unfit.get(number, "")
        at = next((i for i, tile in enumerate(unseen) if not any(c in tile for c in lacks)), 0)
        dealt[number] = unseen.pop(at)
    return dealt


def _unfit(now: Moment) -> dict[int, str]:
    """By number of a draw the colours its tile does not show: who is asked to exchange has none of them."""
    lacks: dict[int, str] = {}
    moment = Moment.deal(now.state.game, now.history[0].draws)
    for played in now.history[1:]:
        moment = _go_on(moment, played)
        state = moment.state
        if state.asked:
            colours = "".join(lowest(state.tracks[state.seat], state.game.colours))
            for tile in state.racks[state.seat]:
                assert isinstance(tile, Drawn)
                lacks[tile.number] = lacks.get(tile.number, "") + colours
    return lacks


def _go_on(moment: Moment, played: Played) -> Moment:
    assert played.move is not None
    return moment.play(played.move, played.draws)


def _played_again(now: Moment, dealt: Mapping[int, Tile]) -> Moment | None:
    """The same moves with other draws; none if they do not fit or other questions are asked."""
    numbers = iter(range(now.state.drawn))
    moment: Moment | None = None
    for played in now.history:
        other = played._replace(draws=tuple([dealt.get(next(numbers), tile) for tile in played.draws]))
        try:
            moment = Moment.deal(now.state.game, other.draws) if moment is None else _go_on(moment, other)
        except (AxioError, ValueError):  # a move it could not make, a tile that was not in the bag
            return None
        if moment.waiting is not None or moment.state.asked != played.asked:
            return None
    return moment


def _redealt(now: Moment, dealt: Mapping[int, Tile]) -> Moment:
    """The present with other tiles and the past as it was, where no past fits: the player cannot tell."""
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
    return Moment(replace(state, racks=racks, stacks=stacks, bag=in_order(bag)), told, history)


def _as_drawn(tile: Tile, dealt: Mapping[int, Tile]) -> Tile:
    if not isinstance(tile, Drawn) or tile.number not in dealt:
        return tile
    drawn = Drawn(dealt[tile.number])
    drawn.number = tile.number
    return drawn
