"""Where tracks would stand after a placement, for a page that can only add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from axio.rules import Position
from axio.rules.laying import Prospect, Step
from axio.rules.tracks import Tracks, advanced, in_favour


class Steps(NamedTuple):
    """The scoring steps one colour would make: those of the marks, the largest first, then each pyramid's."""

    colour: str
    marks: tuple[int, ...]
    pyramids: tuple[int, ...]

    def __str__(self) -> str:
        return self.colour + "+".join(map(str, self.marks)) + "".join(f"/{each}" for each in self.pyramids)


def tracks_after(position: Position) -> list[dict[str, int]]:
    """By seat and steps: where a track would stand, if neither at the sum nor at its end; [] if all do.

    With one stop that is so for any steps. With more, what is over is lost at each.
    """
    if len(position.game.stops) == 1 or position.over or position.asked:
        return []
    prospects = position.board.prospects(position.first)
    near = [colour for colour in position.game.colours if _may_stop(position, colour, prospects)]
    every = {steps for prospect in prospects for colour in near for steps in _steps(prospect, colour)}
    return [_surprises(position, tracks, sorted(every)) for tracks in position.tracks] if every else []


def _may_stop(position: Position, colour: str, prospects: Sequence[Prospect]) -> bool:
    """Whether a tile might bring a seat's track of this colour past a stop before the last."""
    index = position.game.colours.index(colour)
    most = max((_most(prospect, colour) for prospect in prospects), default=0)
    scores = [tracks[index] for tracks in position.tracks]
    return any(score < stop < score + most for score in scores for stop in position.game.stops[:-1])


def _most(prospect: Prospect, colour: str) -> int:
    """What a tile all of this colour would score."""
    points = sum([seen.get(colour, 0) for seen in prospect.points])
    return points + sum([up.around.count(colour) + len(up.ends) for up in prospect.pyramids])


def _steps(prospect: Prospect, colour: str) -> Iterator[Steps]:
    """What a colour may score on a spot, whichever marks of a tile have it."""
    for shown in product((False, True), repeat=len(prospect.points)):
        marks = [
            seen[colour] for seen, has in zip(prospect.points, shown, strict=True) if has and colour in seen
        ]
        symbols = [up.around.count(colour) + sum(shown[end] for end in up.ends) for up in prospect.pyramids]
        yield Steps(colour, tuple(sorted(marks, reverse=True)), tuple(filter(None, symbols)))


def _surprises(position: Position, tracks: Tracks, every: Iterable[Steps]) -> dict[str, int]:
    colours, end = position.game.colours, position.game.end
    found: dict[str, int] = {}
    for steps in every:
        score = tracks[colours.index(steps.colour)]
        after = _after(position, tracks, steps)
        if after != min(score + sum(steps.marks) + sum(steps.pyramids), end):
            found[str(steps)] = after
    return found


def _after(position: Position, tracks: Tracks, steps: Steps) -> int:
    """The marks score in the order that is best for the seat, then the pyramids as they stand."""
    colours, stops = position.game.colours, position.game.stops
    marks: list[Step] = [(steps.colour, points) for points in steps.marks]
    ordered = [marks[index] for index in in_favour(marks, tracks, colours, stops)]
    pyramids = [(steps.colour, points) for points in steps.pyramids]
    return advanced(tracks, [*ordered, *pyramids], colours, stops)[colours.index(steps.colour)]
