"""Games of the kernel as tensors: the same memory, on the CPU or on the GPU."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from axio.encoding.wide import placements, wide_table
from axio.kernel import Batch
from axio.kernel.row import ENDING, SEAT

from .network import Output
from .shifts import split

NARROW = 1.5  # a lead of so many points is worth e to 1
NEVER = -1e9  # the logit of what is not allowed


class Seen(NamedTuple):
    """What the seats to move see, one row a game."""

    planes: Tensor
    vector: Tensor
    allowed: Tensor  # packed legal actions

    def take(self, rows: Tensor | slice) -> Seen:
        return Seen(self.planes[rows], self.vector[rows], self.allowed[rows])


class Field:
    """Many games of one kind, played by tensors of actions."""

    def __init__(self, game: str, seats: int, n: int, seed: int, device: str) -> None:
        self.batch = Batch(game, seats, n, seed, device)
        self.n, self.seats, self.device = n, seats, device
        self.wide = torch.from_numpy(wide_table(self.batch.game)).to(device)
        self.rules = Reading(self.batch.layout, device)
        self._flags = torch.tensor([0, 1], dtype=torch.uint8, device=device).expand(n, 2)
        self._bytes = shared(self.batch.rows.view(np.uint8))

    def deal(self, seed: int) -> None:
        """Begin all games anew."""
        self.batch.reset(seed)
        self._bytes = shared(self.batch.rows.view(np.uint8))

    def spread(self) -> None:
        """Play on so that the games are at all stages, not all at the same."""
        most = self.rules.spots // 4  # about as many placements as a game has
        rank = torch.arange(self.n, device=self.device) * most // self.n
        for ply in range(most):
            chosen = shared(self.batch.choose())
            self.step(torch.where(rank > ply, chosen, -1))  # -1 is no action: the game waits

    def seen(self) -> Seen:
        """Copies: the kernel writes the same memory again."""
        planes, vectors = map(shared, self.batch.observe())
        words = shared(self.batch.packed_masks().view(np.int64)).clone(memory_format=torch.contiguous_format)
        return Seen(planes.clone(), torch.cat([vectors, self._flags], 1)[:, self.wide], words)

    def movers(self) -> Tensor:
        """Whose turn it is."""
        return self._bytes[:, SEAT].long()

    def over(self) -> Tensor:
        return self._bytes[:, ENDING] > 0

    def step(self, actions: Tensor) -> Tensor:
        """Play; whether each game ended with it. A game that was over is dealt again instead."""
        given = actions.numpy() if self.device == "cpu" else actions
        return shared(self.batch.step(given, check=False)) == 1

    def results(self, margin: float = 0.0) -> tuple[Tensor, Tensor]:
        """Every seat's tracks, and its share of the result; alone: of the way to the end, and the rest.

        `margin`: so much of the share goes by how far the lowest colours are apart, so that a narrow loss is
        told from a wide one.
        """
        tracks, places = (shared(part).clone() for part in self.batch.results())
        if self.seats == 1:
            end = self.batch.game.end
            low, mean = tracks.amin(2).float(), tracks.float().mean(2)
            way = (low + mean / end) / (end + 1)  # the mean tells equals apart
            return tracks, torch.cat([way, 1 - way], 1)
        first = (places == 1).float()
        apart = (tracks.amin(2).float() / NARROW).softmax(1)
        return tracks, (1 - margin) * first / first.sum(1, keepdim=True) + margin * apart


class Reading:
    """A network's output read by the numbering of actions."""

    def __init__(self, plan: Any, device: str) -> None:
        self.spots, self.pairs = plan.spots, plan.pairs
        self.table = torch.from_numpy(placements(plan)).to(device)
        self._bits = torch.arange(8, dtype=torch.uint8, device=device)

    def legal(self, allowed: Tensor) -> Tensor:
        """Packed masks as one flag an action."""
        bits = ((allowed.view(torch.uint8)[:, :, None] >> self._bits) & 1).bool().flatten(1)
        spots = split(bits[:, :-64], 1, self.pairs, -1)[:, :, : self.spots]
        return torch.cat([spots.flatten(1), bits[:, -64:-62]], 1)

    def logits(self, said: Output, allowed: Tensor) -> Tensor:
        """Per action; those that are not allowed out of reach."""
        every = torch.cat([said.placements.float()[:, self.table], said.answers.float()], 1)
        return every.masked_fill(~self.legal(allowed), NEVER)


def shared(array: Any) -> Tensor:
    """The kernel's array as a tensor over the same memory."""
    if isinstance(array, np.ndarray):
        return torch.from_numpy(array)
    tensor: Tensor = torch.as_tensor(array, device="cuda")
    return tensor


def win_shares(wins: Tensor, seats: int) -> Tensor:
    """Per seat in playing order the expected share of the result; alone, two entries."""
    return wins.float()[:, : max(seats, 2)].softmax(1)


def turned(shares: Tensor, movers: Tensor, back: bool = False) -> Tensor:
    """From the order of play, the mover first, to the order of seats; or back."""
    order = torch.arange(shares.shape[1], device=shares.device)
    by = movers[:, None] if back else -movers[:, None]
    index = (order + by) % shares.shape[1]
    if shares.dim() == 3:
        return shares.gather(1, index[:, :, None].expand_as(shares))
    return shares.gather(1, index)
