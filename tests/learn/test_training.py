"""Training: what is learned from, and that it goes on where it stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from axio.bots.networks.weights import network_of
from axio.kernel.host.selfplay_batch import selfplay
from axio.learn.lessons import Lessons
from axio.learn.losses import losses_of
from axio.learn.measure import measure
from axio.learn.results import Results
from axio.learn.settings import Settings
from axio.learn.shelf import Drawn, Shelf
from axio.learn.studies import Studies, Study, studied
from axio.learn.training import Told, Training
from axio.learn.workers import Alone, Workers, workers
from axio.rules import Malformed, game

NOWHERE = Path("nowhere.pt")
TINY = Settings(first=16, second=8, games=20, batch=64, shelf=500, measure_games=2)
STUDIES = replace(TINY, course="sight", games=1, moves=6, worlds=1, ahead=2, batch=60, shelf=600)


def by_results(settings: Settings, path: Path = NOWHERE, told: Told = lambda facts: None) -> Training:
    return Training(settings, Results(settings), "cpu", path, told)


def by_studies(settings: Settings, crew: Workers | None = None) -> Training:
    """The package's network teaches."""
    source = Studies(settings, network_of(settings.game).leaf, crew or Alone())
    return Training(settings, source, "cpu", NOWHERE, workers=crew)


def numbered(first: int, count: int) -> Lessons:
    """Positions that can be told apart, with one move each in a row for two."""
    numbers = np.arange(first, first + count, dtype=np.float32)[:, None, None]
    there = np.array([1, 0], np.float32)[:, None]
    portraits, expected = numbers * there * np.ones(1), numbers * there * np.ones(3)
    return Lessons(portraits.astype(np.float16), expected.astype(np.float32), np.ones(count, np.int64))


def test_a_shelf_remembers_the_latest() -> None:
    """A new position takes the place of the oldest, and portraits stay with what is expected of them."""
    shelf = Shelf(10, moves=2, numbers=1, seed=1)
    shelf.add(numbered(0, 4))
    assert len(shelf) == 4
    shelf.add(numbered(4, 9))
    assert len(shelf) == 10
    drawn = list(shelf.draw(20, 20, "cpu"))
    assert len(drawn) == 20
    portraits, expected, there = (torch.cat(part) for part in zip(*drawn, strict=True))
    assert torch.equal(portraits.expand_as(expected), expected)
    assert torch.equal(there, torch.tensor([1.0, 0.0]).expand_as(there))
    assert set(portraits[:, 0].flatten().tolist()) == set(range(3, 13))


