"""Samples by search: several moves of a position are tried in the same worlds for a few turns, and a teacher
says what to expect there. The student learns to say it at once.

Workers import this module, so it does without JAX.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axio.arena.workers import Workers
from axio.bots.networks import has_network, network_file
from axio.bots.networks.evaluator import Evaluation
from axio.bots.search.trials import MARGIN
from axio.kernel import Worlds, appraised
from axio.kernel.device.learned.mlp import OUTPUTS, Mlp
from axio.kernel.host.network_evaluation import (
    FEATURE_POLICY,
    afterstates,
    evaluate,
    feature_count,
    truncated_rollouts,
)
from axio.rules import Malformed, Observation, deal, game

from .checkpoint import Checkpoint
from .network import network_in
from .samples import Samples, Singles
from .settings import OUTCOMES, TrainingSettings

WIDE = 96  # moves looked at, the best by gain
EXPLORING = (0.05, 0.15, 0.3)  # chance of a move drawn at random, one of these for a whole game
TOGETHER = 2  # games of one call to a worker


@dataclass(frozen=True, slots=True)
class Task:
    """So many games to be played and searched. Another seed gives other games."""

    game: str
    seats: int
    games: int
    seed: tuple[int, ...]
    moves: int  # tried in a position: half of them those the student likes best, the others at random
    worlds: int  # in which each of them is tried
    turns: int  # of the seat's own after the move; then the teacher evaluates
    policy: str = FEATURE_POLICY  # by which all seats go on


@dataclass(frozen=True)
class Distillation:
    """Positions of games that workers play and search."""

    settings: TrainingSettings
    teacher: Mlp
    workers: Workers

    def begin(self, update: int, seats: int, student: Mlp) -> list[Future[Samples]]:
        settings = self.settings
        task = Task(
            game=settings.game,
            seats=seats,
            games=min(TOGETHER, settings.games),
            seed=(settings.seed, update),
            moves=settings.moves,
            worlds=settings.worlds,
            turns=max(1, settings.rollout // seats),
            policy=settings.policy,
        )
        return [
            self.workers.submit(distilled, self.teacher, student, replace(task, seed=(*task.seed, first)))
            for first in range(0, settings.games, TOGETHER)
        ]


class Searched(NamedTuple):
    """A position: the features after moves that do not end the game, and their targets."""

    features: Singles
    targets: Singles


def distilled(teacher: Mlp, student: Mlp, task: Task) -> Samples:
    """Play and search. The same networks and task give the same samples."""
    chance = np.random.default_rng(task.seed)
    found = [
        position
        for number in range(task.games)
        for position in positions(teacher, student, task, number, chance)
    ]
    features = np.zeros((len(found), task.moves, feature_count(game(task.game, task.seats))), np.float16)
    targets = np.zeros((len(found), task.moves, OUTPUTS), np.float32)
    for row, each in enumerate(found):
        features[row, : len(each.features)], targets[row, : len(each.targets)] = each
    return Samples(features, targets, np.array([len(each.features) for each in found], np.int64))


def positions(
    teacher: Mlp, student: Mlp, task: Task, number: int, chance: np.random.Generator
) -> Iterator[Searched]:
    """One game: of the moves tried the best is played, or one at random."""
    state = deal(task.game, task.seats, "/".join(map(str, (*task.seed, number))))
    exploring = chance.choice(EXPLORING)
    while not state.over:
        view = state.observe(state.seat)
        moves = [move for move, _ in appraised(view, FEATURE_POLICY, WIDE)]
        worlds = Worlds.sample(view, task.worlds, int(chance.integers(2**62)))
        after = afterstates(worlds, moves)
        tried = chosen(evaluate(view.game, student, after.features), view, task.moves, chance)
        some = [moves[at] for at in tried]
        expected = truncated_rollouts(worlds, some, teacher, task.turns, task.policy).mean(axis=1)
        going_on = ~after.over[tried]
        if going_on.sum() > 1:
            yield Searched(after.features[tried][going_on], expected[going_on])
        best = int(np.argmax(Evaluation.of(expected, view.game).values(task.seats, MARGIN)))
        at = int(chance.integers(len(tried))) if chance.random() < exploring else best
        state = state.play(moves[tried[at]]).after


def chosen(said: Singles, view: Observation, most: int, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """Which moves to try: those the student likes best, and some of the others."""
    order = np.argsort(-said[:, 0 if view.game.seats > 1 else 1], kind="stable")
    liked, others = order[: most // 2], order[most // 2 :]
    return np.concatenate([liked, chance.permutation(others)[: most - len(liked)]])


class Teacher(NamedTuple):
    """The network that evaluates where a rollout stops, and how it was made."""

    network: Mlp
    facts: Mapping[str, Any]


def teacher_of(name: str, folder: Path, given: str | None) -> Teacher:
    """The file that is named, else what the stage `outcomes` left in the folder, else the package's own."""
    if given is not None:
        return _read(name, Path(given))
    if (path := folder / f"{OUTCOMES.stage}.npz").exists():
        kept = Checkpoint.load(path)
        return Teacher(kept.network(), kept.facts())
    if has_network(name):
        return _read(name, network_file(name))
    raise Malformed(f"{name} has no teacher: expected --teacher, or the stage `outcomes` before this one")


def _read(name: str, path: Path) -> Teacher:
    network = network_in(path, name)
    return Teacher(network.leaf, network.facts.get("leaf", network.facts))
