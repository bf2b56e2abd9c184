"""The course of training: play, learn, measure, save, until the time is up."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from axio.kernel.mind import EXPECTED
from axio.kernel.portraits import portrait_size
from axio.kernel.schooling import lessons
from axio.rules import game

from . import checkpoint
from .measure import measure
from .network import Network
from .settings import Settings
from .shelf import Shelf

Told = Callable[[dict[str, Any]], None]


class Training:
    """Everything that changes while a network learns."""

    def __init__(self, settings: Settings, device: str, path: Path, told: Told = lambda facts: None) -> None:
        self.device, self.path, self.told = device, path, told
        self.updates = self.lessons = 0
        self.seconds = 0.0  # in earlier runs
        kept = checkpoint.load(path, device) if path.exists() else None
        self.settings = settings = settings if kept is None else checkpoint.resumed(settings, kept[0], path)
        size = portrait_size(game(settings.game, 2))
        torch.manual_seed(settings.seed)
        self.network = Network(size, settings.first, settings.second).to(device)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), settings.rate, weight_decay=settings.decay
        )
        self._played = [0] * len(settings.mix)
        if kept is not None:
            self._restore(kept[1])
        self.shelf = Shelf(settings.shelf, size, EXPECTED, settings.seed + self.updates)
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
        """Some games with some number of seats, and what is to be learned of them."""
        seats, start = self._next_seats(), time.monotonic()
        seed = (self.settings.seed << 32) + self.updates
        some = lessons(game(self.settings.game, seats), self.settings.games, seed)
        self.shelf.add(some)
        if self.network.is_blind:
            self.network.look_at(torch.from_numpy(some.portraits).to(self.device))
        played = time.monotonic()
        losses = self._learn(round(self.settings.passes * len(some)))
        self.updates += 1
        self.lessons += len(some)
        rounded = {name: round(value, 5) for name, value in losses.items()}
        took = {"playing": round(played - start, 3), "learning": round(time.monotonic() - played, 3)}
        self._tell("update", seats=seats, lessons_here=len(some), **took, **rounded)

    def _learn(self, count: int) -> dict[str, float]:
        """Go through so many lessons; what they lost on the mean."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.rate_at(self.lessons)
        sums, batches = torch.zeros(2, device=self.device), 0
        for portraits, results in self.shelf.draw(count, self.settings.batch, self.device):
            result, scores = losses_of(self.network(portraits), results)
            self.optimiser.zero_grad()
            (result + self.settings.score_weight * scores).backward()  # type: ignore[no-untyped-call]
            self.optimiser.step()
            sums += torch.stack([result.detach(), scores.detach()])
            batches += 1
        result_loss, score_loss = (sums / batches).tolist()
        return {"result": result_loss, "scores": score_loss}

    def measure(self) -> None:
        """Strength against the ladder, at every number of seats that is trained."""
        for seats, share in enumerate(self.settings.mix, 1):
            if share > 0:
                settings = self.settings
                found = measure(settings.game, seats, self.network.mind(), settings.measure_games)
                self._tell("strength", seats=seats, against="careful", **asdict(found))

    def save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "updates": self.updates,
            "lessons": self.lessons,
            "seconds": self.seconds + self.elapsed,
        }
        checkpoint.save(self.path, self.settings, state)

    def _restore(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.updates, self.lessons = state["updates"], state["lessons"]
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

    def _tell(self, what: str, **facts: Any) -> None:
        told = {"what": what, "seconds": round(self.seconds + self.elapsed, 1)}
        self.told({**told, "updates": self.updates, "lessons": self.lessons, **facts})


def losses_of(said: Tensor, results: Tensor) -> tuple[Tensor, Tensor]:
    """How far from the result, and from the final scores."""
    missed = functional.binary_cross_entropy_with_logits(said[:, 0], results[:, 0])
    return missed, functional.mse_loss(said[:, 1:], results[:, 1:])


def logging_to(path: Path | None) -> Told:
    """Facts as lines of JSON, added to a file."""

    def tell(facts: dict[str, Any]) -> None:
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(facts) + "\n")

    return tell
