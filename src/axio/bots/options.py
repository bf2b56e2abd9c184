"""The placements of a rack, gathered by what they score: many moves, few different results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from axio.rules import Observation, Place
from axio.rules.game import Game
from axio.rules.laying import Prospect, Step
from axio.rules.tiles import EMPTY, Colour, Marks, Tile, distinct, orientations
from axio.rules.tracks import Tracks, advanced, in_favour

Gains: TypeAlias = tuple[tuple[Step, ...], tuple[Step, ...]]  # of the marks, of the pyramids


class Reading(NamedTuple):
    """A tile turned one way: its marks, which is empty, and how they read plain or with a colour named."""

    marks: Marks
    blank: int
    plain: tuple[tuple[Colour | None, Marks], ...]
    named: tuple[tuple[Colour | None, Marks], ...]


class Option(NamedTuple):
    """One placement, made into a move only when somebody wants it."""

    prospect: Prospect
    marks: Marks
    named: Colour | None

    @property
    def place(self) -> Place:
        return Place(self.marks, self.prospect.cells, self.named)


def readings(tiles: Iterable[Tile], colours: str) -> list[Reading]:
    """Every different tile in every way it can lie."""
    return [_reading(marks, colours) for tile in distinct(tiles) for marks in orientations(tile)]


def _reading(marks: Marks, colours: str) -> Reading:
    named = tuple((colour, marks.replace(EMPTY, colour)) for colour in colours)
    return Reading(marks, marks.find(EMPTY), ((None, marks),), named)


def options(view: Observation) -> dict[Gains, list[Option]]:
    """The viewer's placements, those that score the same together."""
    found: dict[Gains, list[Option]] = {}
    turned = readings(view.rack, view.game.colours)
    for prospect in view.board.prospects(view.first):
        points, names, raises = prospect.points, prospect.names, prospect.pyramids
        for marks, blank, plain, naming in turned:
            for named, coloured in naming if blank >= 0 and names[blank] else plain:
                scored = tuple([(c, seen[c]) for c, seen in zip(coloured, points, strict=True) if c in seen])
                option = Option(prospect, marks, named)
                pyramids = tuple(prospect.steps(option.place)[1]) if raises else ()
                found.setdefault((scored, pyramids), []).append(option)
    return found


def tracks_after(game: Game, tracks: Tracks, gains: Gains) -> Tracks:
    """Where a seat's tracks come to with these gains."""
    marks, pyramids = gains
    steps: Sequence[Step] = marks
    if len(game.stops) > 1:  # elsewhere the order of the marks does not matter
        steps = [marks[index] for index in in_favour(marks, tracks, game.colours, game.stops)]
    return advanced(tracks, [*steps, *pyramids], game.colours, game.stops)
