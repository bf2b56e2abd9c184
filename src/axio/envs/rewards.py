"""Rewards. `outcome` rewards a seat once, at the end; `low` whenever its lowest colour rises; `tracks` with a
vector, the rise of every colour.

The outcome of a seat is the share of rivals it beat minus the share that beat it: 1 for a sole winner, -1 for
a sole loser; the outcomes of all seats add up to 0. In a solo game it is the lowest colour. Summed over a
game, `low` is the lowest colour of a seat at the end, and so is the lowest entry of the summed `tracks`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from axio.rules import Game, Malformed

SCHEMES = ("outcome", "low", "tracks")


def checked_scheme(rewards: str) -> str:
    """The rewards, if there are such."""
    if rewards not in SCHEMES:
        raise Malformed(f"{str(rewards)[:40]!r} are not rewards: expected one of {', '.join(SCHEMES)}")
    return rewards


def reward_space(game: Game, rewards: str, illegal_reward: float = 0.0) -> spaces.Box | None:
    """The space of reward vectors, one entry a colour; None where rewards are numbers."""
    if rewards != "tracks":
        return None
    low, high = min(0.0, illegal_reward), max(float(game.end), illegal_reward)
    return spaces.Box(low, high, (len(game.colours),), np.float32)


def number(reward: np.float32, seats: int) -> float:
    """A reward as Python's float: a whole number of shares of the rivals, which single precision cuts."""
    rivals = max(seats - 1, 1)
    return round(float(reward) * rivals) / rivals


def shares(places: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
    """The share of rivals beaten minus the share that did better. Places are on the last axis, 1 is best."""
    own, others = places[..., :, None].astype(np.int64), places[..., None, :].astype(np.int64)
    return np.asarray(np.sign(others - own).sum(axis=-1) / (places.shape[-1] - 1), np.float64)
