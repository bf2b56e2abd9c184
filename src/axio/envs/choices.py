"""What an environment offers a seat: its spaces, the choices open now as a mask, and the action behind each.

Where a mask over all action numbers is of a sensible size, a choice is the action number itself. On a display
a choice is an index into the list of legal action numbers (ascending, padded with -1), which is part of the
observation.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from axio.encoding import GridLayout, Layout, WindowLayout, plane_names, vector_names
from axio.kernel.machine import lowest_bit

Masks: TypeAlias = npt.NDArray[np.int8]
Listed: TypeAlias = npt.NDArray[np.int32]
Actions: TypeAlias = npt.NDArray[np.int64]
_ONE = np.uint64(1)
_lowest: Any = lowest_bit  # numba's types say nothing of how it is called


class Games(Protocol):
    """Games side by side: a `Batch` or a `KernelGame`."""

    def packed_masks(self) -> Any: ...
    def legal(self) -> tuple[Any, Any]: ...


class Offer(NamedTuple):
    """The choices open in each of several games, as a mask and, on a display, as a list of actions."""

    masks: Masks
    listed: Listed | None


class Choices(Protocol):
    """A numbering of choices."""

    @property
    def count(self) -> int: ...

    @property
    def lists(self) -> bool:
        """Whether the observation holds the list of legal actions."""
        ...

    def offer(self, games: Games) -> Offer: ...
    def actions(self, offer: Offer, chosen: npt.NDArray[np.integer]) -> Actions:
        """The action numbers of what was chosen; -1 where there is no such choice."""
        ...

    def action(self, offer: Offer, chosen: int) -> int:
        """The action number of a choice in the first game; -1 where there is no such choice."""
        ...


class Dense:
    """A choice is an action number."""

    lists = False

    def __init__(self, layout: GridLayout) -> None:
        self.count = layout.actions
        self._unpack = Unpacker(layout)

    def offer(self, games: Games) -> Offer:
        return Offer(self._unpack(games.packed_masks()), None)

    def actions(self, offer: Offer, chosen: npt.NDArray[np.integer]) -> Actions:
        return chosen.astype(np.int64)

    def action(self, offer: Offer, chosen: int) -> int:
        return chosen


class Indexed:
    """A choice is an index into the list of legal actions."""

    lists = True

    def __init__(self, layout: WindowLayout) -> None:
        self.count = layout.most_legal

    def offer(self, games: Games) -> Offer:
        found, counts = games.legal()
        for game, count in enumerate(counts.tolist()):
            found[game, :count].sort()
        listed = found.astype(np.int32)
        return Offer((listed >= 0).view(np.int8), listed)

    def actions(self, offer: Offer, chosen: npt.NDArray[np.integer]) -> Actions:
        assert offer.listed is not None
        known = (chosen >= 0) & (chosen < self.count)
        rows = np.arange(len(chosen))
        return np.where(known, offer.listed[rows, np.where(known, chosen, 0)], -1).astype(np.int64)

    def action(self, offer: Offer, chosen: int) -> int:
        assert offer.listed is not None
        return int(offer.listed[0, chosen]) if 0 <= chosen < self.count else -1


def choices_of(layout: Layout) -> Choices:
    """The numbering that suits a layout."""
    return Dense(layout) if isinstance(layout, GridLayout) else Indexed(layout)


@numba.njit(cache=True, nogil=True)
def _unpack(words: Any, masks: Any, spots: int) -> None:
    """Set a byte for every bit.

    Each ordered pair of colours fills whole words; exchange and keep are last.
    """
    each = (spots + 63) // 64
    last = words.shape[1] - 1
    for game in range(words.shape[0]):
        for at in range(words.shape[1]):
            word, pair = words[game, at], at // each
            start = pair * spots + (at - pair * each) * 64
            if at == last:
                start = masks.shape[1] - 2
            while word:
                masks[game, start + _lowest(word)] = 1
                word &= word - _ONE


class Unpacker:
    """Turns the packed masks of a layout into one byte for each action."""

    def __init__(self, layout: GridLayout) -> None:
        self._spots, self._actions = layout.spots, layout.actions
        types = tuple(map(numba.typeof, (np.zeros((1, 1), np.uint64), np.zeros((1, 1), np.int8), 1)))
        _unpack.compile(types)
        self._call = _unpack.get_overload(types)  # looking the types up takes longer than the call

    def __call__(self, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.int8]:
        masks = np.zeros((len(words), self._actions), np.int8)
        self._call(words, masks, self._spots)
        return masks


def action_space(choices: Choices) -> spaces.Discrete:
    """The space of choices."""
    return spaces.Discrete(choices.count)


def observation_space(layout: Layout, choices: Choices) -> spaces.Dict:
    """The space of observations: planes, vector, on a display the legal actions, and the `action_mask`."""
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
