"""The servers that are compared, each with its own sources, and databases for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from axio.server.settings import sqlite_url


@dataclass(frozen=True, slots=True)
class Contender:
    """A server to measure: this checkout's, an older one's, or the bare stack."""

    name: str
    root: Path
    start: tuple[str, ...]  # arguments of the interpreter, before the database's URL
    plays: bool = True  # whether it needs tables


ROOT = Path(__file__).parents[1]
_SERVE = ("serve", "--port", "0", "--url")
OURS = Contender("Axio", ROOT, ("-m", "axio", *_SERVE))
BARE = Contender("bare", ROOT, ("-m", "bench.bare"), plays=False)
_WITHOUT_UVLOOP = "import sys; sys.modules['uvloop'] = None; from axio.cli import main; main()"
_FILL = "import asyncio, sys; from bench.load import fill; asyncio.run(fill(sys.argv[1], int(sys.argv[2])))"


def older(root: Path) -> Contender:
    """The server of another checkout, with its own sources."""
    return Contender("older", root.resolve(), ("-c", _WITHOUT_UVLOOP, *_SERVE))


def environment(contender: Contender) -> dict[str, str]:
    paths = [str(contender.root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@contextmanager
def started(contender: Contender, database: str) -> Iterator[tuple[str, psutil.Process]]:
    """A server pinned to the first core; its address."""
    process = subprocess.Popen(
        [sys.executable, *contender.start, database],
        stdout=subprocess.PIPE,
        text=True,
        cwd=contender.root,
        env=environment(contender),
        preexec_fn=lambda: pin(0),
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[3].rstrip("/"), psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def pin(core: int) -> None:
    if hasattr(os, "sched_setaffinity") and len(cores := sorted(os.sched_getaffinity(0))) > 1:
        os.sched_setaffinity(0, {cores[core % len(cores)]})


class SQLite:
    """Databases in a folder; each run gets a copy of one that was filled once."""

    name = "SQLite"

    def __init__(self, folder: Path, tables: int) -> None:
        self.folder, self.tables, self.made = folder, tables, 0
        self.filled: dict[str, Path] = {}

    def fresh(self, contender: Contender) -> str:
        """The URL of a database with games about to begin; empty for the bare stack."""
        self.made += 1
        folder = self.folder / str(self.made)
        if not contender.plays:
            folder.mkdir()
        else:
            if contender.name not in self.filled:
                self.filled[contender.name] = self.folder / contender.name
                self.filled[contender.name].mkdir()
                filled(contender, sqlite_url(self.filled[contender.name]), self.tables)
            shutil.copytree(self.filled[contender.name], folder)
        return sqlite_url(folder)

    def close(self) -> None:
        """The folder is its owner's."""


class PostgreSQL:
    """The same in a cluster."""

    name = "PostgreSQL"

    def __init__(self, folder: Path, tables: int) -> None:
        from tests.server.postgres import Postgres

        self.cluster, self.tables = Postgres(folder / "cluster"), tables
        self.filled: dict[str, str] = {}

    def fresh(self, contender: Contender) -> str:
        if not contender.plays:
            return self.cluster.database()
        if contender.name not in self.filled:
            self.filled[contender.name] = self.cluster.database()
            filled(contender, self.filled[contender.name], self.tables)
        return self.cluster.database(copied_from=self.filled[contender.name])

    def close(self) -> None:
        self.cluster.close()


def filled(contender: Contender, url: str, tables: int) -> None:
    """Let a checkout's own code fill a database: the schema may be another."""
    say(f"{contender.name}: {tables} tables are dealt")
    command = [sys.executable, "-c", _FILL, url, str(tables)]
    subprocess.run(command, check=True, cwd=contender.root, env=environment(contender))


def say(text: str) -> None:
    """Progress, beside the figures."""
    print(text, file=sys.stderr, flush=True)
