"""What tracks are worth while a game goes on: a point counts the more, the lower its colour stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from axio.rules.game import Game
from axio.rules.tiles import Colour
from axio.rules.tracks import Tracks, advance

Worths: TypeAlias = Mapping[Colour, Sequence[float]]  # per colour, what a step of so many points is worth


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
