"""Starting: what cannot work ends in one clear sentence and exit code 2; old data is brought up to date."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from typer.testing import CliRunner

from axio.cli import app
from axio.cli.serve import USUAL_PORT
from axio.rules import Refused
from axio.server.process.listener import bound
from axio.server.settings import sqlite_url
from axio.server.store import open_store
from axio.server.store.migrate import FOLDER, HEAD, migrate
from axio.server.store.schema import metadata

from .browsing import Browser
from .running import Running

pytestmark = pytest.mark.long


def start(*options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "axio", "serve", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.stdout == ""
    return ended.returncode, ended.stderr


def test_port_taken_is_one_sentence(tmp_path: Path) -> None:
    """A port in use is named, with what to do about it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, said = start("--port", port, "--data", str(tmp_path))
    assert (code, said.count("\n")) == (2, 1)
    assert f"port {port} is taken" in said


def test_data_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """A data folder that is a file is named, with what to do about it."""
    (tmp_path / "file").touch()
    code, said = start("--port", "0", "--data", str(tmp_path / "file"))
    assert (code, said.count("\n")) == (2, 1)
    assert str(tmp_path / "file") in said and "--data" in said


def test_database_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """A revision this version does not know is refused, and nothing in the file changes."""
    with Running(tmp_path):
        pass
    file = tmp_path / "axio.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = file.read_bytes()
    code, said = start("--port", "0", "--data", str(tmp_path))
    assert (code, said.count("\n")) == (2, 1)
    assert "newer version" in said and "9999" in said
    assert file.read_bytes() == before


def test_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    """Something else under the database's name is not overwritten."""
    (tmp_path / "axio.db").write_text("my shopping list " * 100)
    code, said = start("--port", "0", "--data", str(tmp_path))
    assert (code, said.count("\n")) == (2, 1)
    assert "cannot be used" in said
    assert (tmp_path / "axio.db").read_text().startswith("my shopping list")


def damage(file: Path) -> None:
    """Overwrite the first pages of the tables and of the log, in the middle of the file."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    torn = "SELECT rootpage FROM sqlite_master WHERE tbl_name IN ('tables', 'log')"
    roots = [root for (root,) in connection.execute(torn)]
    connection.close()
    with file.open("r+b") as pages:
        for root in roots:
            pages.seek((root - 1) * size)
            pages.write(b"\xa5" * size)


def test_damaged_page_is_one_sentence(tmp_path: Path) -> None:
    """Whatever is begun with a torn database says so, and what to do."""

    async def made() -> None:
        await (await open_store(sqlite_url(tmp_path))).dispose()

    asyncio.run(made())
    damage(tmp_path / "axio.db")
    copy = tmp_path / "copy.db"
    told = [start("--port", "0", "--data", str(tmp_path))]
    for command in (["tables"], ["backup", str(copy)]):
        ended = CliRunner().invoke(app, ["admin", "--data", str(tmp_path), *command])
        told.append((ended.exit_code, ended.stderr))
    for code, said in told:
        assert (code, said.strip().count("\n")) == (2, 0), said
        assert "is damaged" in said and "restore a backup" in said
    assert not copy.exists()


def test_page_damaged_while_a_server_runs_is_one_sentence(tmp_path: Path) -> None:
    """Whoever asks is told that something is wrong, and the log says what without a traceback."""
    with Running(tmp_path) as server, Browser(server.url) as browser:
        browser.new("axio", "Ann")
        damage(tmp_path / "axio.db")
        deadline = time.monotonic() + 20
        while browser.http.get("/api/tables").status_code != 500 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert browser.http.get("/api/tables").json()["reason"] == "broken"
        server.stop()
        assert [line for line in server.complaints if "restore a backup" in line]
        assert not [line for line in server.complaints if "Traceback" in line]


@pytest.mark.parametrize("url", ["nonsense", "oracle+nothing://x", "postgresql+nodriver://x/y"])
def test_address_of_no_database_is_one_sentence(tmp_path: Path, url: str) -> None:
    """A database that cannot be used here is named as such."""
    code, said = start("--port", "0", "--data", str(tmp_path), "--url", url)
    assert (code, said.count("\n")) == (2, 1)
    assert "--url" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--smtp", "nonsense"), "--smtp"),
        (("--smtp", "smtp://user:secret@host"), "from=axio@example.org"),
        (("--smtp", "smtp://user:secret@host:x?from=a@b.org"), "smtp://host"),
        (("--smtp", "smtp://host?from=a@b.org"), "--public-url"),
    ],
)
def test_mail_server_that_cannot_be_is_one_sentence(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    """What is wrong with it is told at once, and a password in it is not."""
    code, told = start("--port", "0", "--data", str(tmp_path), *options)
    assert (code, told.count("\n")) == (2, 1)
    assert said in told and "secret" not in told


def test_migrations_make_exactly_the_tables_of_the_schema(tmp_path: Path) -> None:
    """What the migrations build and what the code expects never drift apart."""
    engine = create_engine(f"sqlite:///{tmp_path / 'fresh.db'}")
    with engine.begin() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        migrate(connection)
    engine.dispose()


def test_newest_migration_is_the_one_the_code_knows() -> None:
    """HEAD, which spares loading Alembic, names the last migration of the folder."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_every_commit_is_on_the_disk_before_it_is_answered(tmp_path: Path) -> None:
    """SQLite runs with a write-ahead log and synchronous=FULL."""

    async def asked() -> list[object]:
        engine = await open_store(sqlite_url(tmp_path))
        async with engine.connect() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        await engine.dispose()
        return found

    assert asyncio.run(asked()) == ["wal", 2, 1]


def test_games_go_on_after_a_gentle_end(tmp_path: Path) -> None:
    """A server that is asked to end does so soon, and the next one has every move."""
    with Running(tmp_path) as server, Browser(server.url) as browser:
        table = browser.new("axio", "Ann")
        place = browser.open(table)
        place.until_my_turn()
        move = place.any_move(Random(1))
        place.play(move)
        server.stop()
        assert server.process.returncode in (0, -signal.SIGTERM)
        assert server.complaints == []
    with Running(tmp_path) as server, browser.moved(server.url) as again:
        assert again.open(table).until("sync")["view"]["last"] == move


def test_messages_do_not_wait_for_each_other() -> None:
    """The listening socket is named as TCP, so that asyncio turns Nagle's algorithm off."""
    with bound("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_without_a_port_the_usual_one_or_any_free_one_serves(tmp_path: Path) -> None:
    """Plain `axio` starts although the usual port is taken, and keeps games in the user's data folder."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(Refused):
            held.enter_context(bound("127.0.0.1", USUAL_PORT))
        command = (
            "import webbrowser; webbrowser.open = lambda url: print(url, flush=True);"
            "from axio.cli.serve import play; play()"
        )
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
        process = subprocess.Popen(
            [sys.executable, "-c", command], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert process.stdout is not None
        with process.stdout as said:
            address = said.readline().split()[3]
            opened = said.readline().strip()
            answer = httpx.get(f"{address}api/games", verify=False)
            process.terminate()
            process.wait()
    assert opened == address
    assert f":{USUAL_PORT}/" not in address
    assert answer.status_code == 200
    assert [path.name for path in tmp_path.rglob("axio.db")] == ["axio.db"]
