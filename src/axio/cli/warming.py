"""Bots that play by compiled code are prepared before the first move, with a bar while it takes."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from axio.bots import Bot, is_ready, prepare


def warmed(bots: Iterable[Bot], game: str, seats: int) -> None:
    """Have these bots ready: the first time takes up to a minute or two, later starts nothing."""
    for bot in bots:
        if not is_ready(bot, game, seats):
            _warm(bot, game, seats)


def _warm(bot: Bot, game: str, seats: int) -> None:
    columns = (
        TextColumn(f"{bot.name} gets ready, once: {{task.description}}"),
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
