"""What a bot is: it gets an observation, never a state, and a budget, and answers with a choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, runtime_checkable

from axio.rules import AxioError, Malformed, Move, Observation

from .reasons import Reason


@dataclass(frozen=True, slots=True)
class Work:
    """So many evaluations or playouts, whichever a bot counts. The same work gives the same choice."""

    amount: int

    def __post_init__(self) -> None:
        if self.amount < 1:
            raise Malformed(f"{self.amount} is no budget of work: expected at least 1")

    def __str__(self) -> str:
        return f"work {self.amount}"


@dataclass(frozen=True, slots=True)
class Time:
    """So many seconds. What a bot finds in them depends on the machine."""

    seconds: float

    def __post_init__(self) -> None:
        if not 0 < self.seconds < float("inf"):
            raise Malformed(f"{self.seconds} is no budget of time: expected seconds above 0")

    def __str__(self) -> str:
        return f"{self.seconds:g} s"


Budget: TypeAlias = Work | Time  # how much a bot may think

USUAL = Work(1000)  # the budget where none is given
SHOWN = 5  # the most candidates of a choice


class BotFailed(AxioError):
    """A bot that did not play: it died, took too long, or answered with something else than a legal move."""


@dataclass(frozen=True, slots=True)
class GameHistory:
    """How a game came to its present position: a name for the game, and its moves with the seats that made
    them. Every move is public, so a history holds nothing that is hidden."""

    game_id: str
    moves: tuple[tuple[int, Move], ...] = ()

    @property
    def ply(self) -> int:
        """The number of moves made so far."""
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move a bot looked at: its value (larger is better, comparable within one choice), and estimates."""

    move: Move
    value: float
    win: float | None = None  # chance to win, 0 to 1
    low: float | None = None  # the lowest colour expected at the end


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's answer: the move, the best moves it saw (best first, as far as it compares), and why."""

    move: Move
    candidates: tuple[Candidate, ...]
    reason: Reason
    seconds: float | None = field(default=None, compare=False)  # how long it thought, where the bot knows


@runtime_checkable
class Bot(Protocol):
    """A player. The same observation, budget of work and key give the same choice, on every machine."""

    @property
    def name(self) -> str:
        """The name the registry knows it by, with its options: `careful` or `careful:weight=0.5`."""
        ...

    @property
    def version(self) -> int:
        """Raised whenever the bot plays differently."""
        ...

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        """A move for the viewer of the observation, whose turn it is. All chance comes from the key."""
        ...


@runtime_checkable
class HistoryBot(Protocol):
    """A bot that also wants to know how the position came about."""

    def choose_after(
        self, observation: Observation, budget: Budget, key: bytes, history: GameHistory
    ) -> Choice:
        """A move, as `choose` gives one."""
        ...


def ask(bot: Bot, observation: Observation, budget: Budget, key: bytes, history: GameHistory) -> Choice:
    """The bot's choice. It learns the history if it wants to."""
    if isinstance(bot, HistoryBot):
        return bot.choose_after(observation, budget, key, history)
    return bot.choose(observation, budget, key)


def label(bot: Bot) -> str:
    """The bot as results name it: `careful@1`, or `careful@1:weight=0.5`."""
    name, colon, options = bot.name.partition(":")
    return f"{name}@{bot.version}{colon}{options}"
