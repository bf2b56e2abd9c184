"""Options of the commands that play many games: the workers, and the budget of the bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TypeAlias

import typer

from axio.arena import WorkersFailed
from axio.bots import BotFailed, Work
from axio.rules import Malformed

from .command import complain

FAILED = 1

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
    """End the command with one sentence when a bot or a worker fails."""
    try:
        yield
    except (BotFailed, WorkersFailed) as fault:
        complain(fault)
        raise typer.Exit(FAILED) from None


def works(text: str) -> tuple[Work, ...] | Work:
    """The budgets in a text such as `1000`, or `1000,6000` with one for each bot."""
    try:
        amounts = tuple(Work(int(part)) for part in text.split(","))
    except (ValueError, Malformed):
        told = f"{text[:40]!r} is no budget of work: expected a number, or one for each bot as in 1000,6000"
        raise typer.BadParameter(told, param_hint="--work") from None
    return amounts if len(amounts) > 1 else amounts[0]
