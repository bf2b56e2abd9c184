"""Training: what is learned from, and that it goes on where it stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axio.arena.workers import INLINE, Workers, start_workers
from axio.bots.networks import network_file
from axio.bots.networks.weights import network_of, read_network
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import evaluate
from axio.learn.checkpoint import Checkpoint, refuse_old
from axio.learn.distillation import Distillation, Task, distilled
from axio.learn.network import Singles
from axio.learn.replay_buffer import ReplayBuffer
from axio.learn.samples import Outcomes, Samples, outcomes
from axio.learn.settings import TrainingSettings
from axio.learn.strength import NetworkBot, strength
from axio.learn.training import Report, Training
from axio.rules import Malformed, game

NOWHERE = Path("nowhere.npz")
TINY = TrainingSettings(hidden=(16, 8), games=20, batch=64, replay=500, measure_games=2)
SEARCHED = replace(TINY, stage="distillation", games=1, moves=6, worlds=1, rollout=2, batch=60, replay=600)


def by_outcomes(
    settings: TrainingSettings, path: Path = NOWHERE, report: Report = lambda facts: None
) -> Training:
    return Training(settings, Outcomes(settings, INLINE), "cpu", path, report)


def by_distillation(settings: TrainingSettings, path: Path = NOWHERE, workers: Workers = INLINE) -> Training:
    """The package's network teaches."""
    source = Distillation(settings, network_of(settings.game).leaf, workers)
    return Training(settings, source, "cpu", path, workers=workers)


def chances(network: Mlp, features: Any) -> Singles:
    """What a network says of winning."""
    rows = np.asarray(features, np.float32).reshape(-1, features.shape[-1])
    said = evaluate(game("axio", 2), network, rows)[:, 0].reshape(features.shape[:-1])
    return np.asarray(1 / (1 + np.exp(-said)), np.float32)


def numbered(first: int, count: int) -> Samples:
    """Positions that can be told apart, with one move each in a row for two."""
    numbers = np.arange(first, first + count, dtype=np.float32)[:, None, None]
    there = np.array([1, 0], np.float32)[:, None]
    features, targets = numbers * there * np.ones(1), numbers * there * np.ones(3)
    return Samples(features.astype(np.float16), targets.astype(np.float32), np.ones(count, np.int64))


def test_a_replay_buffer_holds_the_latest(tmp_path: Path) -> None:
    """A new position takes the place of the oldest, and features stay with their targets; also on disk."""
    replay = ReplayBuffer(10, moves=2, features=1)
    replay.add(numbered(0, 4))
    assert len(replay) == 4
    replay.add(numbered(4, 9))
    assert len(replay) == 10
    replay.save(tmp_path / "some.npz", updates=2)
    again = ReplayBuffer(10, moves=2, features=1)
    assert again.load(tmp_path / "some.npz", updates=2)
    for each in (replay, again):
        drawn = list(each.draw(20, 20, np.random.default_rng(1)))
        assert len(drawn) == 20
        features, targets, counts = (np.concatenate(part) for part in zip(*drawn, strict=True))
        assert np.array_equal(np.broadcast_to(features, targets.shape), targets)
        assert (counts == 1).all()
        assert set(features[:, 0].flatten().tolist()) == set(range(3, 13))


def test_a_replay_buffer_of_another_time_is_left_alone(tmp_path: Path) -> None:
    """One of another update, size or shape is not read, nor is a file that is none."""
    replay = ReplayBuffer(10, moves=2, features=1)
    replay.add(numbered(0, 12))
    replay.save(tmp_path / "some.npz", updates=2)
    (tmp_path / "torn.npz").write_bytes((tmp_path / "some.npz").read_bytes()[:200])
    for size, moves, updates, name in (
        (10, 2, 3, "some"),
        (9, 2, 2, "some"),
        (10, 1, 2, "some"),
        (10, 2, 2, "torn"),
    ):
        other = ReplayBuffer(size, moves=moves, features=1)
        assert not other.load(tmp_path / f"{name}.npz", updates)
        assert len(other) == 0


def test_outcomes_are_learned() -> None:
    """After some updates the network tells positions that were won from those that were lost."""
    training = by_outcomes(
        replace(TINY, mix=(0, 1, 0, 0), games=300, replay=20_000, hidden=(32, 16), ema_decay=0.9)
    )
    for _ in range(4):
        training.update()
    fresh = outcomes("axio", 2, 150, seed=99)
    said, won = chances(training.student, fresh.features[:, 0]), fresh.targets[:, 0, 0]
    assert said[won == 1].mean() > said[won == 0].mean() + 0.1


def test_which_move_is_better_is_learned() -> None:
    """After some updates the student tells better moves of a position from worse ones, in games it has not
    seen, nearer to what the teacher says than chance would be."""
    settings = replace(SEARCHED, mix=(0, 1, 0, 0), games=6, moves=12, replay=50_000, batch=240, ema_decay=0.9)
    training = by_distillation(replace(settings, hidden=(32, 16), passes=12.0))
    for _ in range(3):
        training.update()
    fresh = distilled(network_of("axio").leaf, training.student, Task("axio", 2, 2, (99,), 12, 4, 1))
    said = chances(training.student, fresh.features)
    both = (each[fresh.counts == 12] for each in (said, fresh.targets[..., 0]))
    ours, theirs = (each - each.mean(axis=1, keepdims=True) for each in both)
    assert np.corrcoef(ours.flatten(), theirs.flatten())[0, 1] > 0.3


