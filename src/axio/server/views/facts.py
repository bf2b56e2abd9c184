"""Events as plain data, already redacted, and what a move did to the tracks."""

from __future__ import annotations

from typing import Any

from axio.rules import Cell, Game, Outcome, Place
from axio.rules.events import Event, Scored
from axio.server.protocol import LogLine
from axio.server.table.history import History

from .naming import Namer, namer


def plain(event: Event, game: Game) -> dict[str, Any]:
    """An event as the page gets it; `event` names the type, cells and placements are text."""
    named = namer(game)
    parts: Any = event.__match_args__
    known = {part: getattr(event, part) for part in parts}
    if isinstance(event, Scored):  # what was seen goes flat, beside what it gave
        sight: Any = known.pop("sight")
        known |= {part: getattr(sight, part) for part in ("colour", "points", "at", "corner", "lines")}
    return {"event": type(event).__name__} | {part: _plain(value, named) for part, value in known.items()}


def _plain(value: object, named: Namer) -> object:
    if isinstance(value, Cell):
        return named(value)
    if isinstance(value, Place):
        return str(value)
    if isinstance(value, Outcome):
        return {
            "ranking": list(value.ranking),
            "winners": list(value.winners),
            "ending": value.ending,
        }
    if isinstance(value, tuple):
        return [_plain(each, named) for each in value]
    return value


def log_line(history: History, ply: int) -> LogLine:
    """A move for the log: who, what, and how far the tracks moved."""
    row, gains = history.made[ply - 1], history.gains[ply - 1]
    colours = history.opening.game.colours
    points = {colour: gain for colour, gain in zip(colours, gains, strict=True) if gain}
    return LogLine(ply=ply, seat=row.seat, move=row.move, points=points)
