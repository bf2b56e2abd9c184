"""Bots that play by compiled code: is it there, and if not, compile it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from axio.rules import game_names

from .compiling import Progress
from .protocol import Bot

SEATS = 2  # what is compiled for these serves every number of them


@runtime_checkable
class Prepared(Protocol):
    """A bot that is at its best only after preparation."""

    def ready(self, game: str, seats: int) -> bool:
        """Whether it can begin within a second or so. Answered at once, and without loading a compiler."""
        ...

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        """Do whatever keeps it from being ready, and load what it plays by."""
        ...


def is_ready(bot: Bot, game: str, seats: int) -> bool:
    """Whether a bot can begin at once. Most always can."""
    return bot.ready(game, seats) if isinstance(bot, Prepared) else True


def prepare(bot: Bot, game: str, seats: int, progress: Progress | None = None) -> None:
    """Have a bot ready; nothing to do for most."""
    if isinstance(bot, Prepared):
        bot.prepare(game, seats, progress)


def ready_everywhere(bot: Bot) -> bool:
    """Whether a bot is ready for every game there is."""
    return all(is_ready(bot, name, SEATS) for name in game_names())
