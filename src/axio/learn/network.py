"""The network: two layers over a portrait of a position, then what is expected of it."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from axio.bots.networks.weights import mlp_of
from axio.kernel.device.learned.mlp import OUTPUTS, Mlp

FLAT = 1e-3  # a number that hardly ever differs says nothing


class Network(nn.Module):
    """Says the logit of winning, and the lowest colours of the seat and of its best rival."""

    mean: Tensor
    scale: Tensor

    def __init__(self, size: int, first: int, second: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("scale", torch.zeros(size))
        self.first, self.second = nn.Linear(size, first), nn.Linear(first, second)
        self.last = nn.Linear(second, OUTPUTS)

    def forward(self, portraits: Tensor) -> Tensor:
        seen = (portraits - self.mean) * self.scale
        said: Tensor = self.last(self.second(self.first(seen).relu()).relu())
        return said

    def look_at(self, portraits: Tensor) -> None:
        """Settle once what is usual for every number of a portrait."""
        spread = portraits.std(0)
        self.mean.copy_(portraits.mean(0))
        self.scale.copy_(torch.where(spread > FLAT, 1 / spread.clamp_min(FLAT), 0.0))

    @property
    def is_blind(self) -> bool:
        """Whether it has not looked at any portrait yet."""
        return not bool(self.scale.any())

    def mind(self) -> Mlp:
        """The same network as compiled code reads it, portraits taken as they are."""
        first = self.first.weight.double() * self.scale.double()
        bias = self.first.bias.double() - first @ self.mean.double()
        layers = (
            (first.T, bias),
            (self.second.weight.T, self.second.bias),
            (self.last.weight.T, self.last.bias),
        )
        return mlp_of([(each.detach().cpu().numpy(), bias.detach().cpu().numpy()) for each, bias in layers])
