"""Options of commands that play many games: who plays them, and how much a bot may think."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Annotated, TypeAlias, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from axio.arena import WorkersFailed
from axio.bots import BotFailed, Work
from axio.rules import Malformed

from .faults import complain

FAILED = 1
MINUTE = 60.0
T = TypeVar("T")

Jobs: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes.", show_default="one a core")
]
Threads: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Threads of each for one bot.", show_default="cores / jobs"),
]
Ray: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Spread over this Ray cluster; `local` starts one here."),
]


@contextmanager
def told() -> Iterator[None]:
    """Bots and workers that fail end the command with their sentence."""
    try:
        yield
    except (BotFailed, WorkersFailed) as fault:
        complain(fault)
        raise typer.Exit(FAILED) from None


def works(text: str) -> tuple[Work, ...] | Work:
    """`1000`, or one for each bot: `1000,6000`."""
    try:
        amounts = tuple(Work(int(part)) for part in text.split(","))
    except (ValueError, Malformed):
        told = f"{text[:40]!r} is no budget of work: expected a number, or one for each bot as in 1000,6000"
        raise typer.BadParameter(told, param_hint="--work") from None
    return amounts if len(amounts) > 1 else amounts[0]


def watched(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The same things, with a bar on standard error; where that is no terminal, a line a minute."""
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
