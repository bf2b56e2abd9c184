"""A game that small boards replay: for a game whose pages have none of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

from axio.bots import USUAL, make
from axio.rules import State, deal
from axio.server.schemas.tables import Demo

SEED = "welcome"
PLIES = 30
PLAYER = "greedy"  # quick, and plays every game


@cache
def demo(game: str) -> Demo:
    """The first moves of a game between two bots."""
    return demo_of(played(game))


def demo_of(states: Iterable[State]) -> Demo:
    """What lies on the board first, then tile by tile with the pyramids that each brings."""
    first, *others = states
    start = [str(place) for place in first.board.tiles]
    laid, frames = {*start}, []
    for before, after in pairwise([first, *others]):
        fresh = [text for place in after.board.tiles if (text := str(place)) not in laid]
        laid.update(fresh)
        if fresh:
            pyramids = [str(cell) for cell in after.board.pyramids if cell not in before.board.pyramids]
            frames.append((fresh[0], pyramids))
    return Demo(start=start, frames=frames)


def played(game: str) -> Iterator[State]:
    """The positions of such a game, from the deal on."""
    bot, state = make(PLAYER), deal(game, 2, SEED)
    yield state
    for ply in range(PLIES):
        if state.over:
            break
        state = state.play(bot.choose(state.observe(state.seat), USUAL, f"{SEED} {ply}".encode()).move).after
        yield state
