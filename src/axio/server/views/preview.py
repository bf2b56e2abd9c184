"""The free spots with what a tile there would see: made once for a position, the same for every viewer.

Each kind of board tells three things: the keys of its free spots in order, a spot as it is sent, and which
spots look different on another board of the same game: from ply to ply only those are written anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, Protocol

import msgspec

from axio.rules import Position
from axio.rules.board import DominoBoard
from axio.rules.laying import Prospect, Step
from axio.rules.tracks import Tracks, advanced, in_favour
from axio.server.protocol import Spot
from axio.server.table.table import Table

from . import preview_display, preview_grid
from .preview_grid import same
from .public_view import public_view

_encode = msgspec.json.Encoder().encode


class Kind(Protocol):
    def keys(self, board: Any, first: bool) -> Sequence[Any]:
        """The free spots, in order."""
        ...

    def looks(self, board: Any, old: Any, seen: Any) -> Any:
        """What the spots' texts are made from: made anew, or from what was `seen` on the `old` board."""
        ...

    def texts(self, board: Any, keys: Sequence[Any], seen: Any) -> list[bytes]:
        """These spots as they are sent."""
        ...

    def changed(self, old: Any, new: Any) -> Collection[Any]:
        """The spots that may look different on two boards; too many do no harm."""
        ...


def kind_of(board: object) -> Kind:
    return preview_grid if isinstance(board, DominoBoard) else preview_display


def spots(position: Position) -> list[Spot]:
    """Every spot where the seat to move may place; none where nothing is to be placed."""
    if position.over or position.asked:
        return []
    return msgspec.json.decode(Preview.of(position, 0, 0, None).spots, type=list[Spot])


@dataclass(slots=True, eq=False)
class Preview:
    """The free spots as they are sent, and what it takes to derive the next ones from them."""

    seq: int
    ply: int
    board: Any
    keys: Sequence[Any]
    texts: Sequence[bytes]
    looks: Any
    after: bytes  # where tracks would stand, if not at the sum
    _joined: bytes | None = None

    @classmethod
    def of(cls, position: Position, seq: int, ply: int, last: Preview | None) -> Preview:
        board, kind = position.board, kind_of(position.board)
        keys = kind.keys(board, position.first)
        looks = kind.looks(board, *((None, ()) if last is None else (last.board, last.looks)))
        known = {} if last is None else last._unchanged(board)
        fresh = [key for key in keys if key not in known]
        known.update(zip(fresh, map(same, kind.texts(board, fresh, looks)), strict=True))
        texts = tuple(map(known.__getitem__, keys))
        return cls(seq, ply, board, keys, texts, looks, _encode(tracks_after(position)))

    @property
    def spots(self) -> bytes:
        """The spots alone. They are kept for all who get them in the same moment."""
        if self._joined is None:
            self._joined = b"[%b]" % b",".join(self.texts)
        return self._joined

    def forget_spots(self) -> None:
        """Free the memory: everyone has them."""
        self._joined = None

    @property
    def message(self) -> bytes:
        spots = b",".join(self.texts)
        return b'{"kind":"spots","ply":%d,"spots":[%b],"after":%b}' % (self.ply, spots, self.after)

    def _unchanged(self, board: Any) -> dict[Any, bytes]:
        """The spots that look the same on another board."""
        known = dict(zip(self.keys, self.texts, strict=True))
        for key in kind_of(board).changed(self.board, board):
            known.pop(key, None)
        return known


def preview_of(table: Table, last: Preview | None) -> Preview | None:
    """The free spots of the present position, if a person has to place a tile; derived from the `last`."""
    chair, history = table.on_move, table.history
    if chair is None or chair.kind != "person" or history.state.asked:
        return None
    if last is not None and last.seq == history.seq:
        return last
    return Preview.of(public_view(table, history.ply).public, history.seq, history.ply, last)


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
