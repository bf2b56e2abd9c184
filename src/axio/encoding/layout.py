"""The numbering of actions for each game and number of seats.

Domino games: `(first colour × colours + second colour) × spots + spot`, the first colour on the spot's
smaller cell; then `exchange` and `keep`.
Display games: `((column × side + row) × turns + turn) × names + name`, cells from the window's bottom left,
`turn` the shift of the held tile's text, `name` 0 for none or 1 + the colour named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeAlias

from axio.rules import Cell, Game, Malformed
from axio.rules.board import DominoBoard
from axio.rules.display import Display
from axio.rules.grid import Grid
from axio.rules.rota import OPENING, STACK
from axio.rules.tiles import Tile, distinct, orientations


@dataclass(frozen=True, eq=False)
class GridLayout:
    """The actions of dominoes on a grid: every ordered pair of colours on every spot, exchange, and keep."""

    game: Game
    grid: Grid
    kinds: tuple[Tile, ...]
    number: Mapping[Tile, int] = field(repr=False)  # of each kind
    dense = True  # a mask over all actions has a sensible size

    @cached_property
    def spots(self) -> int:
        """The number of spots."""
        return len(self.grid.spots)

    @cached_property
    def pairs(self) -> int:
        """The number of ordered pairs of colours."""
        return len(self.game.colours) ** 2

    @cached_property
    def exchange(self) -> int:
        """The action number of an exchange."""
        return self.pairs * self.spots

    @cached_property
    def keep(self) -> int:
        """The action number of keeping the rack."""
        return self.exchange + 1

    @cached_property
    def actions(self) -> int:
        """The number of actions."""
        return self.exchange + 2

    @cached_property
    def most_legal(self) -> int:
        """An upper bound on the legal actions of a position."""
        return max(2, 2 * self.game.supply.rack * self.spots)

    @cached_property
    def most_plies(self) -> int:
        """An upper bound on the moves of a game: as many tiles as cells allow, and a question after each."""
        return 2 * (len(self.grid.cells) // 2)

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The columns and rows of a plane."""
        return max(cell.column for cell in self.grid.cells), max(cell.row for cell in self.grid.cells)


@dataclass(frozen=True, eq=False)
class WindowLayout:
    """The actions on a display: every cell of a window that no game can leave, turn, and named colour."""

    game: Game
    kinds: tuple[Tile, ...]
    number: Mapping[Tile, int] = field(repr=False)
    dense = False  # hundreds of thousands of actions, of which a few hundred are legal

    @cached_property
    def reach(self) -> int:
        """The most tiles that can be placed: every stack, and the bonus placements.

        A seat earns one for each colour that reaches its end, except the last, which wins the game.
        """
        seats, stacks = self.game.seats, STACK * self.game.seats
        supply = len(self.game.tiles) - len(OPENING) - stacks
        return stacks + min(supply, (len(self.game.colours) - 1) * seats)

    @cached_property
    def side(self) -> int:
        """The side of the window: a straight line of `reach` tiles on either side of the opening square."""
        return 2 * self.reach + 2

    @cached_property
    def low(self) -> int:
        """The column and the row of the bottom left cell of the window."""
        return -self.reach

    @cached_property
    def turns(self) -> int:
        """The number of ways to turn a tile."""
        return max(len(orientations(kind)) for kind in self.kinds)

    @cached_property
    def names(self) -> int:
        """The number of ways to name a colour, no colour included."""
        return len(self.game.colours) + 1

    @cached_property
    def actions(self) -> int:
        """The number of actions."""
        return self.side**2 * self.turns * self.names

    @cached_property
    def edge(self) -> int:
        """The most empty cells beside a display: 2n + 2 for n tiles."""
        return 2 * (len(OPENING) + self.reach) + 2

    @cached_property
    def most_legal(self) -> int:
        """An upper bound on the legal actions of a position."""
        return self.edge * self.turns * len(self.game.colours)

    @cached_property
    def most_plies(self) -> int:
        """An upper bound on the moves of a game: every tile that can be placed."""
        return self.reach

    @cached_property
    def most_tiles(self) -> int:
        """The most tiles on a display."""
        return len(OPENING) + self.reach

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The columns and rows of a plane."""
        return self.side, self.side

    def cell(self, number: int) -> Cell:
        """The cell with this number in the window."""
        column, row = divmod(number, self.side)
        return Cell(column + self.low, row + self.low)

    def cell_number(self, cell: Cell) -> int:
        """The number of a cell in the window."""
        column, row = cell.column - self.low, cell.row - self.low
        if not (0 <= column < self.side and 0 <= row < self.side):
            raise Malformed(
                f"{cell.column},{cell.row} is outside the window of {self.side}×{self.side} cells"
            )
        return column * self.side + row


Layout: TypeAlias = GridLayout | WindowLayout  # the layout of any game


@cache
def layout(game: Game) -> Layout:
    """The numbering of a game's actions at its number of seats."""
    kinds = distinct(game.tiles)
    number = {kind: index for index, kind in enumerate(kinds)}
    if isinstance(game.board, DominoBoard):
        return GridLayout(game, game.board.grid, kinds, number)
    if isinstance(game.board, Display):
        return WindowLayout(game, kinds, number)
    raise Malformed(f"the board of {game.name} has no numbering of actions")
