"""Score tracks: how far each colour has come, and how points move it on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TypeAlias

from .laying import Step
from .tiles import Colour

Tracks: TypeAlias = tuple[int, ...]  # one seat's scores, in colour order


def low(tracks: Tracks) -> Tracks:
    """The ranking key: the scores from the lowest up. More is better, compared from the left."""
    return tuple(sorted(tracks))


def leader(tracks: Sequence[Tracks]) -> int | None:
    """The seat that is ahead of all others; None where nobody is, and for one who plays alone."""
    keys = [low(each) for each in tracks]
    best = max(keys)
    return keys.index(best) if len(keys) > 1 and keys.count(best) == 1 else None


def lowest(tracks: Tracks, colours: str) -> tuple[Colour, ...]:
    """The colours that stand lowest, all of them where several tie."""
    least = min(tracks)
    return tuple([colour for colour, score in zip(colours, tracks, strict=False) if score == least])


def advance(score: int, points: int, stops: tuple[int, ...]) -> int:
    """Where a marker comes to. A step ends at the next stop at the latest; what is over is lost."""
    for stop in stops:
        if score < stop:
            return min(score + points, stop)
    return score


def advanced(tracks: Tracks, steps: Iterable[Step], colours: str, stops: tuple[int, ...]) -> Tracks:
    """The tracks after these scoring steps, one after the other."""
    scores = list(tracks)
    for colour, points in steps:
        index = colours.index(colour)
        scores[index] = advance(scores[index], points, stops)
    return tuple(scores)


def in_favour(steps: Sequence[Step], tracks: Tracks, colours: str, stops: tuple[int, ...]) -> list[int]:
    """The order of a tile's scoring steps, as indices, that leaves the best sorted scores.

    Only where a track has two boards does the order matter: the surplus lost at the first stop differs.
    """
    orders = (list(order) for order in permutations(range(len(steps))))
    return max(orders, key=lambda order: low(advanced(tracks, [steps[i] for i in order], colours, stops)))
