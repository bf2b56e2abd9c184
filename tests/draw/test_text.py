"""The terminal picture stays aligned, in colour and without."""

import re
import unicodedata
from collections import Counter

import pytest

from axio.draw import text
from axio.draw.terminal import UNICODE
from axio.rules import Place, deal
from axio.rules.tiles import EMPTY

from .positions import GAMES, MOMENTS, played

ANSI = re.compile(r"\x1b\[[0-9;]*m")


NAMES = ["Ada", "名前の長い人です", "e\u0301", "x" * 99]


def wide(line: str) -> int:
    """How many columns a line takes."""
    shown = (char for char in line if not unicodedata.combining(char))
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in shown)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_lines_are_equally_wide_and_fit_a_terminal(name: str, seats: int, moment: str) -> None:
    """At most 80 by 40 (a display may grow beyond), and colour adds no column."""
    state, last = played(name, seats, MOMENTS[moment])
    plain = text(state, colour=False, last=last, seat=0, names=NAMES)
    lines = plain.split("\n")
    assert len(set(map(wide, lines))) == 1
    if getattr(state.board, "grid", None):
        assert wide(lines[0]) <= 80
        assert len(lines) <= 40
    coloured = text(state, last=last, seat=0, names=NAMES)
    assert ANSI.sub("", coloured) == plain


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_symbol_is_shown(name: str, seats: int) -> None:
    """Symbols on tiles and printed spaces, one for each track, and the pyramids."""
    state, last = played(name, seats, MOMENTS["middle"])
    shown = Counter(text(state, colour=False, last=last))
    marks = Counter("".join(place.marks for place in state.board.tiles).replace(EMPTY, ""))
    grid = getattr(state.board, "grid", None)
    marks += Counter(grid.printed.values() if grid else ())
    marks += Counter(state.game.colours * seats)
    assert {mark: shown[UNICODE.marks[mark]] for mark in state.game.colours} == dict(marks)
    assert shown[UNICODE.pyramid] == len(state.board.pyramids)
    assert shown[UNICODE.low] == sum(tracks.count(min(tracks)) for tracks in state.tracks)
    assert ("[" in shown) == isinstance(last, Place)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_ascii_holds_nothing_else(name: str, seats: int) -> None:
    """Letters stand for symbols where a terminal has no others."""
    state, last = played(name, seats, MOMENTS["middle"])
    assert text(state, ascii=True, last=last, seat=0).isascii()


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_rack_is_shown_only_to_who_knows_it(name: str, seats: int) -> None:
    state, _ = played(name, seats, 6)
    for seat in range(seats):
        assert "Rack" in text(state, seat=seat)
        for viewer in (*range(seats), None):
            assert ("Rack" in text(state.observe(viewer), seat=seat)) == (viewer == seat)
    assert "Rack" not in text(state)
    assert "Rack" in text(state.observe(0))


def test_a_name_cannot_steer_the_terminal() -> None:
    """Control and escape characters never leave."""
    state = deal("axio", seats=2, seed="7")
    drawn = text(state, colour=False, names=["\x1b[2J\x07boo\r\n", "\u202e\u0000x"])
    assert not any(unicodedata.category(char)[0] == "C" for char in drawn.replace("\n", ""))
    assert "boo" in drawn


def test_a_known_position_looks_like_this() -> None:
    """Squares with their coordinates, the printed spaces in brackets; a box around each square tile."""
    axio = text(deal("axio", seats=2, seed="7"), colour=False, ascii=True).split("\n")
    assert axio[0].startswith(" 9  .   .   .   .  (R)  .   .   .   .    > Seat 0")
    assert axio[4].startswith(" 5 (O)  .   .   .  (P)  .   .   .  (G)")
    assert axio[9].startswith("    a   b   c   d   e   f   g   h   i ")
    rota = text(deal("rota", seats=2, seed="7"), colour=False, ascii=True).split("\n")
    assert [line[:17] for line in rota[:8]] == [
        "    +-----+-----+",
        "  1 | R P | R B |",
        "    | G B | G P |",
        "    +-----+-----+",
        "  0 | R G | . O |",
        "    | O B | R B |",
        "    +-----+-----+",
        "       0     1   ",
    ]
