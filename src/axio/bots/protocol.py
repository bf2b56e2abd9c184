"""What a bot is: something that gets an observation, never a state, and answers with a choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from axio.rules import AxioError, Move, Observation

from .budget import Budget
from .reasons import Reason


class BotFailed(AxioError):
    """A bot that did not play: it died, took too long, or answered with something else than a legal move."""


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


def label(bot: Bot) -> str:
    """The bot as results name it: `careful@1`, or `careful@1:weight=0.5`."""
    name, colon, options = bot.name.partition(":")
    return f"{name}@{bot.version}{colon}{options}"
