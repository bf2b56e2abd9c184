"""Progress bars on standard error: for many games, and for bots that compile before they play."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from axio.bots import Bot, is_ready, prepare

MINUTE = 60.0
T = TypeVar("T")


def warmed(bots: Iterable[Bot], game: str, seats: int) -> None:
    """Compile what these bots need. The first time takes a minute or two; later there is nothing to do."""
    for bot in bots:
        if not is_ready(bot, game, seats):
            _warm(bot, game, seats)


def _warm(bot: Bot, game: str, seats: int) -> None:
    columns = (
        TextColumn(f"{bot.name} is compiled, once: {{task.description}}"),
        BarColumn(),
        MofNCompleteColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        prepare(
            bot,
            game,
            seats,
            lambda done, of, what: progress.update(task, completed=done, total=of, description=what),
        )


def watched(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The same things, with a progress bar on standard error; where that is no terminal, a line a minute."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from _told(things, total, what)
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(things, total=total)


def _told(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    start = said = monotonic()
    for done, thing in enumerate(things, 1):
        yield thing
        if monotonic() - said > MINUTE:
            said = monotonic()
            left = (said - start) * (total - done) / done / MINUTE
            print(
                f"axio: {done} of {total} {what}, about {left:.0f} minutes left", file=sys.stderr, flush=True
            )
