"""How long a level takes over a move, on this machine, at positions from all parts of a game."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from axio.arena.workers import cores
from axio.bots import USUAL, Greedy, label
from axio.rules import Observation, deal

from .fixtures import bot_of, work_of
from .plan import Goal, seats_taken
from .results import Results, Timing

MOVES = 8


def untimed(goals: Iterable[Goal], results: Results) -> list[tuple[str, int, str]]:
    """Game, seats and level of everybody who has not been timed on this machine."""
    wanted = seats_taken(goal.fixture for goal in goals)
    return [each for each in wanted if not _known(results, *each)]


def timing(game: str, seats: int, level: str, moves: int = MOVES) -> Timing:
    """Measure one level, after a first move that does not count."""
    bot, work = bot_of(level), work_of(level)
    views = list(_views(game, seats, moves))
    bot.choose(views[0], work, b"warm")
    taken = []
    for number, view in enumerate(views):
        start = perf_counter()
        bot.choose(view, work, bytes([number]))
        taken.append(1000 * (perf_counter() - start))
    mean = sum(taken) / len(taken)
    return Timing(
        game, seats, label(bot), str(work), machine(), round(mean, 2), round(max(taken), 2), len(taken)
    )


def _known(results: Results, game: str, seats: int, level: str) -> bool:
    found = results.timings.get((game, seats, label(bot_of(level)), str(work_of(level))))
    return found is not None and found.machine == machine()


def _views(game: str, seats: int, count: int) -> Iterator[Observation]:
    """So many positions of a game, evenly spaced, as the seat to move sees them."""
    bot, state, views = Greedy(), deal(game, seats, "pace"), []
    while not state.over:
        views.append(state.observe(state.seat))
        key = sha256(str(len(views)).encode()).digest()
        state = state.play(bot.choose(views[-1], USUAL, key).move).after
    return (views[len(views) * number // count] for number in range(count))


def machine() -> str:
    """This machine in a few words: `AMD EPYC 7763, 2 cores, CPython 3.11.7`."""
    count = cores()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {count} core{'s' * (count != 1)}, {python}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()
