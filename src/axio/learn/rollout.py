"""Self-play: so many decisions in every game, everything that learning needs of them kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from .field import Field, Seen, turned, win_shares
from .network import Network


class Rollout(NamedTuple):
    """A step of all games, or several. Axes: step, game (and what it is); shares in the order of seats."""

    seen: Seen
    movers: Tensor
    actions: Tensor
    chances: Tensor  # log probability of the action
    counts: Tensor  # whether the decision was the network's own, to be learned from
    shares: Tensor  # expected; of several steps one more than of the others
    ended: Tensor
    results: Tensor  # as things stand after the step: final where it ended
    tracks: Tensor


@dataclass
class Rival:
    """A past self who sits at one seat in the first games of a field."""

    network: Network
    seats: Tensor  # one a game


class Collector:
    """Plays a field on and on, a rollout at a time."""

    def __init__(self, field: Field, margin: float = 0.0) -> None:
        self.field, self.margin = field, margin
        field.spread()
        self.now = field.seen()

    @torch.no_grad()
    def collect(self, network: Network, steps: int, rival: Rival | None = None) -> Rollout:
        rows = [self._step(network, rival) for _ in range(steps)]
        last = self._judged(network)[1]
        return Rollout(
            seen=Seen(*(torch.stack(parts) for parts in zip(*(row.seen for row in rows), strict=True))),
            movers=torch.stack([row.movers for row in rows]),
            actions=torch.stack([row.actions for row in rows]),
            chances=torch.stack([row.chances for row in rows]),
            counts=torch.stack([row.counts for row in rows]),
            shares=torch.stack([*(row.shares for row in rows), last]),
            ended=torch.stack([row.ended for row in rows]),
            results=torch.stack([row.results for row in rows]),
            tracks=torch.stack([row.tracks for row in rows]),
        )

    def _judged(self, network: Network) -> tuple[Tensor, Tensor]:
        """Logits of the actions, and the shares expected in the order of seats."""
        with autocast(self.field.device):
            said = network(self.now.planes, self.now.vector)
        logits = self.field.rules.logits(said, self.now.allowed)
        return logits, turned(win_shares(said.wins, self.field.seats), self.field.movers())

    def _step(self, network: Network, rival: Rival | None) -> Rollout:
        field, now, movers, live = self.field, self.now, self.field.movers(), ~self.field.over()
        logits, shares = self._judged(network)
        counts = live
        if rival is not None:
            logits, counts = self._with_rival(logits, live, movers, rival)
        actions = sample(logits)
        chances = logits.log_softmax(1).gather(1, actions[:, None]).squeeze(1)
        ended = field.step(actions)
        tracks, results = field.results(self.margin)
        self.now = field.seen()
        return Rollout(now, movers, actions, chances, counts, shares, ended, results, tracks)

    def _with_rival(
        self, logits: Tensor, live: Tensor, movers: Tensor, rival: Rival
    ) -> tuple[Tensor, Tensor]:
        many = len(rival.seats)
        some = self.now.take(slice(many))
        with autocast(self.field.device):
            said = rival.network(some.planes, some.vector)
        theirs = movers[:many] == rival.seats
        other = self.field.rules.logits(said, some.allowed)
        first = torch.where(theirs[:, None], other, logits[:many])
        counts = live.clone()
        counts[:many] &= ~theirs
        return torch.cat([first, logits[many:]]), counts


def sample(logits: Tensor) -> Tensor:
    """One action a row, as likely as its logit says."""
    noise = torch.empty_like(logits).exponential_().clamp_(min=1e-20).log_()
    return (logits - noise).argmax(1)


def autocast(device: str) -> torch.autocast:
    """Half the bits where that is faster."""
    return torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda")
