"""Tables into files: Parquet, one file a table, or NumPy's .npz, both tables in one file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from axio.extras import advice
from axio.rules import Malformed

from .tables import GAMES, MOVES, Kind, Row, Tables

PAD = -1  # fills up lists of numbers where rows differ in length; texts are filled up with empty ones

Writer: TypeAlias = Callable[[Path], None]


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
        Kind.NUMBER: number,
        Kind.FLAG: pyarrow.bool_(),
        Kind.TEXT: pyarrow.string(),
        Kind.NUMBERS: pyarrow.list_(number),
        Kind.TEXTS: pyarrow.list_(pyarrow.string()),
        Kind.GRID: pyarrow.list_(pyarrow.list_(number)),
    }

    def writer(rows: Sequence[Row], kinds: Mapping[str, Kind]) -> Writer:
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


def array(column: Sequence[Any], kind: Kind) -> NDArray[Any]:
    """A column as an array with a row for each value; lists are filled up to the longest."""
    if kind is Kind.FLAG:
        return np.array(column, dtype=np.bool_)
    if kind in (Kind.TEXT, Kind.TEXTS):
        return np.array(_filled(column, "") if kind is Kind.TEXTS else column, dtype=np.str_)
    if kind is Kind.GRID:
        width = max((len(line) for value in column for line in value), default=0)
        column = [[_longer(line, width, PAD) for line in value] for value in column]
        return np.array(_filled(column, [PAD] * width), dtype=np.int32)
    return np.array(_filled(column, PAD) if kind is Kind.NUMBERS else column, dtype=np.int32)


def _filled(column: Sequence[list[Any]], filler: object) -> list[list[Any]]:
    width = max(map(len, column), default=0)
    return [_longer(value, width, filler) for value in column]


def _longer(value: list[Any], width: int, filler: object) -> list[Any]:
    return value + [filler] * (width - len(value))
