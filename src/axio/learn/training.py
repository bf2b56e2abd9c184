"""A course of training: take lessons, learn, measure, save, until the time is up."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import feature_count
from axio.rules import game

from . import checkpoint
from .lessons import Lessons
from .losses import losses_of
from .measure import measure
from .network import Network
from .settings import Settings
from .shelf import Shelf
from .workers import Alone, Workers

Told = Callable[[dict[str, Any]], None]

LOSSES = ("result", "scores", "apart")


class Source(Protocol):
    """Where lessons come from."""

    @property
    def ahead(self) -> bool:
        """Whether they are made beside, while others are learned."""
        ...

    def begin(self, update: int, seats: int, pupil: Mlp) -> list[Future[Lessons]]:
        """Those of an update, for so many seats, by the pupil as it is."""
        ...


class Training:
    """Everything that changes while a network learns."""

    def __init__(
        self,
        settings: Settings,
        source: Source,
        device: str,
        path: Path,
        told: Told = lambda facts: None,
        workers: Workers | None = None,
    ) -> None:
        self.source, self.device, self.path, self.told = source, device, path, told
        self.workers = workers or Alone()
        self.updates = self.lessons = 0
        self.seconds = 0.0  # in earlier runs
        kept = checkpoint.load(path, device) if path.exists() else None
        self.settings = settings = settings if kept is None else checkpoint.resumed(settings, kept[0], path)
        numbers = feature_count(game(settings.game, 2))
        torch.manual_seed(settings.seed)
        self.network = Network(numbers, settings.first, settings.second).to(device)
        mean = get_ema_multi_avg_fn(settings.steady)  # type: ignore[no-untyped-call]
        self.steady = AveragedModel(self.network, multi_avg_fn=mean, use_buffers=True)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), settings.rate, weight_decay=settings.decay
        )
        if kept is not None:
            self._restore(kept[1])
        positions = max(1, int(settings.shelf) // settings.moves)
        self.shelf = Shelf(positions, settings.moves, numbers, settings.seed + self.updates)
        self._begun = self.updates
        self._ahead: list[Future[Lessons]] = []
        self.started = self._measured = self._saved = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds of this run."""
        return time.monotonic() - self.started

    @property
    def mind(self) -> Mlp:
        """The network that plays: the mean over its latest weights."""
        network = self.steady.module
        assert isinstance(network, Network)
        return network.mind()

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
        for each in self._ahead:
            each.cancel()
        self.measure()
        self.save()

    def update(self) -> None:
        """Some games with some number of seats, and what is to be learned of them."""
        start, seats = time.monotonic(), self.seats_of(self.updates)
        some = Lessons.joined(each.result() for each in self._ahead or self._begin())
        self._ahead = self._begin() if self.source.ahead else []
        self.shelf.add(some)
        if self.network.is_blind:
            first = some.portraits[some.counts > 0, 0]
            self.network.look_at(torch.from_numpy(first).to(self.device).float())
        played = time.monotonic()
        losses = self._learn(round(self.settings.passes * len(some)))
        self.updates += 1
        self.lessons += len(some)
        rounded = {name: round(value, 5) for name, value in losses.items()}
        took = {"playing": round(played - start, 3), "learning": round(time.monotonic() - played, 3)}
        self._tell("update", seats=seats, lessons_here=len(some), **took, **rounded)

    def seats_of(self, update: int) -> int:
        """How many seats an update has games for: always the number that is furthest behind its share."""
        mix, played = self.settings.mix, [0] * len(self.settings.mix)
        seats = 0
        for number in range(update + 1):
            behind = [share * (number + 1) / sum(mix) - n for share, n in zip(mix, played, strict=True)]
            seats = max(range(len(mix)), key=behind.__getitem__)
            played[seats] += 1
        return seats + 1

    def _begin(self) -> list[Future[Lessons]]:
        number = self._begun
        self._begun += 1
        return self.source.begin(number, self.seats_of(number), self.mind)

    def _learn(self, count: int) -> dict[str, float]:
        """Go through so many lessons; what they lost on the mean."""
        settings = self.settings
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate_at(self.lessons)
        weights = torch.tensor([1.0, settings.score_weight, settings.apart_weight], device=self.device)
        sums, batches = torch.zeros(len(LOSSES), device=self.device), max(1, count // settings.batch)
        positions = max(1, settings.batch // settings.moves)
        for drawn in self.shelf.draw(batches, positions, self.device):
            losses = losses_of(self.network(drawn.portraits), drawn)
            self.optimiser.zero_grad()
            (losses @ weights).backward()  # type: ignore[no-untyped-call]
            self.optimiser.step()
            self.steady.update_parameters(self.network)
            sums += losses.detach()
        return dict(zip(LOSSES, (sums / batches).tolist(), strict=True))

    def measure(self) -> None:
        """Strength against the ladder, at every number of seats that is trained."""
        settings, mind = self.settings, self.mind
        asked = {
            seats: self.workers.submit(measure, settings.game, seats, mind, settings.measure_games)
            for seats, share in enumerate(settings.mix, 1)
            if share > 0
        }
        for seats, found in asked.items():
            self._tell("strength", seats=seats, against="careful", **asdict(found.result()))

    def save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "steady": self.steady.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "updates": self.updates,
            "lessons": self.lessons,
            "seconds": self.seconds + self.elapsed,
        }
        checkpoint.save(self.path, self.settings, state)

    def _restore(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.steady.load_state_dict(state["steady"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.updates, self.lessons = state["updates"], state["lessons"]
        self.seconds = state["seconds"]
        torch.manual_seed(self.settings.seed + self.updates)

    def _tell(self, what: str, **facts: Any) -> None:
        told = {"what": what, "seconds": round(self.seconds + self.elapsed, 1)}
        self.told({**told, "updates": self.updates, "lessons": self.lessons, **facts})


def logging_to(path: Path | None) -> Told:
    """Facts as lines of JSON, added to a file."""

    def tell(facts: dict[str, Any]) -> None:
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(facts) + "\n")

    return tell
