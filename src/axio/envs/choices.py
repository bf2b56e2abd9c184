"""What an environment offers a seat: actions it may choose, as a mask, and what each of them means.

Where a mask over all action numbers is sensible, the choice is the action number itself. On a display it is
an index into the list of legal action numbers (ascending, padded with -1), which is part of the observation.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.encoding import GridLayout, Layout, WindowLayout

Masks: TypeAlias = npt.NDArray[np.int8]
Listed: TypeAlias = npt.NDArray[np.int32]
Actions: TypeAlias = npt.NDArray[np.int64]


class Games(Protocol):
    """Games side by side: a `Batch`, or `One`."""

    def packed_masks(self) -> Any: ...
    def legal(self) -> tuple[Any, Any]: ...


class Offer(NamedTuple):
    """The choices open in each of some games: 1 or 0 a choice, and the list behind them if there is one."""

    masks: Masks
    listed: Listed | None


class Choices(Protocol):
    """How choices are numbered."""

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
        """The same in the first game."""
        ...


class Dense:
    """A choice is an action number."""

    lists = False

    def __init__(self, layout: GridLayout) -> None:
        self.count = layout.actions
        self._layout = layout

    def offer(self, games: Games) -> Offer:
        """Every ordered pair of colours has its own whole words, then come exchange and keep."""
        plan, words = self._layout, games.packed_masks().astype("<u8", copy=False)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").view(np.int8)
        count, end = len(bits), plan.exchange
        masks = np.empty((count, plan.actions), np.int8)
        pairs = bits[:, :-64].reshape(count, plan.pairs, -1)
        masks[:, :end].reshape(count, plan.pairs, -1)[:] = pairs[..., : plan.spots]
        masks[:, end:] = bits[:, -64:-62]
        return Offer(masks, None)

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
        listed = np.full(found.shape, -1, np.int32)
        masks = np.zeros(found.shape, np.int8)
        for game, count in enumerate(counts.tolist()):
            listed[game, :count] = np.sort(found[game, :count])
            masks[game, :count] = 1
        return Offer(masks, listed)

    def actions(self, offer: Offer, chosen: npt.NDArray[np.integer]) -> Actions:
        assert offer.listed is not None
        known = (chosen >= 0) & (chosen < self.count)
        rows = np.arange(len(chosen))
        return np.where(known, offer.listed[rows, np.where(known, chosen, 0)], -1).astype(np.int64)

    def action(self, offer: Offer, chosen: int) -> int:
        assert offer.listed is not None
        return int(offer.listed[0, chosen]) if 0 <= chosen < self.count else -1


def choices_of(layout: Layout) -> Choices:
    return Dense(layout) if isinstance(layout, GridLayout) else Indexed(layout)
