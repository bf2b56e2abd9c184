"""Whether a bot can begin at once: some play by compiled code, which is compiled when it is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

from axio.rules import game as game_of
from axio.rules import game_names

from .networks import has_network
from .protocol import Bot

SEATS = 2  # what is compiled for these serves every number of them

Progress: TypeAlias = Callable[[int, int, str], None]  # parts done, of how many, the next


@runtime_checkable
class Prepared(Protocol):
    """A bot that is at its best only after preparation."""

    def ready(self, game: str, seats: int) -> bool:
        """Whether it can begin within a second or so. Answered at once, and without loading a compiler."""
        ...

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        """Do whatever keeps it from being ready, and load what it plays by."""
        ...


class CompiledBot:
    """Ready once the kernel's code for a game is on disk. Nothing is loaded before it is needed."""

    def ready(self, game: str, seats: int) -> bool:
        from axio.kernel.host.precompile import is_compiled

        return is_compiled(game_of(game, seats))

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        from axio.kernel import warm

        warm(game, seats, progress, batches=False)


class NetworkBot(CompiledBot):
    """Plays the games that have a network."""

    def plays(self, game: str) -> bool:
        """Whether there is a network for a game."""
        return has_network(game)

    def ready(self, game: str, seats: int) -> bool:
        """Whether the compiled code is on disk; True where there is no network to play with."""
        return not self.plays(game) or CompiledBot.ready(self, game, seats)

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        """Compile and load what evaluating positions needs, and load the network."""
        from .networks.weights import network_of

        if self.plays(game):
            CompiledBot.prepare(self, game, seats, progress)
            network_of(game)


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
