"""The small game is known while these tests run, and to no others; the kernel is compiled."""

from collections.abc import Iterator

import pytest

from tests.compiling import compile_all
from tests.toys import registered


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    compile_all()


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with registered():
        yield
