"""From what a laid tile sees to the tracks it moves."""

from __future__ import annotations

from typing import NamedTuple

from .game import Game
from .laying import Laid, Pyramid, Sight
from .tracks import Tracks, advance, in_favour


class Gain(NamedTuple):
    """One scoring step: what was seen, the score before and after, and the pyramid if it was one."""

    sight: Sight
    before: int
    after: int
    pyramid: Pyramid | None = None


def score(game: Game, tracks: Tracks, laid: Laid) -> tuple[Tracks, list[Gain]]:
    """A seat's tracks after a tile was laid, and every step on the way: marks first, then pyramids."""
    gains: list[Gain] = []
    if not laid.sights and not laid.pyramids:
        return tracks, gains
    scores = list(tracks)
    for sight, pyramid in _in_order(game, tracks, laid):
        index = game.colours.index(sight.colour)
        before = scores[index]
        scores[index] = advance(before, sight.points, game.stops)
        gains.append(Gain(sight, before, scores[index], pyramid))
    return tuple(scores), gains


def _in_order(game: Game, tracks: Tracks, laid: Laid) -> list[tuple[Sight, Pyramid | None]]:
    sights = laid.sights
    if len(game.stops) > 1:
        steps = [(sight.colour, sight.points) for sight in sights]
        sights = tuple(sights[index] for index in in_favour(steps, tracks, game.colours, game.stops))
    marks: list[tuple[Sight, Pyramid | None]] = [(sight, None) for sight in sights]
    return marks + [(sight, pyramid) for pyramid in laid.pyramids for sight in pyramid.sights]
