"""Legal actions as masks: one bool for each action, or packed in 64-bit words.

In a packed mask every ordered pair of colours has whole words of its own, with one bit for each spot from the
lowest up; the last word holds `exchange` and `keep`. The kernel stores masks this way.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axio.rules import Malformed, Observation, State

from .actions import legal_actions
from .layout import GridLayout, Layout, layout

Words = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]


def spot_words(plan: GridLayout) -> int:
    """The number of words that hold one bit for each spot."""
    return -(-plan.spots // 64)


def mask_words(plan: Layout) -> int:
    """The number of words in a packed mask."""
    return _dense(plan).pairs * spot_words(_dense(plan)) + 1


def mask(position: State | Observation) -> Bools:
    """A bool for each action: whether it is legal."""
    plan = _dense(layout(position.game))
    allowed = np.zeros(plan.actions, np.bool_)
    allowed[legal_actions(position)] = True
    return allowed


def pack(plan: Layout, masks: Bools) -> Words:
    """Masks as packed words. The last axis is that of the actions."""
    plan = _dense(plan)
    lead = masks.shape[:-1]
    bits = np.zeros((*lead, plan.pairs, spot_words(plan) * 64), np.bool_)
    bits[..., : plan.spots] = masks[..., : plan.exchange].reshape(*lead, plan.pairs, plan.spots)
    tail = np.zeros((*lead, 64), np.bool_)
    tail[..., :2] = masks[..., plan.exchange :]
    joined = np.concatenate([bits.reshape(*lead, -1), tail], axis=-1)
    packed: Words = np.packbits(joined, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)
    return packed


def expand(plan: Layout, words: Words) -> Bools:
    """Packed masks as bools, one for each action."""
    plan = _dense(plan)
    lead = words.shape[:-1]
    raw = np.ascontiguousarray(words.astype("<u8", copy=False)).view(np.uint8)
    bits = np.unpackbits(raw, axis=-1, bitorder="little").astype(np.bool_)
    spots = bits[..., :-64].reshape(*lead, plan.pairs, -1)[..., : plan.spots]
    return np.concatenate([spots.reshape(*lead, -1), bits[..., -64:-62]], axis=-1)


def _dense(plan: Layout) -> GridLayout:
    if isinstance(plan, GridLayout):
        return plan
    raise Malformed(f"a mask over {plan.actions} actions is absurd: use the list of legal actions")
