"""A copy taken while people play is a whole database, and a server started on it goes on from there."""

from __future__ import annotations

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.engine import make_url
from typer.testing import CliRunner

from axio.cli import app
from axio.server.store.copies import copy_database

from .browsing import Browser, Place
from .postgres import Postgres
from .running import Running


def play_some(place: Place, moves: int) -> int:
    for seed in range(moves):
        place.until_my_turn()
        place.play(place.any_move(Random(seed)))
    seq: int = place.view["seq"]
    return seq


def goes_on(browser: Browser, url: str, table: str, least: int, most: int) -> None:
    """The game is there as it was when it was copied, for the same browser, and takes another move."""
    with browser.moved(url) as again:
        place = again.open(table)
        place.until_my_turn()
        assert least <= place.view["seq"] <= most
        seq = place.view["seq"]
        assert place.play(place.any_move(Random(1)))["view"]["seq"] == seq + 1


def test_sqlite_is_copied_while_it_is_written_to(tmp_path: Path) -> None:
    """`axio admin backup` in the middle of a game; a file that exists is not overwritten."""
    copy = tmp_path / "copy"
    copy.mkdir()
    with Running(tmp_path) as server, Browser(server.url) as browser:
        table = browser.new("axio", "Ann")
        place = browser.open(table)
        before = play_some(place, 5)
        playing = threading.Thread(target=play_some, args=(place, 15))
        playing.start()
        command = ["admin", "--data", str(tmp_path), "backup", str(copy / "axio.db")]
        assert CliRunner().invoke(app, command).exit_code == 0
        again = CliRunner().invoke(app, command)
        playing.join()
        assert (again.exit_code, "exists already" in again.stderr) == (2, True)
        after = place.view["seq"]
    with Running(copy) as server:
        goes_on(browser, server.url, table, before, after)


@pytest.mark.xdist_group("postgres")
def test_postgresql_is_dumped_and_restored(postgres: Postgres, tmp_path: Path) -> None:
    """pg_dump while the server runs, pg_restore into another database, as the operations page tells."""
    url, other = postgres.database(), postgres.database()
    where = ["--host", str(postgres.server.pgdata), "--username", "postgres"]
    with Running(tmp_path, "--url", url) as server, Browser(server.url) as browser:
        table = browser.new("axio", "Ann")
        seq = play_some(browser.open(table), 5)
        dump = str(tmp_path / "axio.dump")
        postgres.run("pg_dump", *where, "--format", "custom", "--file", dump, make_url(url).database or "")
        refused = CliRunner().invoke(app, ["admin", "--url", url, "backup", str(tmp_path / "no.db")])
        assert (refused.exit_code, "pg_dump" in refused.stderr) == (2, True)
    postgres.run("pg_restore", *where, "--dbname", make_url(other).database or "", dump)
    with Running(tmp_path, "--url", other) as server:
        goes_on(browser, server.url, table, seq, seq)


def test_database_that_never_rests_is_copied_as_it_was_at_one_moment(tmp_path: Path) -> None:
    """Another connection commits all the time: the copy ends, holds whole commits, and is its owner's."""
    source, target, ends = tmp_path / "axio.db", tmp_path / "copy.db", threading.Event()
    with closing(sqlite3.connect(source)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.executescript("CREATE TABLE a (n); CREATE TABLE b (n); CREATE TABLE much (text)")
        made.executemany("INSERT INTO much VALUES (?)", (("x" * 3000,) for _ in range(5000)))
        made.commit()

    def write() -> None:
        with closing(sqlite3.connect(source, timeout=30)) as writing:
            writing.execute("PRAGMA synchronous=OFF")
            for number in range(1_000_000):
                for table in ("a", "b"):
                    writing.execute(f"INSERT INTO {table} VALUES (?)", (number,))
                writing.commit()
                if ends.is_set():
                    return

    parts: list[int] = []
    writing = threading.Thread(target=write)
    copying = threading.Thread(
        target=copy_database, args=(source, target, lambda done, _: parts.append(done)), daemon=True
    )
    writing.start()
    copying.start()
    copying.join(timeout=20)
    ends.set()
    writing.join()
    assert not copying.is_alive()
    assert parts == sorted(parts)
    with closing(sqlite3.connect(target)) as copy:
        counts = {copy.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("a", "b")}
    assert len(counts) == 1
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
