"""The free spots with what a tile there would see: made once for a position, the same for every viewer."""

from __future__ import annotations

from axio.rules import Cell, Position
from axio.rules.board import DominoBoard
from axio.rules.display import CIRCLES, Display
from axio.rules.prospects import run
from axio.rules.tiles import EMPTY

from .naming import namer
from .protocol import Look, Rise, Spot


def spots(position: Position) -> list[Spot]:
    """Every spot where the seat to move may place; none where nothing is to be placed."""
    if position.over or position.asked:
        return []
    named = namer(position.game)
    board, first = position.board, position.first
    if isinstance(board, DominoBoard):
        looks = _board_looks(board, position.game.colours, first)
    else:
        looks = _display_looks(board)
    return [
        Spot(
            [named(cell) for cell in prospect.cells],
            seen,
            list(prospect.names),
            [Rise(named(up.at), up.around, list(up.ends)) for up in prospect.pyramids],
        )
        for prospect, seen in zip(board.prospects(first), looks, strict=True)
    ]


def _board_looks(board: DominoBoard, colours: str, first: bool) -> list[list[list[Look]]]:
    """Per spot and end, the runs along its rays. A ray serves every spot that has an end at its start."""
    known: dict[int, Look | None] = {}
    marks, names = board.marks, [str(cell) for cell in board.grid.cells]

    def look(ray: tuple[int, ...]) -> Look | None:
        if id(ray) not in known:
            colour = marks[ray[0]]
            cells = [names[number] for number in ray[: run(marks, ray, colour)]] if colour in colours else []
            known[id(ray)] = Look(colour, cells) if cells else None
        return known[id(ray)]

    return [
        [[seen for ray in rays if (seen := look(ray)) is not None] for rays in spot.rays]
        for spot in board.spots(first)
    ]


def _display_looks(board: object) -> list[list[list[Look]]]:
    """Per square and corner, the colours that meet there and the tiles they are on."""
    assert isinstance(board, Display)
    return [
        [_circle(board, spot.cells[0], corner) for corner in range(len(CIRCLES))]
        for spot in board.spots(first=False)
    ]


def _circle(board: Display, cell: Cell, corner: int) -> list[Look]:
    seen: dict[str, list[str]] = {}
    for step, other in CIRCLES[corner]:
        near = cell + step
        if near in board.laid and (colour := board.laid[near][other]) != EMPTY:
            seen.setdefault(colour, []).append(f"{near.column},{near.row}")
    return [Look(colour, cells) for colour, cells in seen.items()]
