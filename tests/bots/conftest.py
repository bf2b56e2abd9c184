"""The small game is known while these tests run, and to no others."""

from collections.abc import Iterator

import pytest

from .games import toy_known


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy_known():
        yield
