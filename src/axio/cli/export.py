"""`axio export`: turn saved games into tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from axio.arena.export import Tables
from axio.rules import AxioError, Malformed, read_record

from .command import complain, manual, sentence
from .progress import watched
from .screen import Screen

HELP = manual(
    """Turn saved games into tables for research: a row for each move, and a row for each game.

    Reads every file in DIR whose name ends in .json. FILE.parquet holds the moves and FILE.games.parquet the
    games; FILE.npz holds both, as arrays moves_… and games_…. docs/programmers/bots.md explains the columns.

    Every record is replayed and checked first. If one is not sound, its name and the reason are printed,
    nothing is written, and the exit code is 1.""",
    "axio export games --to games.parquet",
    "axio export games --to games.npz",
)
FAILED = 1


def export(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="The folder with the records; its subfolders count.")
    ],
    to: Annotated[str, typer.Option(metavar="FILE", help="What to write: FILE.parquet or FILE.npz.")],
) -> None:
    # Imported here because NumPy is slow to load.
    from axio.arena.export import outputs, write_tables

    target = Path(to)
    outputs(target)
    files = _files(Path(folder))
    tables, faults = Tables(), 0
    for path in watched(files, len(files), "records"):
        if fault := _add(tables, path, Path(folder)):
            complain(f"{path}: {fault}")
            faults += 1
    if faults:
        complain(f"{faults} of {len(files)} files are not sound records: nothing was written")
        raise typer.Exit(FAILED)
    written = " and ".join(map(str, write_tables(tables, target)))
    Screen().say(f"{len(tables.games)} games and {len(tables.moves)} moves written to {written}")


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise Malformed(f"{folder} is not a folder: expected one with records in it")
    files = sorted(path for path in folder.rglob("*.json") if path.is_file())
    if not files:
        raise Malformed(f"{folder} holds no records: expected files that end in .json")
    return files


def _add(tables: Tables, path: Path, folder: Path) -> str | None:
    """Add the record in a file. Returns what is wrong with it, or None."""
    try:
        tables.add(path.relative_to(folder).as_posix(), read_record(path.read_bytes()))
    except AxioError as fault:
        return str(fault)
    except OSError as fault:
        return sentence(OSError(fault.errno, fault.strerror))
    return None
