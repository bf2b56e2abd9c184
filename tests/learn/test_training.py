"""Training: what is learned from, and that it goes on where it stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from axio.learn.field import Seen, turned
from axio.learn.measure import measure
from axio.learn.ppo import Learner
from axio.learn.returns import finals, lessons, returns
from axio.learn.rollout import Collector, Rollout
from axio.learn.settings import Settings
from axio.learn.training import Training
from axio.rules import Malformed

from .positions import SEATS, played, shaken

TINY = Settings(width=8, blocks=1, rank=2, games=8, steps=6, batch=32, measure_games=4, pool=2, pool_every=1)


def test_returns_mix_estimates_and_stop_at_the_end() -> None:
    """Each estimate counts by how far it is away; nothing beyond a game's end reaches back over it."""
    trace = 0.5
    shares = torch.tensor([[0.5, 0.5], [0.6, 0.4], [0.7, 0.3], [0.2, 0.8]])[:, None]
    ended = torch.tensor([[False], [True], [False]])
    results = torch.tensor([[9.0, 9.0], [1.0, 0.0], [9.0, 9.0]])[:, None]
    nothing = torch.zeros(3, 1, dtype=torch.long)
    seen = Seen(nothing, nothing, nothing)
    rollout = Rollout(seen, nothing, nothing, nothing, ~ended, shares, ended, results, results[..., None])
    first = (1 - trace) * shares[1] + trace * results[1]
    assert torch.allclose(returns(rollout, trace), torch.stack([first, results[1], shares[3]]))


def test_final_scores_belong_to_the_same_game() -> None:
    """A decision is told the scores at the end of its own game, or that nobody saw that end."""
    ended = torch.tensor([[False], [True], [False]])
    tracks = torch.tensor([1, 2, 3]).reshape(3, 1, 1, 1)
    nothing = torch.zeros(3, 1)
    seen = Seen(nothing, nothing, nothing)
    rollout = Rollout(seen, nothing, nothing, nothing, ended, nothing, ended, nothing, tracks)
    found, known = finals(rollout)
    assert found.flatten().tolist()[:2] == [2, 2] and known.flatten().tolist() == [True, True, False]


@pytest.mark.parametrize("seats", SEATS)
def test_turning_to_the_mover_and_back_changes_nothing(seats: int) -> None:
    """Seats in playing order and in their own order are the same numbers."""
    shares, movers = torch.rand(8, max(seats, 2)), torch.arange(8) % seats
    ordered = turned(shares, movers, back=True)
    assert torch.equal(ordered[:, 0], shares[torch.arange(8), movers])
    assert torch.equal(turned(ordered, movers), shares)


@pytest.mark.parametrize("seats", SEATS)
def test_lessons_are_legal_decisions(seats: int) -> None:
    """Only legal moves of games in progress are learned from, as likely as the network made them."""
    field, network = played("axio", seats, n=12), shaken("axio")
    some = lessons(Collector(field).collect(network, 30), 0.9, field.batch.game.end)
    with torch.no_grad():
        logits = field.rules.logits(network(some.seen.planes, some.seen.vector), some.seen.allowed)
    chances = logits.log_softmax(1).gather(1, some.actions[:, None]).squeeze(1)
    assert field.rules.legal(some.seen.allowed).gather(1, some.actions[:, None]).all()
    assert torch.allclose(chances, some.chances, atol=1e-3)
    assert torch.allclose(some.shares.sum(1), torch.ones(len(some.actions)), atol=1e-4)
    assert some.known.any() and 0 <= some.scores[some.known].max() <= 1


def test_what_paid_is_done_more_often_and_expected() -> None:
    """Moves better than expected become likelier, worse ones rarer; expectations move to what came."""
    field, network = played("axio", 2, n=32), shaken("axio")
    some = lessons(Collector(field).collect(network, 12), 0.9, field.batch.game.end)
    good = some.actions % 2 == 0
    won = torch.tensor([1.0, 0.0]).expand_as(some.shares)
    some = some._replace(advantages=torch.where(good, 1.0, -1.0), shares=won)
    learner = Learner(network, TINY, "cpu")
    for _ in range(4):
        losses = learner.learn(some, field.rules, 0.0)
    with torch.no_grad():
        said = network(some.seen.planes, some.seen.vector)
    chances = field.rules.logits(said, some.seen.allowed).log_softmax(1)
    change = chances.gather(1, some.actions[:, None]).squeeze(1) - some.chances
    assert change[good].mean() > 0 > change[~good].mean()
    assert said.wins[:, :2].softmax(1)[:, 0].mean() > 0.6
    assert all(value == value for value in losses.values())


def test_a_wide_loss_is_worth_less_than_a_narrow_one() -> None:
    """With a margin, shares of the result follow the lead; without, only the places."""
    field = played("axio", 2, n=64, plies=30)
    tracks, plain = field.results()
    lead = tracks.amin(2).float() @ torch.tensor([1.0, -1.0])
    blended = field.results(0.5)[1]
    assert torch.allclose(blended.sum(1), torch.ones(64))
    assert set(plain.flatten().tolist()) <= {0.0, 0.5, 1.0}
    ahead = plain[:, 0] == 1
    assert (blended[ahead & (lead > 1), 0] > blended[ahead & (lead <= 1), 0].max()).all()


def test_a_fresh_network_holds_its_own_against_the_cheap_policy() -> None:
    """Before it has learned anything, a network goes for points as the policy does."""
    training = Training(TINY, "cpu", Path("nowhere.pt"))
    found = measure(training.network, played("axio", 2, n=64), "points")
    assert found.games == 64 and found.share > 0.5


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """A second run begins with the first one's weights, optimiser, past selves and counts."""
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
    assert (second.updates, second.decisions, len(second.pool.past)) == (3, first.decisions, 2)
    steps = [
        [state["step"].item() for state in each.learner.optimiser.state_dict()["state"].values()]
        for each in (first, second)
    ]
    assert steps[0] == steps[1] and max(steps[0]) > 0
    second.update()
    assert told[-1]["updates"] == 4 and told[-1]["decisions"] > first.decisions


def test_a_checkpoint_of_another_shape_is_refused(tmp_path: Path) -> None:
    """One sentence says what does not fit; a foreign file is no checkpoint."""
    path = tmp_path / "a.pt"
    Training(TINY, "cpu", path).save()
    with pytest.raises(Malformed, match="width 8: expected the same, not 16"):
        Training(replace(TINY, width=16), "cpu", path)
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(Malformed, match="expected a checkpoint"):
        Training(TINY, "cpu", path)
