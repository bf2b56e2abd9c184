"""What the stage `distillation` learns from: positions, and what a teacher expects of moves there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from axio.bots.networks.judge import mind_of
from axio.kernel import Worlds
from axio.kernel.mind import Mind
from axio.kernel.portraits import blank_mind, portraits
from axio.learn.distillation import Task, distilled
from axio.learn.samples import Samples
from axio.rules import deal, game


def searched(mind: Mind, task: Task) -> Samples:
    """Teacher and student know nothing."""
    return distilled(mind, mind, task)


TASK = Task("axio", 2, games=2, seed=(1, 2), moves=6, worlds=2, turns=0)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("hex", 3), ("rota", 4), ("rota", 1)])
def test_a_task_played_to_the_end_knows_the_result(name: str, seats: int) -> None:
    """In one world every move is won, shared or lost, and nobody has more than the track."""
    task = replace(TASK, game=name, seats=seats, worlds=1, turns=999)
    some = searched(blank_mind(game(name, seats)), task)
    there = np.arange(task.moves) < some.counts[:, None]
    wins, scores = some.targets[there][:, 0], some.targets[there][:, 1:]
    assert np.isin(wins, 1 / np.arange(1, seats + 1, dtype=np.float32)).sum() + (wins == 0).sum() == len(wins)
    assert (wins == 1).all() if seats == 1 else 0 < wins.mean() < 1
    assert scores.min() >= 0 and scores.max() <= 1 and scores.std() > 0
    assert np.isfinite(some.features).all() and (some.features[there] > 0).any()


def test_a_task_is_the_same_every_time() -> None:
    """Everything follows from the network and the seed; another seed gives other games."""
    mind = blank_mind(game("axio", 2))
    first, same, other = (searched(mind, replace(TASK, seed=seed)) for seed in ((1, 2), (1, 2), (1, 3)))
    assert np.array_equal(first.features, same.features)
    assert np.array_equal(first.targets, same.targets)
    assert not np.array_equal(first.features[:3], other.features[:3])


def test_portraits_of_a_task_are_those_after_moves() -> None:
    """The first position is the deal itself, and each of its portraits is one that `net` would look at."""
    some = searched(blank_mind(game("axio", 2)), TASK)
    state = deal("axio", 2, "1/2/0")
    view = state.observe(state.seat)
    looked = portraits(Worlds.sample(view, 1), list(view.legal_moves)).numbers.astype(np.float16)
    known = {row.tobytes() for row in looked}
    first = some.features[0, : some.counts[0]]
    assert len(first) == TASK.moves and all(row.tobytes() in known for row in first)


def test_what_is_missing_of_a_row_is_empty() -> None:
    """Near the end there are fewer moves than asked for: the rest holds nothing, and is not counted."""
    some = searched(blank_mind(game("rota", 1)), replace(TASK, game="rota", seats=1, moves=60))
    short = some.counts < 60
    assert short.any() and len(some) == some.counts.sum()
    for row in np.flatnonzero(short):
        assert not some.features[row, some.counts[row] :].any()
        assert not some.targets[row, some.counts[row] :].any()


def test_studies_are_joined_in_order() -> None:
    """Parts that several workers made are one."""
    mind = blank_mind(game("axio", 2))
    parts = [searched(mind, replace(TASK, games=1, seed=(seed,))) for seed in (1, 2)]
    both = Samples.joined(parts)
    assert len(both) == sum(map(len, parts))
    assert np.array_equal(both.counts, np.concatenate([each.counts for each in parts]))


def test_the_teacher_says_what_to_expect_and_the_student_what_is_tried() -> None:
    """Another teacher expects something else of the same moves; another student likes other moves."""
    game_of_two = game("axio", 2)
    blank, sure = blank_mind(game_of_two), mind_of("axio")
    one, two, three = (
        distilled(*minds, replace(TASK, games=1)) for minds in ((blank, blank), (sure, blank), (blank, sure))
    )
    assert np.array_equal(one.features[0], two.features[0])
    assert not np.allclose(one.targets[0], two.targets[0])
    assert not np.array_equal(one.features[0], three.features[0])