def test_losses_are_of_the_moves_there_are() -> None:
    """By hand: one position with two moves and one with a single move; what is empty counts for nothing."""
    said = torch.tensor([[[0.0, 0.5, 0.5], [0.0, 0.5, 0.5]], [[0.0, 0.2, 0.0], [9.0, 9.0, 9.0]]])
    expected = torch.tensor([[[1.0, 0.5, 0.5], [0.0, 0.5, 0.9]], [[0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]])
    there = torch.tensor([[1.0, 1.0], [1.0, 0.0]])
    result, scores, apart = losses_of(said, Drawn(said, expected, there)).tolist()
    assert result == pytest.approx(np.log(2))
    assert scores == pytest.approx((0.4**2 + 0.2**2) / 2 / 3)
    assert apart == pytest.approx((2 * 0.5**2 + 2 * 0.2**2) / 3)


def test_results_are_learned() -> None:
    """After some updates the network tells positions that were won from those that were lost."""
    training = by_results(
        replace(TINY, mix=(0, 1, 0, 0), games=300, shelf=20_000, first=32, second=16, steady=0.9)
    )
    for _ in range(4):
        training.update()
    fresh = selfplay(game("axio", 2), 150, seed=99)
    with torch.no_grad():
        said = training.steady(torch.from_numpy(fresh.features)).sigmoid()[:, 0].numpy()
    won = fresh.outcomes[:, 0]
    assert said[won == 1].mean() > said[won == 0].mean() + 0.1


def test_which_move_is_better_is_learned() -> None:
    """After some updates the pupil tells better moves of a position from worse ones, in games it has not
    seen, nearer to what the teacher says than chance would be."""
    settings = replace(STUDIES, mix=(0, 1, 0, 0), games=6, moves=12, shelf=50_000, batch=240, steady=0.9)
    training = by_studies(replace(settings, first=32, second=16, passes=12.0))
    for _ in range(3):
        training.update()
    fresh = studied(network_of("axio").leaf, training.mind, Study("axio", 2, 2, (99,), 12, 4, 1))
    with torch.no_grad():
        said = training.steady(torch.from_numpy(fresh.portraits).float()).sigmoid()[..., 0].numpy()
    both = (each[fresh.counts == 12] for each in (said, fresh.expected[..., 0]))
    ours, theirs = (each - each.mean(axis=1, keepdims=True) for each in both)
    assert np.corrcoef(ours.flatten(), theirs.flatten())[0, 1] > 0.3


def test_workers_beside_bring_the_same_lessons() -> None:
    """Two processes play what one would have played, two games at a time and some ahead."""
    settings = replace(STUDIES, games=4, mix=(0, 1, 0, 0))
    with workers(2) as crew:
        beside = by_studies(settings, crew)
        beside.update()
    alone = by_studies(settings)
    alone.update()
    assert beside.lessons == alone.lessons > 0
    assert np.array_equal(beside.shelf.portraits, alone.shelf.portraits)


def test_every_number_of_seats_has_its_share() -> None:
    """Lessons are taken with 1 to 4 seats as the mix says."""
    told: list[dict[str, Any]] = []
    training = by_results(replace(TINY, mix=(1, 3, 0, 1), games=2), told=told.append)
    for _ in range(10):
        training.update()
    assert sorted(each["seats"] for each in told) == [1, 1, 2, 2, 2, 2, 2, 2, 4, 4]


@pytest.mark.parametrize(("name", "seats"), [("rota", 1), ("rota", 3)])
def test_strength_is_measured_on_every_seat(name: str, seats: int) -> None:
    """The network sits on every seat in turn; alone nobody else can win."""
    training = by_results(replace(TINY, game=name))
    found = measure(name, seats, training.mind, games=seats, against="greedy")
    assert found.games == seats and 0 <= found.share <= 1 and found.low >= 0
    assert seats > 1 or found.share == 1


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """A second run begins with the first one's weights, optimiser and counts."""
    told: list[dict[str, Any]] = []
    first = by_results(TINY, tmp_path / "a.pt", told.append)
    before = {name: value.clone() for name, value in first.network.state_dict().items()}
    for _ in range(3):
        first.update()
    first.save()
    after = first.network.state_dict()
    assert any(not torch.equal(before[name], after[name]) for name in before)
    second = by_results(TINY, tmp_path / "a.pt", told.append)
    assert all(torch.equal(after[name], value) for name, value in second.network.state_dict().items())
    assert np.array_equal(first.mind.weights, second.mind.weights)
    assert (second.updates, second.lessons) == (3, first.lessons)
    steps = [
        [state["step"].item() for state in each.optimiser.state_dict()["state"].values()]
        for each in (first, second)
    ]
    assert steps[0] == steps[1] and max(steps[0]) > 0
    second.update()
    assert told[-1]["updates"] == 4 and told[-1]["lessons"] > first.lessons


def test_a_checkpoint_of_another_shape_is_refused(tmp_path: Path) -> None:
    """One sentence says what does not fit; a foreign file is no checkpoint."""
    path = tmp_path / "a.pt"
    by_results(TINY, path).save()
    with pytest.raises(Malformed, match="first 16: expected the same, not 32"):
        by_results(replace(TINY, first=32), path)
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(Malformed, match="expected a checkpoint"):
        by_results(TINY, path)
