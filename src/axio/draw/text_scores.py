"""Scoreboards and racks in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.position import Position
from axio.rules.tiles import Tile

from .glyphs import LOUD, LOW, QUIET, Glyphs, on_tile
from .terminal import PLAIN, Sheet, inert
from .text_display import square
from .wording import seat_name


def score_sheet(position: Position, seat: int, names: Sequence[str] | None, glyphs: Glyphs) -> Sheet:
    """One seat: its name (an arrow if it is to move, its place if the game is over), and its tracks."""
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
    return 10 + (position.game.end + 1) // 2


def _bar(sheet: Sheet, line: int, column: int, points: int, end: int, glyphs: Glyphs) -> int:
    two, one, none = glyphs.bar
    column = sheet.write(line, column, two * (points // 2) + one * (points % 2))
    return sheet.write(line, column, none * ((end + 1) // 2 - (points + 1) // 2), QUIET)


def rack_sheet(tiles: Sequence[Tile], glyphs: Glyphs) -> Sheet:
    """Tiles with their numbers."""
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
