"""Training: what is learned from, and that it goes on where it stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from axio.kernel.schooling import Lessons, lessons
from axio.learn.measure import measure
from axio.learn.settings import Settings
from axio.learn.shelf import Shelf
from axio.learn.training import Training
from axio.rules import Malformed, game

TINY = Settings(first=16, second=8, games=20, batch=64, shelf=500, measure_games=2)


def numbered(first: int, count: int) -> Lessons:
    """Lessons that can be told apart."""
    numbers = np.arange(first, first + count, dtype=np.float32)[:, None]
    return Lessons(numbers, numbers)


def test_a_shelf_remembers_the_latest() -> None:
    """A new lesson takes the place of the oldest, and a portrait stays with its own result."""
    shelf = Shelf(10, 1, 1, seed=1)
    shelf.add(numbered(0, 4))
    assert len(shelf) == 4
    shelf.add(numbered(4, 9))
    assert len(shelf) == 10
    drawn = list(shelf.draw(400, 20, "cpu"))
    assert len(drawn) == 20
    portraits, results = (torch.cat(part) for part in zip(*drawn, strict=True))
    assert torch.equal(portraits, results)
    assert set(portraits.flatten().tolist()) == set(range(3, 13))


def test_results_are_learned() -> None:
    """After some updates the network tells positions that were won from those that were lost."""
    settings = replace(TINY, mix=(0, 1, 0, 0), games=300, shelf=20_000, first=32, second=16)
    training = Training(settings, "cpu", Path("nowhere.pt"))
    for _ in range(4):
        training.update()
    fresh = lessons(game("axio", 2), 150, seed=99)
    with torch.no_grad():
        said = training.network(torch.from_numpy(fresh.portraits)).sigmoid()[:, 0].numpy()
    won = fresh.results[:, 0]
    assert said[won == 1].mean() > said[won == 0].mean() + 0.1


def test_every_number_of_seats_has_its_share() -> None:
    """Lessons are taken with 1 to 4 seats as the mix says."""
    told: list[dict[str, Any]] = []
    training = Training(replace(TINY, mix=(1, 3, 0, 1), games=2), "cpu", Path("nowhere.pt"), told.append)
    for _ in range(10):
        training.update()
    assert sorted(each["seats"] for each in told) == [1, 1, 2, 2, 2, 2, 2, 2, 4, 4]


@pytest.mark.parametrize(("name", "seats"), [("rota", 1), ("rota", 3)])
def test_strength_is_measured_on_every_seat(name: str, seats: int) -> None:
    """The network sits on every seat in turn; alone nobody else can win."""
    training = Training(replace(TINY, game=name), "cpu", Path("nowhere.pt"))
    found = measure(name, seats, training.network.mind(), games=seats, against="greedy")
    assert found.games == seats and 0 <= found.share <= 1 and found.low >= 0
    assert seats > 1 or found.share == 1


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """A second run begins with the first one's weights, optimiser and counts."""
    told: list[dict[str, Any]] = []
    first = Training(TINY, "cpu", tmp_path / "a.pt", told.append)
    before = {name: value.clone() for name, value in first.network.state_dict().items()}
    for _ in range(3):
        first.update()
    first.save()
    after = first.network.state_dict()
    assert any(not torch.equal(before[name], after[name]) for name in before)
    second = Training(TINY, "cpu", tmp_path / "a.pt", told.append)
    assert all(torch.equal(after[name], value) for name, value in second.network.state_dict().items())
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
    Training(TINY, "cpu", path).save()
    with pytest.raises(Malformed, match="first 16: expected the same, not 32"):
        Training(replace(TINY, first=32), "cpu", path)
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(Malformed, match="expected a checkpoint"):
        Training(TINY, "cpu", path)
