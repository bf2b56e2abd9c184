"""What a person types as a move: the notation, and shorter forms of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from axio.rules import Cell, LegalMoves, Malformed, Move, Observation, Place, parse_cell, parse_move
from axio.rules.tiles import Colour, Marks, canonical

_HALVES = re.compile(r"([rgbopy])([a-z][0-9]+)\s*-?\s*([rgbopy])([a-z][0-9]+)", re.IGNORECASE)
_CELL = re.compile(r"[a-z][0-9]{1,4}|-?[0-9]{1,4},-?[0-9]{1,4}", re.IGNORECASE)
_MARKS = re.compile(r"[rgbopy.]{2}|[rgbopy.]{4}", re.IGNORECASE)
_NAMED = re.compile(r"=?[rgbopy]", re.IGNORECASE)
_RACK = re.compile(r"[0-9]{1,4}")
NEAR = 3  # suggestions at a time


class MoveParts(NamedTuple):
    """The parts of a move that were typed."""

    marks: Marks | None = None
    turned: bool = False  # the marks are in the order they should lie, and do not just name the tile
    cells: tuple[Cell, ...] = ()
    named: Colour | None = None


def understood(text: str, view: Observation) -> Sequence[Move]:
    """The moves that a text may mean: one to make, or several to choose from.

    Raises Malformed if it is not a move at all, and IllegalMove if the rules do not allow it here.
    """
    meant = _meant(text, view)
    if meant is None:
        raise Malformed(f"{text[:40]!r} is not a move: expected one such as `{example(view)}`")
    if isinstance(meant, MoveParts):
        return matching(meant, view.legal_moves)
    LegalMoves(view, view.rack).check(meant)
    return (meant,)


def parts_of(text: str, view: Observation) -> MoveParts | None:
    """The parts of a placement in a line; None if the line is not about a placement.

    `2 e4 f4` is the second tile of the rack with its first half on e4; `RB e4 f4` names the tile by its
    marks; `RG.P 2,-1 B` is a tile as it should lie, and the colour named. Any part may be left out.
    """
    parts = MoveParts()
    for index, word in enumerate(re.sub(r"(?<=[0-9])-(?=[a-z])", " ", text).split()):
        if index == 0 and _RACK.fullmatch(word):
            parts = parts._replace(marks=_from_rack(int(word), view), turned=_span(view) > 1)
        elif _CELL.fullmatch(word):
            parts = parts._replace(cells=(*parts.cells, _cell(word)))
        elif _MARKS.fullmatch(word):
            parts = parts._replace(marks=word.upper(), turned=True)
        elif _NAMED.fullmatch(word):
            parts = parts._replace(named=word[-1].upper())
        else:
            return None
    return parts


def matching(parts: MoveParts, moves: Iterable[Move]) -> list[Place]:
    """The placements that have all of the parts, whichever way the tile is turned."""
    return [
        move
        for move in moves
        if isinstance(move, Place)
        and (parts.marks is None or canonical(move.marks) == canonical(parts.marks))
        and set(parts.cells) <= set(move.at)
        and parts.named in (None, move.named)
    ]


def example(view: Observation) -> str:
    """A legal move, to show how a move is written."""
    return str(next(iter(view.legal_moves)))


def near(text: str, view: Observation) -> list[str]:
    """Legal moves near an illegal one: the same tile on one of the same cells, or a similar text."""
    try:
        meant = _meant(text, view)
    except Malformed:
        return []
    if isinstance(meant, Place):
        moves = matching(MoveParts(meant.marks), view.legal_moves)
        return [str(move) for move in moves if set(move.at) & set(meant.at)][:NEAR]
    return get_close_matches(text, [str(move) for move in view.legal_moves], n=NEAR, cutoff=0.75)


def _meant(text: str, view: Observation) -> Move | MoveParts | None:
    move = _in_notation(text)
    if move is not None:
        return move
    parts = parts_of(text, view)
    if parts and parts.marks and parts.turned and len(parts.cells) == _span(view):
        return Place(parts.marks, parts.cells, parts.named)
    return parts


def _in_notation(text: str) -> Move | None:
    """A move in the notation, with any capitals and spaces."""
    halves = _HALVES.fullmatch(text)
    if halves:
        first, at, second, to = halves.groups()
        spelling = f"{first.upper()}{at.lower()}-{second.upper()}{to.lower()}"
    else:
        spelling = text.replace(" ", "").upper() if "@" in text else text.lower()
    try:
        return parse_move(spelling)
    except Malformed:
        return None


def _from_rack(number: int, view: Observation) -> Marks:
    if not 1 <= number <= len(view.rack):
        raise Malformed(f"there is no tile {number} on the rack: expected 1 to {len(view.rack)}")
    return view.rack[number - 1]


def _span(view: Observation) -> int:
    """How many cells a tile covers here."""
    return len(view.board.spots(first=False)[0].cells)


def _cell(word: str) -> Cell:
    if "," in word:
        x, y = word.split(",")
        return Cell(int(x), int(y))
    return parse_cell(word.lower())
