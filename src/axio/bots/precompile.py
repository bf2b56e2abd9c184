"""`python -m axio.bots.precompile BOT …`: have bots ready for every game, in a process of its own and out of
everybody's way."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from axio.rules import game_names

from .readiness import SEATS, is_ready, prepare
from .registry import make


def main(names: list[str]) -> None:
    """Prepare these bots for every game that they are not ready for."""
    with suppress(AttributeError, OSError):  # a system without priorities
        os.nice(19)
    for bot in map(make, names):
        for name in game_names():
            if not is_ready(bot, name, SEATS):
                prepare(bot, name, SEATS)


if __name__ == "__main__":
    main(sys.argv[1:])
