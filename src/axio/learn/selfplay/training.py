"""Training by self-play: play some plies of many games, learn, measure, save, until the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from axio.arena.workers import INLINE, Workers
from axio.bots.networks.policy import Board, fresh_weights
from axio.bots.networks.weights import network_of
from axio.learn.checkpoint import facts_of
from axio.learn.optimiser import device_of
from axio.learn.settings import seats_in_turn
from axio.learn.strength import PolicyBot, strength
from axio.rules import game

from . import searched
from .checkpoint import Checkpoint
from .games import Array, Games, Positions, legal
from .ppo import LOSSES, NEVER, OptimiserState, Plies, Samples, Weighing, advantages, outcomes, said, step
from .settings import SelfPlaySettings

Facts: TypeAlias = dict[str, Any]
Weights: TypeAlias = dict[str, Array]

FOLLOWED = 0.6  # of the moves in games that are imitated: the others are the network's own


@partial(jax.jit, static_argnames=("board", "half"))
def act(
    board: Board, weights: Weights, positions: Positions, key: Array, half: bool
) -> tuple[Array, Array, Array]:
    """Actions drawn by the network's chances, the logarithms of these, and what each seat may expect."""
    logits, seats = said(board, weights, positions.planes, positions.vector, half)
    logits = jnp.where(legal(board, positions.mask), logits, NEVER)
    actions = jnp.argmax(logits + jax.random.gumbel(key, logits.shape), axis=1).astype(jnp.int32)
    chances = jnp.take_along_axis(jax.nn.log_softmax(logits), actions[:, None], axis=1)[:, 0]
    return actions, chances, seats[:, : board.seats, 0]


class Field:
    """The games of one number of seats. Some are played against older networks, some against a policy."""

    def __init__(self, settings: SelfPlaySettings, seats: int, device: str) -> None:
        self.board = Board.of(game(settings.game, seats))
        self.games = Games(self.board, settings.games, settings.seed + seats, device)
        self.games.spread_out(settings.policy)
        self.positions = self.games.look()
        shares = (settings.older, settings.scripted) if seats > 1 else (0.0, 0.0)
        self.older, scripted = (round(share * settings.games) for share in shares)
        number = np.arange(settings.games)
        self.opposed = jnp.asarray(number < self.older + scripted)  # the first of them by older networks
        self.replay = searched.Replay(settings.replay)
        self.learner = jnp.asarray(number % seats)  # the seat of the learner where it has opponents


