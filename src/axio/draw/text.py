"""A position as text for the terminal: board, scoreboards, rack."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.moves import Move
from axio.rules.position import Position
from axio.rules.tiles import Tile

from .terminal import ASCII, LOUD, LOW, PLAIN, QUIET, UNICODE, Glyphs, Sheet, inert, on_tile
from .text_board import board_sheet, square
from .wording import known_rack, seat_name

WIDTH = 80  # columns that every terminal has
GAP = 3


def text(
    position: Position,
    *,
    colour: bool = True,
    ascii: bool = False,  # noqa: A002  # the natural name for callers
    last: Move | None = None,
    seat: int | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """Draw a position in characters, all lines equally wide.

    `colour` uses a terminal's 256 colours, `ascii` letters instead of symbols. `last` is the move to
    highlight; `seat` adds the rack of that seat where the position knows it (an observation always shows its
    viewer's rack).
    """
    glyphs = ASCII if ascii else UNICODE
    sheet = board_sheet(position.board, glyphs, last)
    scores = [score_sheet(position, each, names, glyphs) for each in range(position.game.seats)]
    if sheet.width + GAP + scores[0].width <= WIDTH:
        _beside(sheet, scores)
    else:
        _below(sheet, scores)
    if tiles := known_rack(position, seat):
        sheet.stamp(sheet.height + 1, 1, rack_sheet(tiles, glyphs))
    return "\n".join(sheet.lines(colour=colour))


def _beside(sheet: Sheet, scores: Sequence[Sheet]) -> None:
    """Put the scores to the right of the board, one below the other."""
    line, column = 0, sheet.width + GAP
    for score in scores:
        sheet.stamp(line, column, score)
        line += score.height + 1


def _below(sheet: Sheet, scores: Sequence[Sheet]) -> None:
    """Put the scores below the board, side by side as far as they fit."""
    top, step = sheet.height + 1, scores[0].width + 1
    fitting = max(1, WIDTH // step)
    for index, score in enumerate(scores):
        down, right = divmod(index, fitting)
        sheet.stamp(top + down * (score.height + 1), right * step, score)


def score_sheet(position: Position, seat: int, names: Sequence[str] | None, glyphs: Glyphs) -> Sheet:
    """The scores of a seat: its name, an arrow if it is to move or its place at the end, and its tracks."""
    sheet, game = Sheet(), position.game
    width = score_width(position)
    moving, over = position.to_move == seat, position.outcome
    lead = f"{over.ranking[seat]}." if over and game.seats > 1 else glyphs.turn if moving else ""
    sheet.write(0, 0, f"{lead:<2}", LOUD)
    sheet.write(0, 2, inert(seat_name(names, seat), width - 2), LOUD if moving or over else PLAIN)
    tracks = position.tracks[seat]
    for line, (colour, points) in enumerate(zip(game.colours, tracks, strict=True), start=1):
        lowest = points == min(tracks)
        sheet.write(line, 0, f" {glyphs.marks[colour]} ", on_tile(colour))
        sheet.write(line, 3, f" {points:>2} ", LOW if lowest else PLAIN)
        end = _bar(sheet, line, 8, points, game.end, glyphs)
        sheet.write(line, end, f" {glyphs.low}" if lowest else "  ", LOUD)
    return sheet


def score_width(position: Position) -> int:
    """The columns that the scores of a seat take."""
    return 10 + (position.game.end + 1) // 2


def _bar(sheet: Sheet, line: int, column: int, points: int, end: int, glyphs: Glyphs) -> int:
    two, one, none = glyphs.bar
    column = sheet.write(line, column, two * (points // 2) + one * (points % 2))
    return sheet.write(line, column, none * ((end + 1) // 2 - (points + 1) // 2), QUIET)


def rack_sheet(tiles: Sequence[Tile], glyphs: Glyphs) -> Sheet:
    """The tiles of a rack with their numbers."""
    sheet = Sheet()
    column = sheet.write(0, 0, "Rack  ", LOUD)
    for number, tile in enumerate(tiles, start=1):
        column = sheet.write(0, column, f"{number} ", QUIET)
        if len(tile) > 2:
            square(sheet, 0, column, tile, glyphs)
        else:
            sheet.write(0, column, "     ", on_tile(tile[0]))
            for right, mark in enumerate(tile):
                sheet.write(0, column + 1 + 2 * right, glyphs.marks[mark], on_tile(mark))
        column += 8
    return sheet
