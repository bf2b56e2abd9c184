"""What the stage `distillation` learns from: positions, and what a teacher expects of moves there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from axio.bots.networks.weights import network_of
from axio.kernel import Worlds
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import afterstates, blank_mlp
from axio.learn.distillation import Task, distilled
from axio.learn.samples import Samples, outcomes
from axio.rules import deal, game


def searched(mlp: Mlp, task: Task) -> Samples:
    """Teacher and student know nothing."""
    return distilled(mlp, mlp, task)


TASK = Task("axio", 2, games=2, seed=(1, 2), moves=6, worlds=2, turns=0)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("hex", 3), ("rota", 4), ("rota", 1)])
def test_a_task_played_to_the_end_knows_the_result(name: str, seats: int) -> None:
    """In one world every move is won, shared or lost, and nobody has more than the track."""
    task = replace(TASK, game=name, seats=seats, worlds=1, turns=999)
    some = searched(blank_mlp(game(name, seats)), task)
    there = np.arange(task.moves) < some.counts[:, None]
    wins, scores = some.targets[there][:, 0], some.targets[there][:, 1:]
    assert np.isin(wins, 1 / np.arange(1, seats + 1, dtype=np.float32)).sum() + (wins == 0).sum() == len(wins)
    assert (wins == 1).all() if seats == 1 else 0 < wins.mean() < 1
    assert scores.min() >= 0 and scores.max() <= 1 and scores.std() > 0
    assert np.isfinite(some.features).all() and (some.features[there] > 0).any()


def test_a_task_is_the_same_every_time() -> None:
    """Everything follows from the network and the seed; another seed gives other games."""
    blank = blank_mlp(game("axio", 2))
    first, same, other = (searched(blank, replace(TASK, seed=seed)) for seed in ((1, 2), (1, 2), (1, 3)))
    assert np.array_equal(first.features, same.features)
    assert np.array_equal(first.targets, same.targets)
    assert not np.array_equal(first.features[:3], other.features[:3])


def test_features_of_a_task_are_those_after_moves() -> None:
    """The first position is the deal itself, and each of its features are some that `net` would look at."""
    some = searched(blank_mlp(game("axio", 2)), TASK)
    state = deal("axio", 2, "1/2/0")
    view = state.observe(state.seat)
    looked = afterstates(Worlds.sample(view, 1), list(view.legal_moves)).features.astype(np.float16)
    known = {row.tobytes() for row in looked}
    first = some.features[0, : some.counts[0]]
    assert len(first) == TASK.moves and all(row.tobytes() in known for row in first)


def test_what_is_missing_of_a_row_is_empty() -> None:
    """Near the end there are fewer moves than asked for: the rest holds nothing, and is not counted."""
    some = searched(blank_mlp(game("rota", 1)), replace(TASK, game="rota", seats=1, moves=60))
    short = some.counts < 60
    assert short.any() and len(some) == some.counts.sum()
    for row in np.flatnonzero(short):
        assert not some.features[row, some.counts[row] :].any()
        assert not some.targets[row, some.counts[row] :].any()


def test_studies_are_joined_in_order() -> None:
    """Parts that several workers made are one."""
    blank = blank_mlp(game("axio", 2))
    parts = [searched(blank, replace(TASK, games=1, seed=(seed,))) for seed in (1, 2)]
    both = Samples.joined(parts)
    assert len(both) == sum(map(len, parts))
    assert np.array_equal(both.counts, np.concatenate([each.counts for each in parts]))


def test_the_teacher_says_what_to_expect_and_the_student_what_is_tried() -> None:
    """Another teacher expects something else of the same moves; another student likes other moves."""
    game_of_two = game("axio", 2)
    blank, sure = blank_mlp(game_of_two), network_of("axio").leaf
    one, two, three = (
        distilled(*networks, replace(TASK, games=1))
        for networks in ((blank, blank), (sure, blank), (blank, sure))
    )
    assert np.array_equal(one.features[0], two.features[0])
    assert not np.allclose(one.targets[0], two.targets[0])
    assert not np.array_equal(one.features[0], three.features[0])


def test_rollouts_follow_the_policy() -> None:
    """A policy that does not look at the next rack goes on in another way: the same moves, other targets."""
    sure = network_of("axio").leaf
    peeking, guessing = (
        distilled(sure, sure, replace(TASK, games=1, turns=1, policy=policy))
        for policy in ("denying", "guessing")
    )
    assert np.array_equal(peeking.features[0], guessing.features[0])
    assert not np.array_equal(peeking.targets[0], guessing.targets[0])
    told = [outcomes("axio", 2, 4, 1, policy).features for policy in ("denying", "guessing")]
    assert not np.array_equal(told[0][:40], told[1][:40])
