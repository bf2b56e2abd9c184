"""What came of every decision: returns for all seats, advantages for the mover, final scores where known."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from .field import Seen, turned
from .rollout import Rollout


class Lessons(NamedTuple):
    """Decisions to learn from, one a row; seats in playing order from the mover."""

    seen: Seen
    actions: Tensor
    chances: Tensor
    advantages: Tensor
    shares: Tensor  # what to expect of the result
    scores: Tensor  # final tracks as shares of the end
    known: Tensor  # whether the game was seen to its end

    def take(self, rows: Tensor) -> Lessons:
        others = (self.actions, self.chances, self.advantages, self.shares, self.scores, self.known)
        return Lessons(self.seen.take(rows), *(part[rows] for part in others))


def returns(rollout: Rollout, trace: float) -> Tensor:
    """For every seat the mixture of estimates over the steps to come, and the result where the game ended.

    A seat's expectation changes with everyone's moves, so all steps count, not only its own.
    """
    found = torch.empty_like(rollout.results)
    later = rollout.shares[-1]
    for step in range(len(found) - 1, -1, -1):
        mixed = (1 - trace) * rollout.shares[step + 1] + trace * later
        later = torch.where(rollout.ended[step][:, None], rollout.results[step], mixed)
        found[step] = later
    return found


def finals(rollout: Rollout) -> tuple[Tensor, Tensor]:
    """The tracks at the end of each decision's game, and whether that end was seen."""
    found = rollout.tracks.clone()
    known = torch.zeros_like(rollout.ended)
    for step in range(len(found) - 1, -1, -1):
        known[step] = rollout.ended[step]
        if step + 1 < len(found):
            going = ~rollout.ended[step]
            found[step] = torch.where(going[:, None, None], found[step + 1], found[step])
            known[step] |= going & known[step + 1]
    return found, known


def lessons(rollout: Rollout, trace: float, end: int) -> Lessons:
    """The decisions that count, with what is to be learned of each."""
    expected = returns(rollout, trace)
    tracks, known = finals(rollout)
    gained = expected - rollout.shares[:-1]
    movers = rollout.movers.flatten()
    advantages = gained.flatten(0, 1).gather(1, movers[:, None]).squeeze(1)
    rows = rollout.counts.flatten().nonzero().squeeze(1)
    flat = Lessons(
        Seen(*(part.flatten(0, 1) for part in rollout.seen)),
        rollout.actions.flatten(),
        rollout.chances.flatten(),
        advantages,
        turned(expected.flatten(0, 1), movers, back=True),
        turned(tracks.flatten(0, 1).float() / end, movers, back=True),
        known.flatten(),
    )
    return flat.take(rows)
