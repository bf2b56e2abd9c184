"""The free spots with what a tile there would see: made once for a position, the same for every viewer.

Each kind of board tells three things: the keys of its free spots in order, what stands at a spot, and which
spots look different on another board of the same game, so that from ply to ply only those are made anew.
The message with them is made from the last one likewise: the same bytes for every viewer.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from typing import Any, NamedTuple, Protocol

import msgspec

from axio.rules import Position
from axio.rules.board import DominoBoard
from axio.rules.laying import Prospect, Step
from axio.rules.tracks import Tracks, advanced, in_favour
from axio.server.protocol import Spot
from axio.server.table.table import Table

from . import preview_display, preview_grid

_encode = msgspec.json.Encoder().encode


class Kind(Protocol):
    def keys(self, board: Any, first: bool) -> Sequence[Any]:
        """The free spots, in order."""
        ...

    def spots(self, board: Any, keys: Iterable[Any]) -> list[Spot]: ...

    def changed(self, old: Any, new: Any) -> Collection[Any]:
        """The spots that may look different on two boards; too many do no harm."""
        ...


def kind_of(board: object) -> Kind:
    return preview_grid if isinstance(board, DominoBoard) else preview_display


def spots(position: Position) -> list[Spot]:
    """Every spot where the seat to move may place; none where nothing is to be placed."""
    if position.over or position.asked:
        return []
    kind = kind_of(position.board)
    return kind.spots(position.board, kind.keys(position.board, position.first))


@dataclass(frozen=True, slots=True)
class Preview:
    """A message with free spots, and what it takes to derive the next one from it."""

    seq: int
    board: Any
    keys: Sequence[Any]
    sizes: array[int]  # bytes of each spot in the message
    start: int  # where the first one begins
    after: bytes  # where tracks would stand, if not at the sum
    message: bytes

    @classmethod
    def of(cls, position: Position, seq: int, ply: int, last: Preview | None) -> Preview:
        kind = kind_of(position.board)
        keys = kind.keys(position.board, position.first)
        known = {} if last is None else last._unchanged(position.board)
        fresh = [key for key in keys if key not in known]
        known.update(zip(fresh, map(_encode, kind.spots(position.board, fresh)), strict=True))
        parts = [known[key] for key in keys]
        head = b'{"kind":"spots","ply":%d,"spots":[' % ply
        sizes = array("H", map(len, parts))
        after = _encode(tracks_after(position))
        message = b'%b%b],"after":%b}' % (head, b",".join(parts), after)
        return cls(seq, position.board, keys, sizes, len(head), after, message)

    @property
    def spots(self) -> bytes:
        """The spots alone."""
        return self.message[self.start - 1 : -len(self.after) - len(b',"after":}')]

    def _unchanged(self, board: Any) -> dict[Any, bytes]:
        """The spots of this message that look the same on another board."""
        changed = kind_of(board).changed(self.board, board)
        ends = accumulate((size + 1 for size in self.sizes), initial=self.start)
        return {
            key: self.message[end : end + size]
            for key, size, end in zip(self.keys, self.sizes, ends, strict=False)
            if key not in changed
        }


def preview_of(table: Table, last: Preview | None) -> Preview | None:
    """The free spots of the present position, if a person has to place a tile; derived from the `last`."""
    chair, history = table.on_move, table.history
    if chair is None or chair.kind != "person" or history.state.asked:
        return None
    if last is not None and last.seq == history.seq:
        return last
    return Preview.of(history.state.observe(None), history.seq, history.ply, last)


# --- where tracks would stand after a placement, for a page that can only add up ----------------------------


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
