"""What all who look at a table see alike after a ply: worked out once, however many they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from axio.rules import Game, Observation, Outcome
from axio.rules.events import Event
from axio.rules.tiles import Marks, Tile, canonical
from axio.rules.tracks import lowest
from axio.server.protocol import LogLine, Seat
from axio.server.table.history import History
from axio.server.table.table import Chair, Table

from .facts import log_line, plain
from .naming import laid_on, namer


@dataclass(frozen=True, slots=True)
class Scene:
    history: History  # while the table has this one
    chairs: list[Chair]  # ... and these
    ply: int
    public: Observation
    outcome: Outcome | None
    seats: list[Seat]  # as a stranger sees them
    tiles: list[str]
    pyramids: list[str]
    unplaced: Mapping[Tile, int]  # how many of each tile do not lie on the board
    commitment: str
    line: LogLine | None
    events: list[tuple[Event, dict[str, Any]]]  # each as it is, and as plain data if all may know it

    def shows(self, table: Table, ply: int) -> bool:
        return self.history is table.history and self.chairs is table.chairs and self.ply == ply

    def told(self, seat: int | None) -> list[dict[str, Any]]:
        """The events as a seat may know them; None: a spectator."""
        game = self.public.game
        return [
            data if (known := event.seen_by(seat)) is event else plain(known, game)
            for event, data in self.events
        ]


_last: Scene | None = None


def scene_of(table: Table, ply: int) -> Scene:
    """The scene after so many moves. The last one is kept: everyone at a table is told at once."""
    global _last
    known = _last
    if known is None or not known.shows(table, ply):
        known = _last = _made(table, ply)
    return known


def _made(table: Table, ply: int) -> Scene:
    history = table.history
    public = history.state_at(ply).observe(None)
    outcome = table.outcome if ply == history.ply else public.outcome
    events = history.step(ply).events if ply else ()
    named, laid = namer(public.game), laid_on(public.board)
    return Scene(
        history,
        table.chairs,
        ply,
        public,
        outcome,
        [_seat(chair, public, seat, outcome) for seat, chair in enumerate(table.chairs)],
        [text for text, _ in laid],
        [named(cell) for cell in public.board.pyramids],
        _unplaced(public.game, [marks for _, marks in laid]),
        table.deal.commitment if table.deal else "",
        log_line(history, ply) if ply else None,
        [(event, plain(event, public.game)) for event in events],
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
    )


def _unplaced(game: Game, placed: Iterable[Marks]) -> dict[Tile, int]:
    found = dict(_counted(game))
    for marks in placed:
        found[canonical(marks)] -= 1
    return found


@cache
def _counted(game: Game) -> Mapping[Tile, int]:
    """How many there are of each tile, in canonical order."""
    counts: dict[Tile, int] = {}
    for tile in game.tiles:
        counts[tile] = counts.get(tile, 0) + 1
    return counts
