"""The words in a picture: the names of seats, who is to move, how the game ended."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.observation import Observation
from axio.rules.position import Position
from axio.rules.state import State
from axio.rules.tiles import NAMES, Tile
from axio.rules.tracks import low

LONGEST = 80  # characters of a name


def seat_name(names: Sequence[str] | None, seat: int) -> str:
    """The name given to a seat, or its number."""
    given = names[seat].strip() if names is not None and seat < len(names) else ""
    return given[:LONGEST] or f"Seat {seat}"


def headline(position: Position, names: Sequence[str] | None) -> str:
    """Who is to move and what they do, or who won."""
    if position.outcome is not None:
        return _result(position, names)
    who = seat_name(names, position.seat)
    if position.asked:
        return f"{who}: exchange or keep"
    if position.owed:
        return f"{who}: place {'one' if position.owed == 1 else position.owed} more"
    return f"{who}: place a tile"


def _result(position: Position, names: Sequence[str] | None) -> str:
    outcome = position.outcome
    if outcome is None or position.game.seats == 1:
        return f"Finished: lowest colour {min(position.tracks[0])}"
    winners = [seat_name(names, seat) for seat in outcome.winners]
    return f"{winners[0]} wins" if len(winners) == 1 else " and ".join(winners) + " share the win"


def remaining(position: Position) -> str:
    """How many tiles are left in the bag and the stacks."""
    bag, stacks = _unseen(position)
    parts = [f"{bag} in the bag"]
    if any(stacks):
        parts.append("stacks " + " · ".join(map(str, stacks)))
    return ", ".join(parts)


def known_rack(position: Position, seat: int | None) -> tuple[Tile, ...] | None:
    """The rack of a seat, or None where the position hides it.

    Without a seat, the viewer's of an observation.
    """
    if seat is None and isinstance(position, Observation):
        seat = position.viewer
    if seat is None or not 0 <= seat < position.game.seats:
        return None
    if isinstance(position, State):
        return position.racks[seat]
    if isinstance(position, Observation) and position.viewer == seat:
        return position.rack
    return None


def description(position: Position, names: Sequence[str] | None) -> str:
    """The position in words, for people who cannot see the picture."""
    colours = [NAMES[colour] for colour in position.game.colours]
    lines = [f"{headline(position, names)}. {len(position.board.tiles)} tiles on the board."]
    for seat, tracks in enumerate(position.tracks):
        scores = ", ".join(f"{colour} {points}" for colour, points in zip(colours, tracks, strict=True))
        lines.append(f"{seat_name(names, seat)}: {scores}; lowest {low(tracks)[0]}.")
    return " ".join(lines)


def _unseen(position: Position) -> tuple[int, tuple[int, ...]]:
    if isinstance(position, State):
        return len(position.bag), tuple(map(len, position.stacks))
    if isinstance(position, Observation):
        return position.bag_size, position.stack_sizes
    return 0, ()
