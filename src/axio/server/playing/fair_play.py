"""Fair play: nobody has a board analysed, or practises on it, that they are playing on.

Boards are alike if most marks are the same after one of them is turned, mirrored or moved, and its colours
are exchanged for each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import product
from typing import TypeAlias

from sqlalchemy import Select, or_, select

from axio.rules import Position
from axio.rules.board import DominoBoard
from axio.rules.grid import Direction
from axio.rules.laying import Board
from axio.rules.tiles import EMPTY
from axio.server.errors import Denied, NotFound
from axio.server.protocol import Person
from axio.server.store import seats, tables
from axio.server.table.day import today

from .game_service import GameService

ALIKE = 0.8  # of the marks of the fuller board

Point: TypeAlias = tuple[int, int]
Marked: TypeAlias = Mapping[Point, str]
Symmetry: TypeAlias = tuple[int, int, int, int]  # a matrix, row by row

_SIDES: tuple[Direction, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
_CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))  # of a tile, clockwise from the top left


async def check_fair_play(game_service: GameService, person: Person, position: Position) -> None:
    """Denied if this person plays a game with such a board, or the deal of today."""
    async with game_service.table_cache.engine.connect() as connection:
        names = [*await connection.scalars(_own_games(person, position.game.name))]
    for name in names:
        try:
            live = await game_service.table_cache.find(name)
        except NotFound:  # it was removed in this moment
            continue
        if game_service.settings.shared:
            await game_service.follow(live)
        if alike(live.table.history.state.board, position.board):
            raise Denied("playing_this")


def _own_games(person: Person, game: str) -> Select[tuple[str]]:
    """The games in which this person has a seat, or may come back to one; and today's daily deal."""
    mine = select(seats.c.table_id).where(or_(seats.c.person == person, seats.c.left_by == person))
    going = tables.c.began.is_not(None) & tables.c.over.is_(False)
    of_today = tables.c.daily == today().isoformat()
    return select(tables.c.id).where(tables.c.game == game, tables.c.id.in_(mine), or_(going, of_today))


def alike(one: Board, other: Board) -> bool:
    """Whether two boards of a game are nearly the same."""
    return alike_marks(marks_of(one), marks_of(other), ways_of(other))


def alike_marks(one: Marked, other: Marked, ways: tuple[Direction, ...]) -> bool:
    """Whether marks on boards with these directions are nearly the same."""
    enough = ALIKE * max(len(one), len(other))
    if min(len(one), len(other)) < enough:
        return False
    return any(_agreeing(one, seen) >= enough for seen in _seen_otherwise(one, other, ways))


def marks_of(board: Board) -> Marked:
    """Every mark of the tiles by its place, seen from the middle of the board."""
    if isinstance(board, DominoBoard):
        column, row = board.grid.cells[len(board.grid.cells) // 2]  # boards are symmetric
        marked = [
            (cell, mark) for place in board.tiles for cell, mark in zip(place.at, place.marks, strict=True)
        ]
        return {(cell.column - column, cell.row - row): mark for cell, mark in marked}
    return {
        (4 * place.at[0].column + x - 2, 4 * place.at[0].row + y - 2): mark
        for place in board.tiles
        for (x, y), mark in zip(_CORNERS, place.marks, strict=True)
    }


def ways_of(board: Board) -> tuple[Direction, ...]:
    """The directions in which cells of a board have neighbours."""
    return board.grid.directions if isinstance(board, DominoBoard) else _SIDES


def _seen_otherwise(fixed: Marked, marked: Marked, ways: tuple[Direction, ...]) -> Iterator[Marked]:
    """A board turned and mirrored in every way: as it lies, and moved to where the fixed one lies."""
    for a, b, c, d in symmetries(ways):
        turned = {(a * x + b * y, c * x + d * y): mark for (x, y), mark in marked.items()}
        yield turned
        (left, low), (x, y) = _least(fixed), _least(turned)
        if (left, low) != (x, y):
            yield {(px + left - x, py + low - y): mark for (px, py), mark in turned.items()}


def _least(points: Collection[Point]) -> Point:
    return min((x for x, _ in points), default=0), min((y for _, y in points), default=0)


@cache
def symmetries(ways: tuple[Direction, ...]) -> tuple[Symmetry, ...]:
    """The matrices that map the directions of a board onto each other."""
    found = []
    for (a, c), (b, d) in product(ways, repeat=2):
        if {(a * x + b * y, c * x + d * y) for x, y in ways} == {*ways}:
            found.append((a, b, c, d))
    return tuple(found)


def _agreeing(one: Marked, other: Marked) -> int:
    """How many marks are the same, if each colour of one board stands for its best match on the other."""
    pairs = Counter((mark, other[at]) for at, mark in one.items() if at in other)
    agreed, left, right = 0, {EMPTY}, {EMPTY}
    for (mine, theirs), count in pairs.most_common():
        if mine == theirs == EMPTY:
            agreed += count
        elif mine not in left and theirs not in right:
            agreed += count
            left.add(mine)
            right.add(theirs)
    return agreed
