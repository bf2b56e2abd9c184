"""The spaces of an environment, and how what a game shows becomes an observation.

An observation is a dict: `action_mask`, one byte a choice, and `observation` with the board (`planes`, or
`tiles` and `spots` of a display), the `vector` and, where choices are listed moves, `moves`, their features.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from axio.encoding import GridLayout, Layout, WindowLayout, plane_names, spot_names, tile_names, vector_names
from axio.kernel.device.shared.tables import Shown
from axio.kernel.host.stepping import BOARDS, CHOICES, Settings, move_width, width_of
from axio.rules import Malformed

from .rewards import checked_scheme

Seen: TypeAlias = dict[str, Any]  # an observation


def settings_of(
    plan: Layout, rewards: str, board: str | None, choices: str, max_choices: int | None
) -> Settings:
    """What an environment shows and rewards. A board not named is shown as suits it: a display as lists."""
    if board not in (None, *BOARDS):
        raise Malformed(f"{str(board)[:40]!r} is no way to show a board: expected {' or '.join(BOARDS)}")
    if choices not in CHOICES:
        raise Malformed(f"{str(choices)[:40]!r} are not choices: expected {' or '.join(CHOICES)}")
    if max_choices is not None and (type(max_choices) is not int or max_choices < 1):
        raise Malformed(f"max_choices is {str(max_choices)[:40]}: expected a number from 1 on, or None")
    shown = board or ("planes" if isinstance(plan, GridLayout) else "lists")
    return Settings(shown, "bytes", choices, checked_scheme(rewards), max_choices, log=True)


def action_space(plan: Layout, settings: Settings) -> spaces.Discrete:
    """The space of choices."""
    return spaces.Discrete(width_of(plan, settings.choices))


def observation_space(plan: Layout, settings: Settings) -> spaces.Dict:
    """The space of observations."""
    board = _board_parts(plan, settings).items()
    parts: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(0, high, shape, np.uint8) for name, (shape, high) in board
    }
    most = max(len(plan.game.tiles), plan.game.end)
    parts["vector"] = spaces.Box(0, most, (len(vector_names(plan)),), np.uint8)
    if settings.choices == "moves":
        largest = max(len(plan.kinds), plan.most_legal)
        parts["moves"] = spaces.Box(-1, largest, (plan.most_legal, move_width(plan)), np.int16)
    count = width_of(plan, settings.choices)
    mask = spaces.Box(0, 1, (count,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(parts), "action_mask": mask})


def observations(plan: Layout, settings: Settings, shown: Shown) -> Seen:
    """What is shown of games side by side, as a batch of observations."""
    parts: Seen = {}
    at = 0
    for name, (shape, _) in _board_parts(plan, settings).items():
        size = int(np.prod(shape))
        parts[name] = shown.boards[:, at : at + size].reshape(-1, *shape)
        at += size
    parts["vector"] = shown.vectors.view()
    if settings.choices == "moves":
        parts["moves"] = shown.moves.reshape(len(shown.moves), plan.most_legal, -1)
    return {"observation": parts, "action_mask": shown.masks.view(np.int8)}


def of_game(seen: Seen, at: int) -> Seen:
    """The observation of one of the games."""
    return {name: of_game(part, at) if isinstance(part, dict) else part[at] for name, part in seen.items()}


def copied(seen: Seen) -> Seen:
    """The same observation in arrays of its own."""
    return {name: copied(part) if isinstance(part, dict) else part.copy() for name, part in seen.items()}


def _board_parts(plan: Layout, settings: Settings) -> dict[str, tuple[tuple[int, ...], int]]:
    """The shape and the highest value of each part of the board, in the order in which it is shown."""
    if settings.boards == "planes" or not isinstance(plan, WindowLayout):
        return {"planes": ((len(plane_names(plan)), *plan.shape), 1)}
    return {
        "tiles": ((plan.most_tiles, len(tile_names(plan))), plan.side),
        "spots": ((plan.edge, len(spot_names(plan))), plan.side),
    }


def bools(masks: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
    """Masks as bools, without a copy."""
    return masks.view(np.bool_)
