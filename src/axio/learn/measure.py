"""How strong a network is without search: against the kernel's cheap policies, or a past self."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor

from .field import Field, shared
from .network import Network
from .rollout import autocast

Z = 1.959964  # 95 %
LONGEST = 400  # decisions: more than any game has


@dataclass(frozen=True)
class Strength:
    """One seat of the network's against others, over so many games."""

    games: int
    share: float  # of the wins
    margin: float  # half of the 95 % interval
    low: float  # the network's lowest colour on the mean


@torch.no_grad()
def measure(network: Network, field: Field, against: str | Network = "concave", seed: int = 0) -> Strength:
    """One game in each place of the field, the network's seat going around."""
    field.deal(seed)
    mine = torch.arange(field.n, device=field.device) % field.seats
    shares, lows = torch.zeros(field.n, device=field.device), torch.zeros(field.n, device=field.device)
    waiting = torch.ones(field.n, dtype=torch.bool, device=field.device)
    for _ in range(LONGEST):
        ours = best(network, field)
        theirs = best(against, field) if isinstance(against, Network) else policy(field, against)
        ended = field.step(torch.where(field.movers() == mine, ours, theirs)) & waiting
        tracks, results = field.results()
        shares = torch.where(ended, results.gather(1, mine[:, None]).squeeze(1), shares)
        lows = torch.where(ended, tracks.amin(2).float().gather(1, mine[:, None]).squeeze(1), lows)
        waiting &= ~ended
        if not waiting.any():
            break
    share = float(shares.mean())
    margin = Z * float(shares.std()) / sqrt(field.n)
    return Strength(field.n, share, margin, float(lows.mean()))


def best(network: Network, field: Field) -> Tensor:
    """The network's favourite action in every game."""
    seen = field.seen()
    with autocast(field.device):
        said = network(seen.planes, seen.vector)
    return field.rules.logits(said, seen.allowed).argmax(1)


def policy(field: Field, name: str) -> Tensor:
    return shared(field.batch.choose(name)).clone()
