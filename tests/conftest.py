"""How far Hypothesis looks, how many tests run at once, and which of them `make quick` leaves out."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: a busy machine is not a bug.
settings.register_profile("default", deadline=None)
settings.register_profile("soak", deadline=None, max_examples=5_000)
settings.load_profile("default")

# They need the compiler, a browser, or whole games of strong bots.
LONG = {"bots", "browser", "envs", "kernel", "learn", "puzzles", "review"}
HERE = Path(__file__).parent


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a server, a browser or a clock."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return usable + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long are whole folders, and all that shares PostgreSQL, a Ray cluster or an installation."""
    for item in items:
        if item.path.relative_to(HERE).parts[0] in LONG or item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.long)
