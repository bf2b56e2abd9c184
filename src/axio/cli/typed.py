"""From what a person types to a move: the notation, and shorter ways to say the same."""

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


class Wish(NamedTuple):
    """The parts of a move that were typed."""

    marks: Marks | None = None
    turned: bool = False  # the marks as they shall lie, and not just which tile
    cells: tuple[Cell, ...] = ()
    named: Colour | None = None


def understood(text: str, view: Observation) -> Sequence[Move]:
    """The moves a text may mean: one to make, or several, and then the person has to say which.

    Malformed if it is no move at all, IllegalMove if it is one that the rules do not allow here.
    """
    meant = _meant(text, view)
    if meant is None:
        raise Malformed(f"{text[:40]!r} is not a move: expected one such as `{example(view)}`")
    if isinstance(meant, Wish):
        return matching(meant, view.legal_moves)
    LegalMoves(view, view.rack).check(meant)
    return (meant,)


def wished(text: str, view: Observation) -> Wish | None:
    """What the words of a line ask for; None if they are not about a placement.

    `2 e4 f4`: the second tile of the rack, its first half on e4; `RB e4 f4` the same by its marks;
    `RG.P 2,-1 B`: a tile as it shall lie, and the colour named; any of them may be left out.
    """
    wish = Wish()
    for index, word in enumerate(re.sub(r"(?<=[0-9])-(?=[a-z])", " ", text).split()):
        if index == 0 and _RACK.fullmatch(word):
            wish = wish._replace(marks=_from_rack(int(word), view), turned=_span(view) > 1)
        elif _CELL.fullmatch(word):
            wish = wish._replace(cells=(*wish.cells, _cell(word)))
        elif _MARKS.fullmatch(word):
            wish = wish._replace(marks=word.upper(), turned=True)
        elif _NAMED.fullmatch(word):
            wish = wish._replace(named=word[-1].upper())
        else:
            return None
    return wish


def matching(wish: Wish, moves: Iterable[Move]) -> list[Place]:
    """The placements that have all that is wished for. Half a wish turns no tile."""
    return [
        move
        for move in moves
        if isinstance(move, Place)
        and (wish.marks is None or canonical(move.marks) == canonical(wish.marks))
        and set(wish.cells) <= set(move.at)
        and wish.named in (None, move.named)
    ]


def example(view: Observation) -> str:
    """A move that is legal here, to show how one is written."""
    return str(next(iter(view.legal_moves)))


def near(text: str, view: Observation) -> list[str]:
    """Legal moves close to one that is not: the same tile on one of the same cells, or much the same text."""
    try:
        meant = _meant(text, view)
    except Malformed:
        return []
    if isinstance(meant, Place):
        moves = matching(Wish(meant.marks), view.legal_moves)
        return [str(move) for move in moves if set(move.at) & set(meant.at)][:NEAR]
    return get_close_matches(text, [str(move) for move in view.legal_moves], n=NEAR, cutoff=0.75)


def _meant(text: str, view: Observation) -> Move | Wish | None:
    move = _in_notation(text)
    if move is not None:
        return move
    wish = wished(text, view)
    if wish and wish.marks and wish.turned and len(wish.cells) == _span(view):
        return Place(wish.marks, wish.cells, wish.named)
    return wish


def _in_notation(text: str) -> Move | None:
    """A move in the notation, with more patience for capitals and spaces than a record has."""
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
