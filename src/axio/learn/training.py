"""The course of training: play, learn, measure, save, until the time is up."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from axio.encoding import layout
from axio.rules import game

from . import checkpoint
from .field import Field
from .form import form_of
from .measure import measure
from .network import Network
from .pool import Pool
from .ppo import Learner
from .returns import lessons
from .rollout import Collector, Rival
from .settings import Settings

Told = Callable[[dict[str, Any]], None]


class Training:
    """Everything that changes while a network learns."""

    def __init__(self, settings: Settings, device: str, path: Path, told: Told = lambda facts: None) -> None:
        self.settings, self.device, self.path, self.told = settings, device, path, told
        self.form = form_of(settings.game)
        self.updates = 0
        self.decisions = 0.0
        self.seconds = 0.0  # in earlier runs
        kept = checkpoint.load(path, device) if path.exists() else None
        if kept is not None:
            self.settings = settings = checkpoint.resumed(settings, kept[0], path)
        torch.manual_seed(settings.seed)
        self.network = Network(self.form, settings.width, settings.blocks, settings.rank).to(device)
        if device == "cuda":
            torch.backends.cudnn.benchmark = True
            self.network = self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.learner = Learner(self.network, settings, device)
        self.pool = Pool(settings.pool, settings.seed)
        self._collectors: dict[int, Collector] = {}
        self._played = [0] * len(settings.mix)
        if kept is not None:
            self._restore(kept[1])
        self.started = self._measured = self._saved = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds of this run."""
        return time.monotonic() - self.started

    def run(self, minutes: float) -> None:
        """Train for so long, and leave a checkpoint."""
        until = 60 * minutes
        while self.elapsed < until:
            self.update()
            now = time.monotonic()
            if now - self._measured > self.settings.measure_every:
                self.measure()
                self._measured = time.monotonic()
            if now - self._saved > self.settings.save_every:
                self.save()
                self._saved = time.monotonic()
        self.measure()
        self.save()

    def update(self) -> None:
        """One rollout with some number of seats, and what is to be learned of it."""
        seats = self._next_seats()
        start = time.monotonic()
        collector = self._collector(seats)
        rollout = collector.collect(self.network, self.settings.steps, self._rival(collector.field))
        some = lessons(rollout, self.settings.trace, collector.field.batch.game.end)
        if self.device == "cuda":
            torch.cuda.synchronize()
        played = time.monotonic()
        losses = self.learner.learn(some, collector.field.rules, self.decisions)
        self.updates += 1
        self.decisions += len(some.actions)
        if self.updates % self.settings.pool_every == 0:
            self.pool.add(self.network)
        rounded = {name: round(value, 5) for name, value in losses.items()}
        took = {"playing": round(played - start, 3), "learning": round(time.monotonic() - played, 3)}
        self._tell("update", seats=seats, decisions_here=len(some.actions), **took, **rounded)

    def measure(self) -> None:
        """Strength against the cheap policy, at every number of seats that is trained."""
        for seats, share in enumerate(self.settings.mix, 1):
            if share > 0:
                field = Field(self.settings.game, seats, self.settings.measure_games, 0, self.device)
                found = measure(self.network, field, "concave", seed=self.settings.seed + 1)
                self._tell("strength", seats=seats, against="concave", **asdict(found))

    def save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.learner.optimiser.state_dict(),
            "pool": self.pool.state(),
            "updates": self.updates,
            "decisions": self.decisions,
            "seconds": self.seconds + self.elapsed,
        }
        checkpoint.save(self.path, self.settings, state)

    def _restore(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.learner.optimiser.load_state_dict(state["optimiser"])
        self.pool.load(state["pool"])
        self.updates, self.decisions = state["updates"], state["decisions"]
        self.seconds = state["seconds"]
        torch.manual_seed(self.settings.seed + self.updates)

    def _next_seats(self) -> int:
        """The number of seats that is furthest behind its share."""
        mix = self.settings.mix
        behind = [
            share * (sum(self._played) + 1) / sum(mix) - n for share, n in zip(mix, self._played, strict=True)
        ]
        seats = max(range(len(mix)), key=behind.__getitem__)
        self._played[seats] += 1
        return seats + 1

    def _collector(self, seats: int) -> Collector:
        if seats not in self._collectors:
            settings = self.settings
            seed = 1000 * settings.seed + 10 * self.updates + seats
            games = max(1, round(settings.games * self._cells(2) / self._cells(seats)))
            field = Field(settings.game, seats, games, seed, self.device)
            self._collectors[seats] = Collector(field, settings.margin)
        return self._collectors[seats]

    def _cells(self, seats: int) -> int:
        columns, rows = layout(game(self.settings.game, seats)).shape
        return columns * rows

    def _rival(self, field: Field) -> Rival | None:
        past = self.pool.draw(self.network) if field.seats > 1 else None
        many = int(self.settings.rivals * field.n)
        if past is None or not many:
            return None
        return Rival(past, torch.arange(many, device=self.device) % field.seats)

    def _tell(self, what: str, **facts: Any) -> None:
        self.told(
            {
                "what": what,
                "seconds": round(self.seconds + self.elapsed, 1),
                "updates": self.updates,
                "decisions": int(self.decisions),
                **facts,
            }
        )


def logging_to(path: Path | None) -> Told:
    """Facts as lines of JSON, added to a file."""

    def tell(facts: dict[str, Any]) -> None:
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(facts) + "\n")

    return tell
