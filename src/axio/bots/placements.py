"""The placements of a rack, gathered by what they score, and what tracks are worth while a game goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from axio.rules import Observation, Place
from axio.rules.game import Game
from axio.rules.laying import Prospect, Step
from axio.rules.tiles import EMPTY, Colour, Marks, Tile, distinct, orientations
from axio.rules.tracks import Tracks, advance, advanced, in_favour

Gains: TypeAlias = tuple[tuple[Step, ...], tuple[Step, ...]]  # of the marks, of the pyramids
Worths: TypeAlias = Mapping[Colour, Sequence[float]]  # per colour, what a step of so many points is worth


class Orientation(NamedTuple):
    """A tile turned one way: its marks, which is empty, and how they read plain or with a colour named."""

    marks: Marks
    blank: int
    plain: tuple[tuple[Colour | None, Marks], ...]
    named: tuple[tuple[Colour | None, Marks], ...]


class Placement(NamedTuple):
    """One placement, made into a move only when somebody wants it."""

    prospect: Prospect
    marks: Marks
    named: Colour | None

    @property
    def place(self) -> Place:
        return Place(self.marks, self.prospect.cells, self.named)


def orientations_of(tiles: Iterable[Tile], colours: str) -> list[Orientation]:
    """Every different tile in every way it can lie."""
    return [_orientation(marks, colours) for tile in distinct(tiles) for marks in orientations(tile)]


def _orientation(marks: Marks, colours: str) -> Orientation:
    named = tuple((colour, marks.replace(EMPTY, colour)) for colour in colours)
    return Orientation(marks, marks.find(EMPTY), ((None, marks),), named)


def placements_of(view: Observation) -> dict[Gains, list[Placement]]:
    """The viewer's placements, those that score the same together."""
    found: dict[Gains, list[Placement]] = {}
    turned = orientations_of(view.rack, view.game.colours)
    for prospect in view.board.prospects(view.first):
        points, names, raises = prospect.points, prospect.names, prospect.pyramids
        for marks, blank, plain, naming in turned:
            for named, coloured in naming if blank >= 0 and names[blank] else plain:
                scored = tuple([(c, seen[c]) for c, seen in zip(coloured, points, strict=True) if c in seen])
                placement = Placement(prospect, marks, named)
                pyramids = tuple(prospect.steps(placement.place)[1]) if raises else ()
                found.setdefault((scored, pyramids), []).append(placement)
    return found


def tracks_after(game: Game, tracks: Tracks, gains: Gains) -> Tracks:
    """Where a seat's tracks come to with these gains."""
    marks, pyramids = gains
    steps: Sequence[Step] = marks
    if len(game.stops) > 1:  # elsewhere the order of the marks does not matter
        steps = [marks[index] for index in in_favour(marks, tracks, game.colours, game.stops)]
    return advanced(tracks, [*steps, *pyramids], game.colours, game.stops)


class Curve:
    """A concave worth: a colour's first point counts 1, every further one `slope` times the one before."""

    def __init__(self, slope: float, game: Game) -> None:
        self.colours = game.colours
        scores = range(game.end + 1)
        self._worth = [sum(slope**point for point in range(score)) for score in scores]
        self._steps = [
            [self._worth[advance(score, points, game.stops)] - self._worth[score] for points in scores]
            for score in scores
        ]

    def value(self, tracks: Tracks) -> float:
        """The worth of all colours together."""
        return sum([self._worth[score] for score in tracks])

    def worths(self, tracks: Tracks) -> Worths:
        """What points in each colour would add. The last step listed stands for all longer ones."""
        return {colour: self._steps[score] for colour, score in zip(self.colours, tracks, strict=True)}


@lru_cache(maxsize=64)
def curve(slope: float, game: Game) -> Curve:
    """The curve for a game, made once."""
    return Curve(slope, game)
