"""One server for all tests that only look at it from outside; those that end it start their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from .browsing import Browser
from .far import STRICT, Person
from .postgres import Postgres
from .running import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for people far apart, all of whom come from one address here."""
    many = json.dumps(
        {"guesses": 1000, "requests_a_minute": 100_000, "kept_a_minute": 100_000, "analysis_work": 3000}
    )
    folder = tmp_path_factory.mktemp("far")
    with Running(folder, "--host", "0.0.0.0", module="tests.server.rigged", AXIO_SETTINGS=many) as running:
        yield running


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with low limits, behind a proxy that says where people come from."""
    folder, settings = tmp_path_factory.mktemp("strict"), json.dumps(STRICT)
    options = ("--proxy", "127.0.0.1", "--sockets-per-address", "8")
    with Running(folder, *options, module="tests.server.rigged", AXIO_SETTINGS=settings) as running:
        yield running


@pytest.fixture
def comes(far: Running) -> Iterator[Callable[[], Person]]:
    """Somebody new, at a browser of their own."""
    with ExitStack() as held:
        yield lambda: held.enter_context(Person(far.url))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Tests that use it are of the xdist group with its name, so that all share one cluster.

    Not in a folder of pytest's, which is for its user alone: as root, PostgreSQL runs as somebody else.
    """
    with TemporaryDirectory() as folder:
        cluster = Postgres(Path(folder) / "cluster")
        yield cluster
        cluster.close()


@pytest.fixture
def browser(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as opened:
        yield opened


@pytest.fixture
def stranger(server: Running) -> Iterator[Browser]:
    """Somebody else, at a browser of their own."""
    with Browser(server.url) as opened:
        yield opened


@pytest.fixture
def people(far: Running) -> Iterator[list[Browser]]:
    """Four people, each with a browser of their own."""
    with ExitStack() as held:
        yield [held.enter_context(Browser(far.url)) for _ in range(4)]