def test_workers_beside_bring_the_same_samples() -> None:
    """Two processes play what one would have played, two games at a time and some ahead."""
    settings = replace(SEARCHED, games=4, mix=(0, 1, 0, 0))
    with start_workers(2) as workers:
        beside = by_distillation(settings, workers=workers)
        beside.update()
        beside.update()
    inline = by_distillation(settings)
    inline.update()
    inline.update()
    assert beside.samples == inline.samples > 0
    assert np.array_equal(beside.replay.features, inline.replay.features)
    assert np.array_equal(beside.student.weights, inline.student.weights)


def test_every_number_of_seats_has_its_share() -> None:
    """Samples are taken with 1 to 4 seats as the mix says."""
    told: list[dict[str, Any]] = []
    training = by_outcomes(replace(TINY, mix=(1, 3, 0, 1), games=2), report=told.append)
    for _ in range(10):
        training.update()
    assert sorted(each["seats"] for each in told) == [1, 1, 2, 2, 2, 2, 2, 2, 4, 4]


@pytest.mark.parametrize(("name", "seats"), [("rota", 1), ("rota", 3)])
def test_strength_is_measured_on_every_seat(name: str, seats: int) -> None:
    """The network sits on every seat in turn; alone nobody else can win."""
    training = by_outcomes(replace(TINY, game=name))
    found = strength(INLINE, name, seats, NetworkBot(training.student), games=seats, against="greedy")
    assert found.games == seats and 0 <= found.share <= 1 and found.low >= 0
    assert found.interval[0] <= found.share <= found.interval[1]
    assert seats > 1 or found.share == 1


def test_strength_is_measured_against_a_file() -> None:
    """A network meets another one in a file: the same one takes exactly half."""
    file = network_file("rota")
    found = strength(INLINE, "rota", 2, NetworkBot(read_network(file).root), games=4, against=str(file))
    assert found.games == 4 and found.share == 0.5


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """A second run begins with the first one's weights, optimiser and counts."""
    told: list[dict[str, Any]] = []
    first = by_outcomes(TINY, tmp_path / "a.npz", told.append)
    before = np.array(first.state.weights)
    for _ in range(3):
        first.update()
    first.save()
    assert not np.array_equal(before, first.state.weights)
    second = by_outcomes(TINY, tmp_path / "a.npz", told.append)
    assert all(np.array_equal(one, two) for one, two in zip(first.state, second.state, strict=True))
    assert np.array_equal(first.student.weights, second.student.weights)
    assert (second.updates, second.samples) == (3, first.samples)
    assert int(second.state.steps) > 0
    second.update()
    assert told[-1]["updates"] == 4 and told[-1]["samples"] > first.samples


@pytest.mark.parametrize("make", [by_outcomes, by_distillation])
def test_two_runs_are_one_run_of_both(make: Any, tmp_path: Path) -> None:
    """Two updates, a new process's worth of forgetting, and two more: bit for bit what four in a row are."""
    settings = replace(TINY if make is by_outcomes else SEARCHED, mix=(0, 1, 0, 0), games=2)
    whole = make(settings, tmp_path / "whole.npz")
    for _ in range(4):
        whole.update()
    for _ in range(2):
        part = make(settings, tmp_path / "parts.npz")
        part.update()
        part.update()
        part.save()
        part.replay.save(tmp_path / "parts.replay.npz", part.updates)
    assert part.updates == whole.updates == 4
    assert all(np.array_equal(one, two) for one, two in zip(whole.state, part.state, strict=True))
    assert np.array_equal(whole.replay.features, part.replay.features)


def test_a_run_leaves_what_the_next_one_needs(tmp_path: Path) -> None:
    """A checkpoint, and the replay buffer unless it is not wanted."""
    for keep in (False, True):
        by_outcomes(replace(TINY, mix=(1, 0, 0, 0), keep_replay=keep), tmp_path / "a.npz").run(1e-9)
        assert (tmp_path / "a.npz").exists()
        assert (tmp_path / "a.replay.npz").exists() == keep


def test_a_checkpoint_of_another_shape_is_refused(tmp_path: Path) -> None:
    """One sentence says what does not fit; a foreign file is no checkpoint."""
    path = tmp_path / "a.npz"
    by_outcomes(TINY, path).save()
    with pytest.raises(Malformed, match="hidden 16,8: expected the same, not 32,8"):
        by_outcomes(replace(TINY, hidden=(32, 8)), path)
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(Malformed, match="expected a checkpoint"):
        by_outcomes(TINY, path)
    np.savez(path, weights=np.zeros(3))
    with pytest.raises(Malformed, match="expected a checkpoint"):
        Checkpoint.load(path)


def test_old_checkpoints_get_one_sentence(tmp_path: Path) -> None:
    """A folder with a checkpoint of PyTorch is not begun anew by accident."""
    (tmp_path / "results.pt").touch()
    with pytest.raises(Malformed, match=r"results.pt is a checkpoint of PyTorch.*: expected a new folder"):
        refuse_old(tmp_path, "outcomes")
    refuse_old(tmp_path, "distillation")
    (tmp_path / "outcomes.npz").touch()
    refuse_old(tmp_path, "outcomes")
