"""The network: convolutions that treat all colours alike, and heads for moves, winners and final scores.

Every colour has its own stack of planes; the same weights read each of them, beside the mean over all. So a
recoloured position is the same position to it, and boards of every size and any number of colours fit.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from axio.encoding.wide import MOST

from .features import COLOUR_NUMBERS, COLOUR_PLANES, LONE_NUMBERS, SHARED_PLANES, Described, Features
from .form import Form
from .shifts import shifted, split

EAGER = 8.0  # how much a fresh network cares for points


class Output(NamedTuple):
    """What the network says of each position, seats in playing order from the viewer."""

    placements: Tensor  # position, then see axio.encoding.wide; not normalised, illegal ones included
    answers: Tensor  # exchange, keep
    wins: Tensor  # per seat, logits; alone: the share of the way to the end, against the rest of it
    scores: Tensor  # per seat and colour, the final score as a share of a track


class Block(nn.Module):
    """A residual block: each colour's planes, what the colours have in common, and the whole board."""

    def __init__(self, width: int, colours: int) -> None:
        super().__init__()
        self.colours = colours
        self.own = nn.Conv2d(width, width, 3, padding=1)
        self.common = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.whole = nn.Linear(4 * width, width, bias=False)
        self.out = nn.Conv2d(width, width, 3, padding=1)
        nn.init.zeros_(self.out.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Positions and colours share the first axis."""
        x = functional.relu(x)
        each = split(x, 0, -1, self.colours)
        own = split(self.own(x), 0, -1, self.colours)
        whole = self.whole(pooled(x, self.colours))[..., None, None]
        y: Tensor = own + self.common(each.mean(1)).unsqueeze(1) + whole
        out: Tensor = x + self.out(functional.relu(y.flatten(0, 1)))
        return out


def pooled(x: Tensor, colours: int) -> Tensor:
    """Per position and colour: mean and maximum over the board, of this colour and over all colours."""
    own = split(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1), 0, -1, colours)
    return torch.cat([own, own.mean(1, keepdim=True).expand_as(own)], 2)


class Network(nn.Module):
    """From an observation's planes and wide vector to an Output."""

    def __init__(self, form: Form, width: int = 32, blocks: int = 6, rank: int = 4) -> None:
        super().__init__()
        self.form, self.rank = form, rank
        self.features = Features(form)
        self.planes = nn.Conv2d(COLOUR_PLANES, width, 3, padding=1)
        self.shared = nn.Conv2d(SHARED_PLANES, width, 3, padding=1, bias=False)
        self.numbers = nn.Linear(COLOUR_NUMBERS, width, bias=False)
        self.lone = nn.Linear(LONE_NUMBERS, width, bias=False)
        self.blocks = nn.ModuleList(Block(width, form.colours) for _ in range(blocks))
        self.ends = nn.Conv2d(width, 2 * len(form.forward) * (rank + 2), 1)
        self.eager = nn.Parameter(torch.tensor(EAGER))
        self.embed = nn.Linear(4 * width + COLOUR_NUMBERS, 2 * width)
        self.tile = nn.Linear(2 * width, rank + 1)
        self.held = nn.Linear(2, 1)
        self.score = nn.Linear(2 * width, MOST)
        self.gather = nn.Linear(4 * width + LONE_NUMBERS, 2 * width)
        self.win = nn.Linear(2 * width, MOST)
        self.answer = nn.Linear(2 * width, 2)
        for head in (self.ends, self.tile, self.answer, self.win):
            nn.init.zeros_(head.weight)  # so that a fresh network goes for points alone

    def forward(self, planes: Tensor, vector: Tensor) -> Output:
        told = self.features(planes, vector)
        x = self._trunk(told)
        embedded = functional.relu(self.embed(torch.cat([pooled(x, self.form.colours), told.numbers], 2)))
        most, mean = embedded.amax(1), embedded.mean(1)
        whole = functional.relu(self.gather(torch.cat([most, mean, told.lone], 1)))
        placements = self._placements(x, told) + self._tiles(embedded, told)
        return Output(
            placements.flatten(1), self.answer(whole), self.win(whole), self.score(embedded).transpose(1, 2)
        )

    def _trunk(self, told: Described) -> Tensor:
        colours = self.form.colours
        shared = self.shared(told.shared) + self.lone(told.lone)[..., None, None]
        numbers = self.numbers(told.numbers)[..., None, None]
        own = split(self.planes(told.planes.flatten(0, 1)), 0, -1, colours)
        x: Tensor = (own + shared.unsqueeze(1) + numbers).flatten(0, 1)
        for block in self.blocks:
            x = block(x)
        return functional.relu(x)

    def _placements(self, x: Tensor, told: Described) -> Tensor:
        """Position, first colour, second colour, direction, cells: what both halves say."""
        directions = len(self.form.forward)
        ends = split(self.ends(x), 1, 2, directions, self.rank + 2)
        ends = split(ends, 0, -1, self.form.colours)  # position, colour, end, direction, part, cells
        worth, raised = self.eager * told.worth, self.eager * told.raised[:, None]
        found = []
        for number, way in enumerate(self.form.forward):
            first = ends[:, :, 0, number]
            second = shifted(ends[:, :, 1, number], way)
            one = first[:, :, 0] + worth + self._raised(raised, way)
            two = second[:, :, 0] + shifted(worth + self._raised(raised, (-way[0], -way[1])), way)
            alone = one[:, :, None] + two[:, None]
            same = torch.eye(self.form.colours, dtype=first.dtype, device=first.device)[
                None, :, :, None, None
            ]
            alone = alone + same * (first[:, :, 1] * second[:, :, 1])[:, :, None]
            for part in range(2, self.rank + 2):
                alone = alone + first[:, :, None, part] * second[:, None, :, part]
            found.append(alone)
        return torch.stack(found, 3)

    def _raised(self, raised: Tensor, partner: tuple[int, int]) -> Tensor:
        """What pyramids beside a cell are worth; where the tile's other half lies there will be none."""
        return torch.stack([shifted(raised, way) for way in self.form.ways if way != partner]).sum(0)

    def _tiles(self, embedded: Tensor, told: Described) -> Tensor:
        """Per pair of colours: what speaks for spending such a tile now."""
        each = self.tile(embedded)
        alone = each[..., :1] + each[..., :1].transpose(1, 2)
        together = each[..., 1:] @ each[..., 1:].transpose(1, 2)
        held = self.held(torch.stack([told.rack, told.unseen / 4], 3)).squeeze(3)
        found: Tensor = alone + together + held
        return found[..., None, None, None]
