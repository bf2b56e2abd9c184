"""The kernel is compiled before puzzles are looked for."""

import pytest

from tests.compiling import compile_all


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    compile_all()
