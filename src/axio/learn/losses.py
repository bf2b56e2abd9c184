"""How far a network is from what it should have expected."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from .shelf import Drawn


def losses_of(said: Tensor, drawn: Drawn) -> Tensor:
    """Three: from the result, from the final scores, and from how the moves of one position differ. Which
    move is better is what it is asked for, and hardly shows beside how good the position is."""
    there, moves = drawn.there, drawn.there.sum()
    result = functional.binary_cross_entropy_with_logits(
        said[..., 0], drawn.expected[..., 0], there, reduction="sum"
    )
    expects = torch.cat([said[..., :1].sigmoid(), said[..., 1:]], dim=-1)
    off = (expects - drawn.expected) * there[..., None]
    usual = off.sum(dim=1, keepdim=True) / there.sum(dim=1)[:, None, None]
    apart = (off - usual) * there[..., None]
    scores = off[..., 1:].square().sum() / 2
    return torch.stack([result, scores, apart.square().sum()]) / moves
