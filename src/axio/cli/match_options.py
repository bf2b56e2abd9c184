"""Options of the commands that play many games: the workers, and the budget of the bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeAlias

import typer

from axio.arena import WorkersFailed
from axio.bots import Bot, BotFailed, Work
from axio.bots.program import PATIENCE, Program
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


Patience: TypeAlias = Annotated[
    float, typer.Option(metavar="SECONDS", min=0.1, help="How long to wait for the answer of a program.")
]
Logs: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--stderr",
        metavar="DIR",
        help="Keep what programs write to standard error.",
        show_default="only of those that fail",
    ),
]


def for_programs(bots: Iterable[Bot], patience: float = PATIENCE, logs: str | None = None) -> tuple[Bot, ...]:
    """The same bots; programs have so much time, and this folder for their standard error."""
    return tuple(
        Program(bot.command, patience=patience, alias=bot.alias, logs=logs)
        if isinstance(bot, Program)
        else bot
        for bot in bots
    )


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
