"""What the network is told: a position as planes and numbers per colour, and those that all colours share.

Colours are interchangeable, so every colour is described alike and met by the same weights.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import torch
from torch import Tensor, nn

from axio.encoding.wide import MOST

from .form import Form
from .shifts import shifted, sight

SLOPE = 0.87  # what a point is worth beside the one below it
COLOUR_PLANES = 3 + MOST  # the mark, the points it would score, marks around, the points' worth to each seat
SHARED_PLANES = 7 + 2 * MOST
COLOUR_NUMBERS = 3 * MOST + 2
LONE_NUMBERS = 4 * MOST + 4 + 2 * MOST + 2


class Described(NamedTuple):
    """A batch of positions. Axes: position, colour, feature (and cells)."""

    planes: Tensor
    shared: Tensor  # no axis of colours
    numbers: Tensor
    lone: Tensor  # no axis of colours
    worth: Tensor  # position, colour, cells: what a mark there is worth to the viewer
    raised: (
        Tensor  # position, cells: what filling the last free neighbour is worth, the mark's own part left out
    )
    rack: Tensor  # position, first colour, second colour: such tiles on the rack
    unseen: Tensor


class Features(nn.Module):
    """From the bytes of an observation to what the layers read."""

    shows: Tensor
    kind_of: Tensor

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form
        self.register_buffer("shows", torch.tensor(form.shows, dtype=torch.float32).T, persistent=False)
        self.register_buffer("kind_of", torch.tensor(form.kind_of), persistent=False)

    def forward(self, planes: Tensor, vector: Tensor) -> Described:
        form, planes, vector = self.form, planes.float(), vector.float()
        count = form.colours
        tracks = vector[:, : MOST * count].reshape(-1, MOST, count)
        at = MOST * count
        counts = vector[:, at : at + 4 * MOST + 4]
        at += 4 * MOST + 4
        rack, unseen = vector[:, at : at + form.kinds], vector[:, at + form.kinds : at + 2 * form.kinds]
        seats = vector[:, at + 2 * form.kinds :]
        marks, empty = planes[:, :count], planes[:, count : count + 1]
        sides = self._around(empty) * empty
        hole = (sides == 1).float() if form.pyramids else torch.zeros_like(sides)
        points = (sight(marks, form.ways) + self._around(hole)) * empty
        around = self._around(marks)
        worth = self._worth(points, tracks, seats)
        holes = self._worth(around * empty, tracks, seats).sum(1)
        return Described(
            torch.cat([marks[:, :, None], points[:, :, None] / 4, around[:, :, None] / 4, worth], 2),
            self._shared(planes, sides, hole, holes),
            self._numbers(tracks, rack, unseen),
            self._lone(planes, counts, tracks, seats),
            worth[:, :, 0],
            holes[:, 0] * hole[:, 0],
            rack[:, self.kind_of].reshape(-1, count, count),
            unseen[:, self.kind_of].reshape(-1, count, count),
        )

    def _around(self, planes: Tensor) -> Tensor:
        """Per cell the sum over its neighbours."""
        return torch.stack([shifted(planes, way) for way in self.form.ways]).sum(0)

    def _worth(self, points: Tensor, tracks: Tensor, seats: Tensor) -> Tensor:
        """What points are worth to each seat. Axes: position, colour, seat, cells."""
        now = tracks.transpose(1, 2)[..., None, None]
        end = float(self.form.end)
        more = end * seats[:, :1].reshape(-1, 1, 1, 1, 1)  # alone, a second board follows the first
        stop = torch.where(now < end, torch.full_like(now, end), end + more)
        then = torch.minimum(now + points[:, :, None], stop)
        present = (seats.flip(1).cumsum(1).flip(1) > 0).float()  # seat k is there with k + 1 seats or more
        return (fading(now) - fading(then)) * present[:, None, :, None, None] * 4

    def _shared(self, planes: Tensor, sides: Tensor, hole: Tensor, holes: Tensor) -> Tensor:
        """What lies there, how open it is, and what a pyramid would be worth to each seat."""
        count = self.form.colours
        board = planes[:, : count + 2].sum(1, keepdim=True)
        nearly = (sides == 2).float()
        seen = [planes[:, count : count + 3], board, sides / len(self.form.ways), hole, nearly]
        return torch.cat([*seen, holes * hole, holes * nearly], 1)

    def _numbers(self, tracks: Tensor, rack: Tensor, unseen: Tensor) -> Tensor:
        each = tracks.transpose(1, 2)
        above = each - each.amin(1, keepdim=True)
        held, hidden = rack @ self.shows, unseen @ self.shows
        parts = [each / self.form.end, fading(each), above / 4, held[..., None] / 2, hidden[..., None] / 20]
        return torch.cat(parts, 2)

    def _lone(self, planes: Tensor, counts: Tensor, tracks: Tensor, seats: Tensor) -> Tensor:
        """Numbers of the whole position: who holds what, how far everyone is, how full the board is."""
        empty = planes[:, self.form.colours].mean((1, 2))[:, None]
        lows = tracks.amin(2) / self.form.end
        first = (counts[:, :1] == 0).float()
        return torch.cat([counts / 10, seats, lows, empty, first], 1)


def fading(scores: Tensor) -> Tensor:
    """What one more point is worth beside the first."""
    return torch.exp(scores * log(SLOPE))
