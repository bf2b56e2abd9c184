"""What all viewers of a table see alike after a ply: computed once, however many they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from axio.rules import Cell, Game, Observation, Outcome, Place
from axio.rules.board import DominoBoard
from axio.rules.display import Display
from axio.rules.events import Event, Scored
from axio.rules.grid import Grid
from axio.rules.laying import Board
from axio.rules.masks import picked
from axio.rules.tiles import Marks, Tile, canonical
from axio.rules.tracks import leader, lowest
from axio.server.protocol import LogLine, Seat
from axio.server.table.history import History
from axio.server.table.table import Chair, Table

Namer: TypeAlias = Callable[[Cell], str]


@dataclass(frozen=True, slots=True)
class PublicView:
    history: History  # while the table has this one
    chairs: Sequence[Chair]  # ... and these
    ply: int
    public: Observation
    outcome: Outcome | None
    seats: list[Seat]  # as a stranger sees them
    tiles: list[str]
    pyramids: list[str]
    unplaced: Mapping[Tile, int]  # how many of each tile do not lie on the board; none of those that all do
    commitment: str
    line: LogLine | None
    events: list[tuple[Event, dict[str, Any]]]  # each as it is, and as plain data if all may know it

    def shows(self, table: Table, ply: int) -> bool:
        return self.history is table.history and self.chairs is table.chairs and self.ply == ply

    def events_for(self, seat: int | None) -> list[dict[str, Any]]:
        """The events as a seat may know them; None: a spectator."""
        game = self.public.game
        return [
            data if (known := event.seen_by(seat)) is event else event_data(known, game)
            for event, data in self.events
        ]


_last: PublicView | None = None


def public_view(table: Table, ply: int) -> PublicView:
    """The public view after this many moves. The last one is cached: all viewers get it at the same time."""
    global _last
    known = _last
    if known is None or not known.shows(table, ply):
        known = _last = _made(table, ply)
    return known


def _made(table: Table, ply: int) -> PublicView:
    history = table.history
    public = history.state_at(ply).observe(None)
    outcome = table.outcome if ply == history.ply else public.outcome
    events = history.step(ply).events if ply else ()
    named, laid = namer(public.game), laid_on(public.board)
    return PublicView(
        history,
        table.chairs,
        ply,
        public,
        outcome,
        [_seat(chair, public, seat, outcome) for seat, chair in enumerate(table.chairs)],
        [text for text, _ in laid],
        [named(cell) for cell in public.board.pyramids],
        _unplaced(public.game, [marks for _, marks in laid]),
        table.commitment,
        log_line(history, ply) if ply else None,
        [(event, event_data(event, public.game)) for event in events],
    )


def _seat(chair: Chair, public: Observation, seat: int, outcome: Outcome | None) -> Seat:
    return Seat(
        name=chair.name,
        kind="bot" if chair.kind == "bot" else "person",
        bot=chair.bot,
        program=chair.program,
        instead_of=None if chair.left_by is None else chair.name,
        mine=False,
        tracks=list(public.tracks[seat]),
        lowest="".join(lowest(public.tracks[seat], public.game.colours)),
        rack=public.rack_sizes[seat],
        stack=public.stack_sizes[seat],
        rank=outcome.ranking[seat] if outcome else None,
        leads=leader(public.tracks) == seat,
    )


def _unplaced(game: Game, placed: Iterable[Marks]) -> dict[Tile, int]:
    found = dict(_counted(game))
    for marks in placed:
        found[canonical(marks)] -= 1
    return {tile: count for tile, count in found.items() if count}


@cache
def _counted(game: Game) -> Mapping[Tile, int]:
    """How many there are of each tile, in canonical order."""
    counts: dict[Tile, int] = {}
    for tile in game.tiles:
        counts[tile] = counts.get(tile, 0) + 1
    return counts


# --- the log and the events as plain data -------------------------------------------------------------------


def event_data(event: Event, game: Game) -> dict[str, Any]:
    """An event as the page gets it; `event` names the type, cells and placements are text."""
    named = namer(game)
    parts: Any = event.__match_args__
    data: dict[str, Any] = {"event": type(event).__name__}
    for part in parts:
        if part != "sight":
            data[part] = _plain(getattr(event, part), named)
    if isinstance(event, Scored):  # what was seen goes flat, beside what it gave
        for part in _SIGHT:
            data[part] = _plain(getattr(event.sight, part), named)
    return data


_SIGHT = ("colour", "points", "at", "corner", "lines")
_PLAIN = {int, str, bool, type(None)}


def _plain(value: object, named: Namer) -> object:
    if type(value) in _PLAIN:
        return value
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


# --- cells and tiles by name: `e4` and `Re4-Bf4` on a board, `2,-1` and `RG.P@2,-1` on a display ------------


def namer(game: Game) -> Namer:
    """The function that names the cells of a game's board."""
    return _of_display if isinstance(game.board, Display) else _of_board


def laid_on(board: Board) -> list[tuple[str, Marks]]:
    """The tiles on a board in order, each as a placement in text, and its marks."""
    if isinstance(board, DominoBoard):
        marks = board.marks
        return [
            (f"{marks[a]}{at}-{marks[b]}{beside}", marks[a] + marks[b])
            for a, b, at, beside in picked(_spots(board.grid), board.laid)
        ]
    if isinstance(board, Display):
        return [(f"{marks}@{x},{y}", marks) for (x, y), marks in sorted(board.laid.items())]
    return [(str(place), place.marks) for place in board.tiles]


@cache
def _spots(grid: Grid) -> list[tuple[int, int, str, str]]:
    """Per spot the numbers of its cells, and their names."""
    return [(*spot.ends, str(spot.cells[0]), str(spot.cells[1])) for spot in grid.spots]


@cache
def _of_board(cell: Cell) -> str:
    return str(cell)


def _of_display(cell: Cell) -> str:
    return f"{cell.column},{cell.row}"
