"""The spaces of an environment: what is seen, and what can be chosen."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from axio.encoding import Layout, plane_names, vector_names

from .choices import Choices


def action_space(choices: Choices) -> spaces.Discrete:
    return spaces.Discrete(choices.count)


def observation_space(layout: Layout, choices: Choices) -> spaces.Dict:
    """`observation` with planes, vector and, on a display, the legal actions; beside it the `action_mask`."""
    most = max(len(layout.game.tiles), layout.game.end)
    parts: dict[str, spaces.Space[Any]] = {
        "planes": spaces.Box(0, 1, (len(plane_names(layout)), *layout.shape), np.uint8),
        "vector": spaces.Box(0, most, (len(vector_names(layout)),), np.uint8),
    }
    if choices.lists:
        parts["actions"] = spaces.Box(-1, layout.actions - 1, (choices.count,), np.int32)
    return spaces.Dict(
        {
            "observation": spaces.Dict(parts),
            "action_mask": spaces.Box(0, 1, (choices.count,), np.int8),
        }
    )
