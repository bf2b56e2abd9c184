"""Records as two tables for research, a row for each game and a row for each move, written into files:
Parquet, one file for each table, or NumPy's .npz, both in one file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from axio.extras import advice
from axio.rules import Malformed, Place, Record, Step
from axio.rules.events import Axio, PyramidPlaced
from axio.rules.record import Player
from axio.rules.tiles import canonical

Row: TypeAlias = dict[str, Any]
Writer: TypeAlias = Callable[[Path], None]

PAD = -1  # fills up lists of numbers where rows differ in length; texts are filled up with empty ones


class ColumnKind(Enum):
    """What a column holds."""

    NUMBER = auto()
    FLAG = auto()
    TEXT = auto()
    NUMBERS = auto()  # a list in each row
    TEXTS = auto()
    GRID = auto()  # a list of lists of numbers in each row


GAMES = {
    "record": ColumnKind.NUMBER,
    "file": ColumnKind.TEXT,
    "game": ColumnKind.TEXT,
    "seats": ColumnKind.NUMBER,
    "seed": ColumnKind.TEXT,
    "colours": ColumnKind.TEXT,
    "plies": ColumnKind.NUMBER,
    "over": ColumnKind.FLAG,
    "ending": ColumnKind.TEXT,
    "players": ColumnKind.TEXTS,
    "scores": ColumnKind.GRID,
    "lows": ColumnKind.NUMBERS,
    "ranking": ColumnKind.NUMBERS,
    "winners": ColumnKind.NUMBERS,
}
MOVES = {
    "record": ColumnKind.NUMBER,
    "ply": ColumnKind.NUMBER,
    "player": ColumnKind.TEXT,
    "seat": ColumnKind.NUMBER,
    "move": ColumnKind.TEXT,
    "tile": ColumnKind.TEXT,
    "first": ColumnKind.FLAG,
    "bonus": ColumnKind.FLAG,
    "asked": ColumnKind.FLAG,
    "legal": ColumnKind.NUMBER,
    "rack": ColumnKind.TEXTS,
    "bag": ColumnKind.NUMBER,
    "before": ColumnKind.NUMBERS,
    "after": ColumnKind.NUMBERS,
    "axios": ColumnKind.NUMBER,
    "pyramids": ColumnKind.NUMBER,
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


def outputs(target: Path) -> list[Path]:
    """The files an export to `target` writes: the moves first. Malformed if it names no format we write."""
    if target.suffix == ".npz":
        return [target]
    if target.suffix == ".parquet":
        return [target, target.with_suffix(".games.parquet")]
    raise Malformed(f"{target}: expected a name that ends in .parquet or .npz")


def write_tables(tables: Tables, target: Path) -> list[Path]:
    """Write the tables, all of them or nothing. The files written."""
    paths = outputs(target)
    writers = [_npz(tables)] if len(paths) == 1 else _parquet(tables)
    with ExitStack() as cleaning:
        pairs = [(_draft(path, cleaning), path) for path in paths]
        for (draft, _), write in zip(pairs, writers, strict=True):
            write(draft)
        for draft, path in pairs:
            draft.replace(path)
    return paths


def _draft(path: Path, cleaning: ExitStack) -> Path:
    """A file beside the real one, gone in the end unless it took its place."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    cleaning.callback(draft.unlink, missing_ok=True)
    return draft


def _parquet(tables: Tables) -> list[Writer]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        brings = f"{advice('export')}; .npz works without it"
        raise Malformed(f"writing .parquet needs the package pyarrow: {brings}") from None
    number = pyarrow.int32()
    types = {
        ColumnKind.NUMBER: number,
        ColumnKind.FLAG: pyarrow.bool_(),
        ColumnKind.TEXT: pyarrow.string(),
        ColumnKind.NUMBERS: pyarrow.list_(number),
        ColumnKind.TEXTS: pyarrow.list_(pyarrow.string()),
        ColumnKind.GRID: pyarrow.list_(pyarrow.list_(number)),
    }

    def writer(rows: Sequence[Row], kinds: Mapping[str, ColumnKind]) -> Writer:
        schema = pyarrow.schema([(name, types[kind]) for name, kind in kinds.items()])
        return lambda path: parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)

    return [writer(tables.moves, MOVES), writer(tables.games, GAMES)]


def _npz(tables: Tables) -> Writer:
    arrays = {
        f"{table}_{name}": array([row[name] for row in rows], kind)
        for table, rows, kinds in (("moves", tables.moves, MOVES), ("games", tables.games, GAMES))
        for name, kind in kinds.items()
    }

    def write(path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # its own flag shares the names

    return write


def array(column: Sequence[Any], kind: ColumnKind) -> NDArray[Any]:
    """A column as an array with a row for each value; lists are filled up to the longest."""
    if kind is ColumnKind.FLAG:
        return np.array(column, dtype=np.bool_)
    if kind in (ColumnKind.TEXT, ColumnKind.TEXTS):
        return np.array(_filled(column, "") if kind is ColumnKind.TEXTS else column, dtype=np.str_)
    if kind is ColumnKind.GRID:
        width = max((len(line) for value in column for line in value), default=0)
        column = [[_longer(line, width, PAD) for line in value] for value in column]
        return np.array(_filled(column, [PAD] * width), dtype=np.int32)
    return np.array(_filled(column, PAD) if kind is ColumnKind.NUMBERS else column, dtype=np.int32)


def _filled(column: Sequence[list[Any]], filler: object) -> list[list[Any]]:
    width = max(map(len, column), default=0)
    return [_longer(value, width, filler) for value in column]


def _longer(value: list[Any], width: int, filler: object) -> list[Any]:
    return value + [filler] * (width - len(value))
