"""Lessons of positions looked into: several moves of each are tried in the same worlds, and a teacher says
what to expect a few turns later. The pupil learns to see it at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

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
from axio.rules import Observation, deal

from .lessons import Lessons, Singles
from .settings import Settings
from .workers import Workers

WIDE = 96  # moves looked at, the best by gain
STRAYING = (0.05, 0.15, 0.3)  # chance of a move by chance, one of these for a whole game
TOGETHER = 2  # games that a worker plays at one go


@dataclass(frozen=True, slots=True)
class Study:
    """What is to be studied: so many games, all of them other ones for another seed."""

    game: str
    seats: int
    games: int
    seed: tuple[int, ...]
    moves: int  # of a position: half of them those the pupil likes best, the others by chance
    worlds: int  # in which each of them is tried
    turns: int  # of the seat's own after the move; then the teacher is asked


@dataclass(frozen=True)
class Studies:
    """Games are played by workers, ahead of time where these work beside."""

    settings: Settings
    teacher: Mlp
    workers: Workers

    @property
    def ahead(self) -> bool:
        return self.workers.beside

    def begin(self, update: int, seats: int, pupil: Mlp) -> list[Future[Lessons]]:
        settings = self.settings
        study = Study(
            game=settings.game,
            seats=seats,
            games=min(TOGETHER, settings.games),
            seed=(settings.seed, update),
            moves=settings.moves,
            worlds=settings.worlds,
            turns=max(1, settings.ahead // seats),
        )
        return [
            self.workers.submit(studied, self.teacher, pupil, replace(study, seed=(*study.seed, first)))
            for first in range(0, settings.games, TOGETHER)
        ]


class Seen(NamedTuple):
    """A position: portraits after moves that do not end the game, and what becomes of these."""

    portraits: Singles
    expected: Singles


def studied(teacher: Mlp, pupil: Mlp, study: Study) -> Lessons:
    """Play and study. The same minds and study give the same lessons."""
    chance = np.random.default_rng(study.seed)
    found = [
        seen for number in range(study.games) for seen in positions(teacher, pupil, study, number, chance)
    ]
    numbers = feature_count(deal(study.game, study.seats, "").game)
    seen = np.zeros((len(found), study.moves, numbers), np.float16)
    expected = np.zeros((len(found), study.moves, OUTPUTS), np.float32)
    for row, each in enumerate(found):
        seen[row, : len(each.portraits)], expected[row, : len(each.expected)] = each
    return Lessons(seen, expected, np.array([len(each.portraits) for each in found], np.int64))


def positions(
    teacher: Mlp, pupil: Mlp, study: Study, number: int, chance: np.random.Generator
) -> Iterator[Seen]:
    """One game: the best of the moves tried is played, or one by chance."""
    state = deal(study.game, study.seats, "/".join(map(str, (*study.seed, number))))
    straying = chance.choice(STRAYING)
    while not state.over:
        view = state.observe(state.seat)
        moves = [move for move, _ in appraised(view, FEATURE_POLICY, WIDE)]
        worlds = Worlds.sample(view, study.worlds, int(chance.integers(2**62)))
        after = afterstates(worlds, moves)
        tried = picked(evaluate(view.game, pupil, after.features), view, study.moves, chance)
        said = truncated_rollouts(worlds, [moves[at] for at in tried], teacher, study.turns).mean(axis=1)
        going_on = ~after.over[tried]
        if going_on.sum() > 1:
            yield Seen(after.features[tried][going_on], said[going_on])
        best = int(np.argmax(Evaluation.of(said, view.game).values(study.seats, MARGIN)))
        at = int(chance.integers(len(tried))) if chance.random() < straying else best
        state = state.play(moves[tried[at]]).after


def picked(said: Singles, view: Observation, most: int, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """Which moves to try: those the pupil likes best, and some of the others."""
    order = np.argsort(-said[:, 0 if view.game.seats > 1 else 1], kind="stable")
    liked, others = order[: most // 2], order[most // 2 :]
    return np.concatenate([liked, chance.permutation(others)[: most - len(liked)]])
