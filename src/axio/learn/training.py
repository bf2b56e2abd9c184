"""Training: take samples, learn from them, measure, save, until the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

import jax
import numpy as np

from axio.arena.workers import INLINE, Workers
from axio.kernel.device.learned.mlp import OUTPUTS, Mlp
from axio.kernel.host.network_evaluation import feature_count
from axio.rules import game

from .checkpoint import Checkpoint, facts_of
from .network import Standardisation, exported, initial
from .optimiser import LOSSES, OptimiserState, Rates, device_of, step
from .replay_buffer import ReplayBuffer
from .samples import Samples, SampleSource
from .settings import TrainingSettings, seats_in_turn
from .strength import NetworkBot, strength

Facts: TypeAlias = dict[str, Any]
Report: TypeAlias = Callable[[Facts], None]


class Training:
    """Everything that changes while a network learns.

    The samples of an update are made by the network as it was before the last update. So workers can play
    while this process learns, and what comes out is the same whether they do or not.
    """

    def __init__(
        self,
        settings: TrainingSettings,
        source: SampleSource,
        device: str,
        path: Path,
        report: Report = lambda facts: None,
        workers: Workers = INLINE,
    ) -> None:
        self.source, self.path, self.report, self.workers = source, path, report, workers
        self.state: OptimiserState
        self.standardisation: Standardisation
        self.device = device_of(device)
        kept = Checkpoint.load(path) if path.exists() else None
        self.settings = settings = settings if kept is None else kept.resumed(settings, path)
        features = feature_count(game(settings.game, 2))
        self.sizes = (features, *settings.hidden, OUTPUTS)
        positions = max(1, int(settings.replay) // settings.moves)
        self.replay = ReplayBuffer(positions, settings.moves, features)
        if kept is None:
            self._start()
        else:
            self._restore(kept)
        self._turns = seats_in_turn(settings.mix)
        self._seats: list[int] = []
        self._ahead: list[Future[Samples]] = []
        self.started = self._measured = self._saved = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds of this run."""
        return time.monotonic() - self.started

    @property
    def student(self) -> Mlp:
        """The network that plays: the moving average of its weights."""
        return exported(np.array(self.state.ema), self.sizes, self.standardisation)

    @property
    def facts(self) -> Facts:
        """How the network was made."""
        return facts_of(self.settings, self.samples, self.seconds + self.elapsed)

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
        if self.settings.keep_replay:
            self.replay.save(self._replay_path, self.updates)

    def update(self) -> None:
        """Take the samples of some games, and learn from them."""
        start, seats = time.monotonic(), self.seats_of(self.updates)
        samples = Samples.joined(each.result() for each in self._ahead or self._begin(self.updates))
        self.acting = self.student
        self._ahead = self._begin(self.updates + 1) if self.workers.beside else []
        self.replay.add(samples)
        if self.standardisation.is_unknown:
            self.standardisation = Standardisation.of(samples.features[samples.counts > 0, 0])
        sampled = time.monotonic()
        losses = self._learn(round(self.settings.passes * len(samples)))
        self.updates += 1
        self.samples += len(samples)
        took = {"sampling": round(sampled - start, 3), "learning": round(time.monotonic() - sampled, 3)}
        self._report("update", seats=seats, new_samples=len(samples), **took, **losses)

    def seats_of(self, update: int) -> int:
        """For how many seats an update plays."""
        while len(self._seats) <= update:
            self._seats.append(next(self._turns))
        return self._seats[update]

    def measure(self) -> None:
        """Strength against every opponent of the panel, at every number of seats that is trained."""
        settings, bot = self.settings, NetworkBot(self.student)
        for seats in (seats for seats, share in enumerate(settings.mix, 1) if share > 0):
            for against in settings.panel if seats > 1 else ("",):
                found = strength(self.workers, settings.game, seats, bot, settings.measure_games, against)
                self._report("strength", seats=seats, against=against, **asdict(found))

    def save(self) -> None:
        weights, ema, first, second, steps = map(np.array, self.state)
        Checkpoint(
            self.settings,
            self.sizes,
            weights=weights,
            ema=ema,
            first_moment=first,
            second_moment=second,
            mean=self.standardisation.mean,
            scale=self.standardisation.scale,
            acting=self.acting.weights,
            steps=int(steps),
            updates=self.updates,
            samples=self.samples,
            seconds=self.seconds + self.elapsed,
        ).save(self.path)

    @property
    def _replay_path(self) -> Path:
        return self.path.with_suffix(".replay.npz")

    def _begin(self, update: int) -> list[Future[Samples]]:
        return self.source.begin(update, self.seats_of(update), self.acting)

    def _learn(self, count: int) -> dict[str, float]:
        """Learn from so many samples of the replay buffer; the losses on the mean."""
        settings = self.settings
        weights = (1.0, settings.score_weight, settings.difference_weight)
        rate = settings.rate_at(self.samples)
        rates = jax.device_put(Rates(rate, settings.weight_decay, settings.ema_decay, weights), self.device)
        standardisation = jax.device_put(self.standardisation, self.device)
        batches, positions = max(1, count // settings.batch), max(1, settings.batch // settings.moves)
        chance = np.random.default_rng((settings.seed, self.updates))
        sums: Any = 0.0
        for batch in self.replay.draw(batches, positions, chance):
            self.state, losses = step(self.state, standardisation, batch, rates, self.sizes)
            sums += losses
        return {
            name: round(float(value), 5)
            for name, value in zip(LOSSES, np.asarray(sums) / batches, strict=True)
        }

    def _start(self) -> None:
        self.updates = self.samples = 0
        self.seconds = 0.0  # of earlier runs
        self.standardisation = Standardisation.unknown(self.sizes[0])
        self.state = self._on_device(OptimiserState.fresh(initial(self.sizes, self.settings.seed)))
        self.acting = self.student

    def _restore(self, kept: Checkpoint) -> None:
        self.updates, self.samples, self.seconds = kept.updates, kept.samples, kept.seconds
        self.standardisation = Standardisation(kept.mean, kept.scale)
        kept_state = OptimiserState(kept.weights, kept.ema, kept.first_moment, kept.second_moment, kept.steps)
        self.state = self._on_device(kept_state)
        self.acting = Mlp(kept.acting, np.array(self.sizes, np.int64))
        self.replay.load(self._replay_path, self.updates)

    def _on_device(self, state: OptimiserState) -> OptimiserState:
        on_device: OptimiserState = jax.device_put(state, self.device)
        return on_device

    def _report(self, what: str, **facts: Any) -> None:
        elapsed = round(self.elapsed, 1)
        common = {"what": what, "seconds": round(self.seconds + elapsed, 1), "elapsed": elapsed}
        self.report({**common, "updates": self.updates, "samples": self.samples, **facts})
