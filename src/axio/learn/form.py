"""What a network must know of a game: its colours, directions and tiles, and what lies where in its input."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from axio.encoding import GridLayout, layout
from axio.encoding.planes import plane_names
from axio.encoding.wide import MOST, forward, wide_names
from axio.rules import Malformed, game
from axio.rules.board import DominoBoard


@dataclass(frozen=True)
class Form:
    """One game, whatever the number of seats."""

    name: str
    colours: int
    kinds: int
    planes: int
    vector: int
    ways: tuple[tuple[int, int], ...]  # all directions
    forward: tuple[tuple[int, int], ...]  # from a spot's smaller cell
    kind_of: tuple[int, ...]  # of every ordered pair of colours
    shows: tuple[tuple[int, ...], ...]  # per colour and kind, how many marks
    end: int  # of a track, with several seats
    pyramids: bool


@cache
def form_of(name: str) -> Form:
    """The form of a game by name."""
    plan = layout(game(name, MOST))
    if not isinstance(plan, GridLayout):
        raise Malformed(f"{name} has no network yet: expected a game of dominoes")
    board, colours = plan.game.board, plan.game.colours
    assert isinstance(board, DominoBoard)
    numbers = {frozenset(kind): number for number, kind in enumerate(plan.kinds)}
    return Form(
        name=name,
        colours=len(colours),
        kinds=len(plan.kinds),
        planes=len(plane_names(plan)),
        vector=len(wide_names(plan.game)),
        ways=tuple(plan.grid.directions),
        forward=forward(plan),
        kind_of=tuple(numbers[frozenset((a, b))] for a in colours for b in colours),
        shows=tuple(tuple(kind.count(colour) for kind in plan.kinds) for colour in colours),
        end=plan.game.end,
        pyramids=board.stock > 0,
    )
