"""The kernel is compiled before games are reviewed."""

import pytest

from tests.compiling import compile_all


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    compile_all()
