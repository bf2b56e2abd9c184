"""Free squares around a display. A spot's key is its cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from axio.rules import Cell
from axio.rules.display import CIRCLES, Display
from axio.rules.tiles import EMPTY
from axio.server.protocol import Look, Spot

_encode = msgspec.json.Encoder().encode
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


def keys(board: Display, first: bool) -> Sequence[Cell]:
    return sorted(board.edge)


def looks(board: Display, old: Display | None, seen: None) -> None:
    """A square's circles are its own."""


def texts(board: Display, cells: Iterable[Cell], seen: None) -> list[bytes]:
    """Per square and corner, the colours that meet there and the tiles they are on."""
    return [
        _encode(
            Spot(
                [f"{cell.column},{cell.row}"],
                [_circle(board, cell, corner) for corner in range(len(CIRCLES))],
                list(board.edge[cell]),
                [],
            )
        )
        for cell in cells
    ]


def changed(old: Display, new: Display) -> set[Cell]:
    """The squares around every tile that lies on one display only."""
    tiles = {cell for cell, _ in old.laid.items() ^ new.laid.items()}
    return {Cell(x + dx, y + dy) for x, y in tiles for dx, dy in _AROUND}


def _circle(board: Display, cell: Cell, corner: int) -> list[Look]:
    seen: dict[str, list[str]] = {}
    laid, (x, y) = board.laid, cell
    for (dx, dy), other in CIRCLES[corner]:
        near = (x + dx, y + dy)
        if near in laid and (colour := laid[near][other]) != EMPTY:  # type: ignore[index]  # equal to a cell
            seen.setdefault(colour, []).append(f"{near[0]},{near[1]}")
    return [Look(colour, cells) for colour, cells in seen.items()]
