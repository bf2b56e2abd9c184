"""Past selves: whoever only ever meets the present one may forget how to beat the others."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import torch
from torch import Tensor

from .network import Network

Weights = dict[str, Tensor]


class Pool:
    """The last of them, half as many bits each."""

    def __init__(self, size: int, seed: int) -> None:
        self.size = size
        self.past: list[Weights] = []
        self._random = torch.Generator().manual_seed(seed)
        self._body: Network | None = None

    def add(self, network: Network) -> None:
        """Remember it as it is. Too many: any is forgotten but the new one, so that some old ones stay."""
        weights = {name: value.detach().half().cpu() for name, value in network.state_dict().items()}
        self.past.append(weights)
        if len(self.past) > self.size:
            del self.past[int(torch.randint(self.size, (), generator=self._random))]

    def draw(self, like: Network) -> Network | None:
        """One of them, as a network."""
        if not self.past:
            return None
        if self._body is None:
            self._body = deepcopy(like)
        chosen = self.past[int(torch.randint(len(self.past), (), generator=self._random))]
        self._body.load_state_dict(chosen)
        return self._body

    def state(self) -> list[Weights]:
        return self.past

    def load(self, state: Any) -> None:
        self.past = list(state)[-self.size :]
