"""One server for all tests that only look at it from outside; those that end it start their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .browsing import Browser
from .postgres import Postgres
from .running import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """Tests that use it are of the xdist group with its name, so that all share one cluster."""
    cluster = Postgres(tmp_path_factory.mktemp("postgres") / "cluster")
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
