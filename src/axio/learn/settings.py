"""Every number that shapes training, in one place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self

from axio.rules import Malformed

POLICIES = ("denying", "guessing")  # of the kernel's, those that value scores as the features do


@dataclass(frozen=True)
class Settings:
    """Settings by name: they go into files, and texts change them."""

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Settings as another version of Axio may have written them: what is unknown here is left out."""
        known = {field.name for field in fields(cls)} & data.keys()
        return cls(**{name: _immutable(data[name]) for name in known})

    def changed(self, texts: Sequence[str]) -> Self:
        """The settings with what texts such as `batch=512` say."""
        changes = {}
        for text in texts:
            name, equals, value = text.partition("=")
            if not equals or name not in asdict(self):
                names = ", ".join(asdict(self))
                raise Malformed(f"{text[:40]!r} is not a setting: expected NAME=VALUE with one of {names}")
            changes[name] = _read(name, value, getattr(self, name))
        return replace(self, **changes)


@dataclass(frozen=True)
class TrainingSettings(Settings):
    """How a network is made and trained. The defaults are those of the stage `outcomes`."""

    stage: str = "outcomes"
    game: str = "axio"
    seed: int = 1

    # the network
    hidden: tuple[int, ...] = (128, 64)  # neurons of each hidden layer

    # samples
    games: int = 2000  # played for one update
    mix: tuple[float, ...] = (1.0, 4.0, 1.5, 1.5)  # share of updates with 1, 2, 3 and 4 seats
    policy: str = "denying"  # of the kernel: how games and rollouts are played
    replay: float = 1e6  # samples that the replay buffer holds
    passes: float = 3.0  # how often a sample is learned from, on the mean

    # samples of the stage `distillation`
    moves: int = 1  # tried in a position
    worlds: int = 1  # in which each move is tried
    rollout: int = 0  # turns of all seats together, before the teacher evaluates

    # learning
    samples: float = 20e6  # over which the learning rate falls
    rate: float = 2e-3
    rate_end: float = 2e-5
    weight_decay: float = 1e-4
    ema_decay: float = 0.998  # a step
    batch: int = 1024  # samples
    score_weight: float = 3.0  # of the final scores in the loss, beside the outcome
    difference_weight: float = 20.0  # of the differences between moves of one position

    # measuring and saving
    panel: tuple[str, ...] = ("careful",)  # opponents: bots by name, or files of networks
    measure_every: float = 300.0  # seconds
    measure_games: int = 24
    save_every: float = 60.0  # seconds
    keep_replay: bool = True  # write the replay buffer at the end of a run, for the next one

    def __post_init__(self) -> None:
        if min(self.hidden, default=0) < 1:
            raise Malformed(f"hidden is {list(self.hidden)}: expected a number of neurons for each layer")
        if self.policy not in POLICIES:
            raise Malformed(f"{self.policy[:40]!r} is not a policy: expected one of {', '.join(POLICIES)}")
        if min(self.mix) < 0 or sum(self.mix) <= 0:
            raise Malformed(f"mix is {list(self.mix)}: expected shares of which none is negative")

    def rate_at(self, done: float) -> float:
        """The learning rate after so many samples: it falls geometrically from the first to the last."""
        share = min(max(done / self.samples, 0.0), 1.0)
        return float(self.rate * (self.rate_end / self.rate) ** share)


OUTCOMES = TrainingSettings()
DISTILLATION = TrainingSettings(
    stage="distillation",
    hidden=(512, 128),
    games=64,
    moves=16,
    worlds=4,
    rollout=4,
    passes=4.0,
    rate=1e-3,
    rate_end=1e-4,
    batch=1536,
)
SELFPLAY = "selfplay"  # the stage with settings of its own
STAGES = {each.stage: each for each in (OUTCOMES, DISTILLATION)}


def settings_of(stage: str, game: str, small: bool = False, changes: Sequence[str] = ()) -> TrainingSettings:
    """The settings of a stage, with changes; `small` ones train on any machine, for a try."""
    if stage not in STAGES:
        raise Malformed(f"{stage[:40]!r} is not a stage: expected one of {', '.join((*STAGES, SELFPLAY))}")
    usual = replace(STAGES[stage], game=game)
    if small:
        games = max(2, usual.games // 8)
        usual = replace(usual, hidden=(64, 32), games=games, samples=1e6, replay=2e5, measure_games=12)
    return usual.changed(changes)


def seats_in_turn(mix: Sequence[float]) -> Iterator[int]:
    """For how many seats each update plays: always the number that is furthest behind its share."""
    done = [0] * len(mix)
    while True:
        due = (sum(done) + 1) / sum(mix)
        seats = max(range(len(mix)), key=lambda at: mix[at] * due - done[at])
        done[seats] += 1
        yield 1 + seats


def _read(name: str, text: str, like: Any) -> Any:
    """A text as a value of the same type as another."""
    try:
        if isinstance(like, tuple):
            values = tuple(_read(name, part, like[0]) for part in text.split(","))
            if isinstance(like[0], float) and len(values) != len(like):  # one share for each number of seats
                raise ValueError(text)
            return values
        if isinstance(like, bool):
            return {"true": True, "false": False}[text]
        return type(like)(float(text)) if isinstance(like, int) else type(like)(text)
    except (ValueError, KeyError):
        raise Malformed(f"{name} is {text[:40]!r}: expected something like {json.dumps(like)}") from None


def _immutable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
