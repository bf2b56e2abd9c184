"""The server with other settings and, where a file says so, other worlds than the seeds would deal.

AXIO_SETTINGS: settings as JSON. AXIO_WORLDS: a JSON file that gives for each seed a state.
AXIO_DAYS: a file that holds how many days the calendar of the daily deal is ahead.
"""

from __future__ import annotations

import json
import os
import time
from functools import partial
from pathlib import Path

from axio import State, cli
from axio.rules.data import read_state
from axio.server import launch
from axio.server.daily import days, deals
from axio.server.settings import Settings
from axio.server.table import day, history

if settings := os.environ.get("AXIO_SETTINGS"):
    setattr(launch, "Settings", partial(Settings, **json.loads(settings)))  # noqa: B010  # not its own name

if worlds := os.environ.get("AXIO_WORLDS"):
    _states = {seed: read_state(data) for seed, data in json.loads(Path(worlds).read_text()).items()}

    def opening(game: str, seats: int, seed: str, start: str | None = None) -> State:
        return _states[seed]

    setattr(history, "opening_state", opening)  # noqa: B010  # not its own name

if ahead := os.environ.get("AXIO_DAYS"):
    _ahead = Path(ahead)

    def now() -> float:
        return time.time() + day.DAY * int(_ahead.read_text())

    for module in (day, days, deals):
        setattr(module, "now", now)  # noqa: B010  # not its own name

if __name__ == "__main__":
    cli.main()
