"""A game in other colours: the same game, with every colour replaced by another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from axio.encoding import Layout, layout
from axio.rules import Game
from axio.rules.tiles import canonical


@dataclass(frozen=True, eq=False)
class Recolouring:
    """What each colour of a game becomes, by number."""

    plan: Layout
    colours: tuple[int, ...]

    def mark(self, mark: str) -> str:
        """What a colour becomes; any other letter stays."""
        known = self.plan.game.colours
        return known[self.colours[known.index(mark)]] if mark in known else mark

    @cached_property
    def kinds(self) -> npt.NDArray[np.int64]:
        """The number of the tile kind that each tile kind becomes."""
        renamed = ["".join(map(self.mark, kind)) for kind in self.plan.kinds]
        return np.array([self.plan.number[canonical(marks)] for marks in renamed], np.int64)


def reversed_colours(game: Game) -> Recolouring:
    """The first colour becomes the last, and so on."""
    return Recolouring(layout(game), tuple(reversed(range(len(game.colours)))))
