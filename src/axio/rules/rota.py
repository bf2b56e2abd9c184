"""AXIO rota: square tiles with four corners, a display without bound, a stack for each seat."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from .cells import Cell
from .display import Display
from .game import Game
from .tiles import EMPTY, Tile, canonical, in_order, orientations

if TYPE_CHECKING:
    from .draft import Draft

COLOURS = "RGBOP"
STACK = 12
# The opening square in the order it is drawn, and for each tile the corner that points to the centre.
OPENING = ((Cell(0, 1), 2), (Cell(1, 1), 3), (Cell(1, 0), 0), (Cell(0, 0), 1))


def rota_tiles() -> tuple[Tile, ...]:
    """Every ring of four colours, and for each three colours every choice of the one opposite a gap."""
    full = {canonical("".join(ring)) for ring in permutations(COLOURS, 4)}
    gapped = [_gapped(opposite, set(three)) for three in combinations(COLOURS, 3) for opposite in three]
    return in_order([*full, *gapped])


def _gapped(opposite: str, three: set[str]) -> Tile:
    """Clockwise from the gap comes the side colour from which the other is one or two steps ahead."""
    a, b = sorted(three - {opposite}, key=COLOURS.index)
    ahead = (COLOURS.index(b) - COLOURS.index(a)) % len(COLOURS)
    first, second = (a, b) if ahead in (1, 2) else (b, a)
    return canonical(EMPTY + first + opposite + second)


@dataclass(frozen=True)
class StackSupply:
    """Every seat holds the top tile of its own stack; bonus tiles come from what was not dealt."""

    rack: int = 1
    exchanges: bool = False

    def deal(self, draft: Draft) -> None:
        draft.board = Display.of(COLOURS, {cell: _facing(draft.draw(), corner) for cell, corner in OPENING})
        for seat in range(draft.game.seats):
            draft.stacks[seat] = tuple(draft.draw() for _ in range(STACK))
        for seat in range(draft.game.seats):
            self._take_top(draft, seat)

    def bonus(self, draft: Draft) -> None:
        """Bonus tiles are drawn unseen, one by one; those that find the supply empty lapse."""
        if draft.bag:
            draft.draw_to_rack(draft.seat, 1)
        else:
            draft.owed = 0

    def offers_exchange(self, draft: Draft) -> bool:
        return False

    def exchange(self, draft: Draft) -> None:
        raise AssertionError("never offered")

    def refill(self, draft: Draft) -> None:
        self._take_top(draft, draft.seat)

    def _take_top(self, draft: Draft, seat: int) -> None:
        stack = draft.stacks[seat]
        draft.stacks[seat] = stack[1:]
        draft.add_to_rack(seat, stack[:1])


def _facing(tile: Tile, corner: int) -> str:
    """The tile turned so that its empty corner is the given one; as it reads if it has none."""
    return next((turned for turned in orientations(tile) if turned[corner] == EMPTY), tile)


def rota(seats: int) -> Game:
    return Game(
        name="rota",
        title="AXIO rota",
        seats=seats,
        colours=COLOURS,
        tiles=rota_tiles(),
        board=Display.of(COLOURS, {}),
        supply=StackSupply(),
        stops=(12,),
        bonus=True,
        ending="stacks",
    )
