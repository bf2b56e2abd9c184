"""Positions of all stages, as tensors and as states."""

from __future__ import annotations

import numpy as np
from torch import Tensor

from axio.learn.field import Field
from axio.learn.form import form_of
from axio.learn.network import Network

SEATS = (1, 2, 3, 4)


def played(game: str, seats: int, n: int = 6, plies: int = 15) -> Field:
    """Games that have been going on for a while."""
    field = Field(game, seats, n, seats, "cpu")
    field.batch.random_steps(plies)
    return field


def shaken(game: str, blocks: int = 1) -> Network:
    """A network none of whose weights is at rest."""
    network = Network(form_of(game), 8, blocks, 2)
    for number, parameter in enumerate(network.parameters()):
        noise = np.random.default_rng(number).normal(0, 0.1, tuple(parameter.shape))
        parameter.data += Tensor(noise)
    return network