class SelfPlay:
    """Everything that changes while a policy network learns."""

    def __init__(
        self,
        settings: SelfPlaySettings,
        device: str,
        path: Path,
        report: Callable[[Facts], None] = lambda facts: None,
        workers: Workers = INLINE,
    ) -> None:
        self.path, self.report, self.workers = path, report, workers
        self.device = device_of(device)
        self.kernel_device = "cpu" if self.device.platform == "cpu" else "cuda"
        self.half = self.kernel_device == "cuda"
        kept = Checkpoint.load(path) if path.exists() else None
        self.settings = settings if kept is None else kept.resumed(settings, path)
        self.fields: dict[int, Field] = {}
        self.older: list[Weights] = []
        self.updates = self.samples = 0
        self.seconds = 0.0  # of earlier runs
        self.state: OptimiserState
        if kept is None:
            board = Board.of(game(settings.game, 2))
            weights = fresh_weights(board, settings.seed, settings.channels, settings.blocks)
            self.state = jax.device_put(OptimiserState.fresh(weights), self.device)
        elif kept.settings.method != settings.method:  # the optimiser's memory is of other losses
            self.seconds = kept.seconds
            self.state = jax.device_put(OptimiserState.fresh(kept.parts["ema"]), self.device)
        else:
            self._restore(kept)
        self.teacher = network_of(settings.game).leaf
        self.key = jax.random.key(self.settings.seed + self.updates)
        self.started = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds of this run."""
        return time.monotonic() - self.started

    @property
    def student(self) -> dict[str, Any]:
        """The network that plays: the moving average of its weights."""
        return {name: np.asarray(array) for name, array in self.state.ema.items()}

    @property
    def facts(self) -> Facts:
        """How the network was made."""
        return facts_of(self.settings, self.samples, self.seconds + self.elapsed)

    def run(self, minutes: float) -> None:
        """Train for so long, and leave a checkpoint."""
        measured = saved = 0.0
        while self.elapsed < 60 * minutes:
            self.update()
            if self.elapsed - measured > self.settings.measure_every:
                self.measure()
                measured = self.elapsed
            if self.elapsed - saved > self.settings.save_every:
                self.save()
                saved = self.elapsed
        self.measure()
        self.save()

    def update(self) -> None:
        """Play some plies of every game, and learn from them."""
        start = time.monotonic()
        seats = next(islice(seats_in_turn(self.settings.mix), self.updates, None))
        if seats not in self.fields:
            self.fields[seats] = Field(self.settings, seats, self.kernel_device)
        if self.settings.method == "search" and not self.imitating:
            self._search(self.fields[seats], start)
            return
        samples = self._play(self.fields[seats])
        samples.advantage.block_until_ready()
        played = time.monotonic()
        losses = self._learn(self.fields[seats].board, samples)
        self.updates += 1
        self.samples += int(samples.alive.sum())
        if not self.imitating and self.updates % self.settings.remember_every == 0:
            self.older = [*self.older, jax.tree.map(jnp.copy, self.state.ema)][-self.settings.remembered :]
        took = {"playing": round(played - start, 3), "learning": round(time.monotonic() - played, 3)}
        self._report("update", seats=seats, new_samples=int(samples.alive.sum()), **took, **losses)

    @property
    def imitating(self) -> bool:
        return self.updates < self.settings.imitated

    def measure(self) -> None:
        """Strength against every opponent of the panel, at every number of seats that is trained."""
        settings, bot = self.settings, PolicyBot(self.student)
        for seats in (seats for seats, share in enumerate(settings.mix, 1) if share > 0):
            for against in settings.panel if seats > 1 else ("",):
                found = strength(self.workers, settings.game, seats, bot, settings.measure_games, against)
                self._report("strength", seats=seats, against=against, **asdict(found))

    def save(self) -> None:
        parts = {"weights": self.state.weights, "ema": self.state.ema}
        parts |= {"first_moment": self.state.first_moment, "second_moment": self.state.second_moment}
        Checkpoint(
            self.settings,
            jax.tree.map(np.asarray, parts),
            [jax.tree.map(np.asarray, each) for each in self.older],
            steps=int(self.state.steps),
            updates=self.updates,
            samples=self.samples,
            seconds=self.seconds + self.elapsed,
        ).save(self.path)

    def _restore(self, kept: Checkpoint) -> None:
        self.updates, self.samples, self.seconds = kept.updates, kept.samples, kept.seconds
        self.state = jax.device_put(OptimiserState(**kept.parts, steps=jnp.int32(kept.steps)), self.device)
        self.older = [jax.device_put(each, self.device) for each in kept.older]

    def _search(self, field: Field, start: float) -> None:
        """Try moves of the positions of every game, and learn how they differ."""
        settings = self.settings
        understood = [self._searched_ply(field) for _ in range(settings.plies)]
        played = time.monotonic()
        rate = jnp.float32(settings.falling(settings.rate, settings.rate_end, self.samples))
        found = []
        for _ in range(max(1, round(settings.lessons * settings.plies * settings.games / settings.batch))):
            batch = field.replay.draw(self._chance(), settings.batch)
            more = {"half": self.half, "ema_decay": settings.ema_decay, "longest": settings.longest}
            self.state, losses = searched.step(field.board, self.state, batch, rate, **more)
            found.append(losses)
        means = np.asarray(jnp.stack(found)).mean(axis=0)
        self.updates += 1
        self.samples += settings.plies * settings.games
        told = {name: round(float(loss), 5) for name, loss in zip(searched.LOSSES, means, strict=True)}
        took = {"playing": round(played - start, 3), "learning": round(time.monotonic() - played, 3)}
        self._report(
            "update", seats=field.board.seats, explained=round(float(np.mean(understood)), 4), **took, **told
        )

    def _searched_ply(self, field: Field) -> float:
        """One ply of every game. How much of what the trials say the network had expected."""
        settings, seen, board = self.settings, field.positions, field.board
        actions, logits, drawn = searched.candidates(
            board, self.state.ema, seen, self._chance(), settings.moves, settings.liked, self.half
        )
        seed = int(jax.random.randint(self._chance(), (), 0, 2**31 - 1))
        outputs = field.games.tried(
            actions, self.teacher, settings.worlds, settings.turns, settings.policy, seed
        )
        tried = searched.judged(board, outputs)
        values = jnp.where(actions >= 0, tried.values, NEVER)
        best = values.argmax(axis=1)[:, None]
        win, low, first = (
            jnp.take_along_axis(each, best, axis=1)[:, 0] for each in (tried.wins, tried.lows, actions)
        )
        field.replay.add(searched.Lessons(seen.planes, seen.vector, actions, values, win, low))
        chance = jax.random.uniform(self._chance(), first.shape)
        field.games.step(jnp.where(chance < settings.best, first, drawn))
        field.positions = field.games.look()
        middle = max(1, settings.worlds // 2)
        halves = [
            searched.judged(board, part).values for part in (outputs[:, :, :middle], outputs[:, :, -middle:])
        ]
        return float(searched.explained(actions, logits, jnp.stack(halves)))

    def _chance(self) -> Array:
        self.key, key = jax.random.split(self.key)
        return key

    def _play(self, field: Field) -> Samples:
        """So many plies of every game."""
        older = self.older[self.updates % len(self.older)] if self.older else None
        plies = [self._ply(field, older) for _ in range(self.settings.plies)]
        _, _, after = act(field.board, self.state.weights, field.positions, self._chance(), self.half)
        return gathered(plies, after, field.positions.seat, self.settings.decay)

    def _ply(self, field: Field, older: Weights | None) -> tuple[Positions, Facts]:
        """One move in every game: what was seen, and what was done."""
        seen, board = field.positions, field.board
        own, chances, worth = act(board, self.state.weights, seen, self._chance(), self.half)
        action, mine = own, jnp.ones_like(seen.over)
        if self.imitating:
            own = field.games.choices(self.settings.policy)
            action = jnp.where(jax.random.uniform(self._chance(), own.shape) < FOLLOWED, own, action)
        else:
            action, mine = self._opposed(field, action, older)
        field.games.step(action)
        field.positions = field.games.look()
        ended = field.positions.over & ~seen.over
        outcome = outcomes(board, *field.games.results(), self.settings.margin)
        return seen, {
            "action": own,
            "log_chance": chances,
            "worth": worth,
            "ended": ended,
            "outcome": outcome,
            "learned": mine & ~seen.over,
        }

    def _opposed(self, field: Field, action: Array, older: Weights | None) -> tuple[Array, Array]:
        """The actions with those of opponents in the place of some, and which are the learner's own."""
        seen, first = field.positions, field.older
        theirs = (seen.seat != field.learner) & field.opposed
        if self.settings.scripted > 0 or older is None:
            action = jnp.where(theirs, field.games.choices(self.settings.policy), action)
        if older is not None and first > 0:
            some = Positions(*(column[:first] for column in seen))
            against, _, _ = act(field.board, older, some, self._chance(), self.half)
            action = action.at[:first].set(jnp.where(theirs[:first], against, action[:first]))
        return action, ~theirs

    def _learn(self, board: Board, samples: Samples) -> dict[str, float]:
        settings = self.settings
        weighing = Weighing(
            jnp.float32(settings.falling(settings.rate, settings.rate_end, self.samples)),
            jnp.float32(settings.falling(settings.entropy, settings.entropy_end, self.samples)),
            jnp.float32(self.imitating),
        )
        found = []
        for batch in self._batches(samples):
            self.state, losses = step(
                board,
                self.state,
                batch,
                weighing,
                clip=settings.clip,
                half=self.half,
                ema_decay=settings.ema_decay,
                longest=settings.longest,
            )
            found.append(losses)
        means = np.asarray(jnp.stack(found)).mean(axis=0)
        return {name: round(float(value), 5) for name, value in zip(LOSSES, means, strict=True)}

    def _batches(self, samples: Samples) -> Iterator[Samples]:
        count, size = len(samples.action), self.settings.batch
        for _ in range(self.settings.passes):
            order = jax.random.permutation(self._chance(), count)
            for first in range(0, count - size + 1, size):
                at = order[first : first + size]
                yield Samples(*(column[at] for column in samples))

    def _report(self, what: str, **facts: Any) -> None:
        elapsed = round(self.elapsed, 1)
        common = {"what": what, "seconds": round(self.seconds + elapsed, 1), "elapsed": elapsed}
        self.report({**common, "updates": self.updates, "samples": self.samples, **facts})


def gathered(
    plies: list[tuple[Positions, Facts]], worth_after: Array, seat_after: Array, decay: float
) -> Samples:
    """What was seen and done in some plies, as samples; advantages have mean 0 and spread 1."""
    seen = Positions(*map(jnp.stack, zip(*(positions for positions, _ in plies), strict=True)))
    done = {name: jnp.stack([facts[name] for _, facts in plies]) for name in plies[0][1]}
    course = Plies(done["worth"], seen.seat, seen.over, done["ended"], done["outcome"])
    advantage, worth, ends, known = advantages(course, worth_after, seat_after, decay)
    learned = done["learned"].astype(jnp.float32)
    mean = (advantage * learned).sum() / jnp.maximum(learned.sum(), 1)
    spread = jnp.sqrt((jnp.square(advantage - mean) * learned).sum() / jnp.maximum(learned.sum(), 1))
    columns = Samples(
        seen.planes,
        seen.vector,
        seen.mask,
        done["action"],
        done["log_chance"],
        (advantage - mean) / (spread + 1e-6),
        worth,
        ends,
        learned,
        (~seen.over).astype(jnp.float32),
        known.astype(jnp.float32),
    )
    return Samples(*(column.reshape(-1, *column.shape[2:]) for column in columns))
