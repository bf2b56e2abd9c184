"""Tiles from a common bag to everyone's rack, with the exchange of a rack that serves no lowest colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .events import RackExchanged
from .tiles import Tile
from .tracks import Tracks

if TYPE_CHECKING:
    from .draft import Draft


@dataclass(frozen=True)
class BagSupply:
    """Every seat draws its rack from the bag and refills it at the end of its turn."""

    rack: int
    exchanges: bool

    def deal(self, draft: Draft) -> None:
        for seat in range(draft.game.seats):
            draft.draw_to_rack(seat, self.rack)

    def bonus(self, draft: Draft) -> None:
        """A bonus tile is one of those left on the rack: nothing is drawn."""

    def offers_exchange(self, draft: Draft) -> bool:
        if not self.exchanges or len(draft.bag) < self.rack:
            return False
        return not serves(draft.racks[draft.seat], draft.tracks[draft.seat], draft.game.colours)

    def exchange(self, draft: Draft) -> None:
        shown = draft.rack
        draft.racks[draft.seat] = ()
        draft.tell(RackExchanged, draft.seat, shown)
        draft.draw_to_rack(draft.seat, self.rack)
        draft.put_back(shown)

    def refill(self, draft: Draft) -> None:
        draft.draw_to_rack(draft.seat, self.rack - len(draft.rack))


def serves(rack: tuple[Tile, ...], tracks: Tracks, colours: str) -> bool:
    """Whether any tile shows one of the lowest colours."""
    least, shown = min(tracks), "".join(rack)
    for colour, score in zip(colours, tracks, strict=True):  # noqa: SIM110  # asked after every placement
        if score == least and colour in shown:
            return True
    return False
