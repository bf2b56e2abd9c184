"""One server for all tests that only look at it from outside; those that end it start their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from .browsing import Browser
from .far import Person
from .running import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for people far apart, all of whom come from one address here."""
    many = json.dumps({"guesses": 1000})
    folder = tmp_path_factory.mktemp("far")
    with Running(folder, "--host", "0.0.0.0", module="tests.server.rigged", AXIO_SETTINGS=many) as running:
        yield running


@pytest.fixture
def comes(far: Running) -> Iterator[Callable[[], Person]]:
    """Somebody new, at a browser of their own."""
    with ExitStack() as held:
        yield lambda: held.enter_context(Person(far.url))


@pytest.fixture
def browser(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as opened:
        yield opened


@pytest.fixture
def stranger(server: Running) -> Iterator[Browser]:
    """Somebody else, at a browser of their own."""
    with Browser(server.url) as opened:
        yield opened
