"""Records as two tables for research: a row for each game, and a row for each move."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, TypeAlias

from axio.rules import Place, Record, Step
from axio.rules.events import Axio, PyramidPlaced
from axio.rules.record import Player
from axio.rules.tiles import canonical

Row: TypeAlias = dict[str, Any]


class Kind(Enum):
    """What a column holds."""

    NUMBER = auto()
    FLAG = auto()
    TEXT = auto()
    NUMBERS = auto()  # a list in each row
    TEXTS = auto()
    GRID = auto()  # a list of lists of numbers in each row


GAMES = {
    "record": Kind.NUMBER,
    "file": Kind.TEXT,
    "game": Kind.TEXT,
    "seats": Kind.NUMBER,
    "seed": Kind.TEXT,
    "colours": Kind.TEXT,
    "plies": Kind.NUMBER,
    "over": Kind.FLAG,
    "ending": Kind.TEXT,
    "players": Kind.TEXTS,
    "scores": Kind.GRID,
    "lows": Kind.NUMBERS,
    "ranking": Kind.NUMBERS,
    "winners": Kind.NUMBERS,
}
MOVES = {
    "record": Kind.NUMBER,
    "ply": Kind.NUMBER,
    "player": Kind.TEXT,
    "seat": Kind.NUMBER,
    "move": Kind.TEXT,
    "tile": Kind.TEXT,
    "first": Kind.FLAG,
    "bonus": Kind.FLAG,
    "asked": Kind.FLAG,
    "legal": Kind.NUMBER,
    "rack": Kind.TEXTS,
    "bag": Kind.NUMBER,
    "before": Kind.NUMBERS,
    "after": Kind.NUMBERS,
    "axios": Kind.NUMBER,
    "pyramids": Kind.NUMBER,
}


@dataclass
class Tables:
    """Rows of both tables; `record` numbers the games from 0 and joins them."""

    games: list[Row] = field(default_factory=list)
    moves: list[Row] = field(default_factory=list)

    def add(self, file: str, record: Record) -> None:
        """Add one game, known by the name of its file."""
        number = len(self.games)
        self.games.append({"record": number, "file": file, **game_row(record)})
        for ply, step in enumerate(record.steps()):
            player = player_at(record, step.before.seat, ply)
            self.moves.append({"record": number, "ply": ply, "player": player, **move_row(step)})


def game_row(record: Record) -> Row:
    """What a game was, and how it came out. A game that is not over has no ranking."""
    outcome, tracks = record.outcome, record.final.tracks
    return {
        "game": record.game,
        "seats": record.seats,
        "seed": record.seed,
        "colours": record.final.game.colours,
        "plies": len(record.moves),
        "over": outcome is not None,
        "ending": outcome.ending if outcome else "",
        "players": [_last(record, seat) for seat in range(record.seats)],
        "scores": [list(scores) for scores in tracks],
        "lows": [min(scores) for scores in tracks],
        "ranking": list(outcome.ranking) if outcome else [],
        "winners": list(outcome.winners) if outcome else [],
    }


def move_row(step: Step) -> Row:
    """A decision: what the seat had to choose from, what it chose, and what came of it."""
    before, after, seat = step.before, step.after, step.before.seat
    place = step.move if isinstance(step.move, Place) else None
    return {
        "seat": seat,
        "move": str(step.move),
        "tile": canonical(place.marks) if place else "",
        "first": place is not None and before.first,
        "bonus": before.owed > 0,
        "asked": before.asked,
        "legal": len(before.legal_moves),
        "rack": list(before.racks[seat]),
        "bag": len(before.bag),
        "before": list(before.tracks[seat]),
        "after": list(after.tracks[seat]),
        "axios": sum(isinstance(event, Axio) for event in step.events),
        "pyramids": sum(isinstance(event, PyramidPlaced) for event in step.events),
    }


def player_at(record: Record, seat: int, ply: int) -> str:
    """Who played a seat at a ply; no name where the record has none."""
    players: tuple[Player, ...] = record.players[seat] if record.players else ()
    return next((player.name for player in reversed(players) if player.since <= ply), "")


def _last(record: Record, seat: int) -> str:
    return player_at(record, seat, len(record.moves))
