"""A position as text for the terminal: board, scoreboards, rack."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.moves import Move
from axio.rules.position import Position

from .glyphs import ASCII, UNICODE
from .terminal import Sheet
from .text_board import board_sheet
from .text_scores import rack_sheet, score_sheet
from .wording import known_rack

WIDTH = 80  # columns a terminal surely has
GAP = 3


def text(
    position: Position,
    *,
    colour: bool = True,
    ascii: bool = False,  # noqa: A002  # what it is, to whoever calls
    last: Move | None = None,
    seat: int | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """Draw a position in characters, all lines equally wide.

    `colour` uses a terminal's 256 colours, `ascii` letters instead of symbols. `last` is the move to point
    out; `seat` adds that seat's rack where the position knows it (an observation shows its viewer's anyway).
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
    """One below the other, to the right of the board."""
    line, column = 0, sheet.width + GAP
    for score in scores:
        sheet.stamp(line, column, score)
        line += score.height + 1


def _below(sheet: Sheet, scores: Sequence[Sheet]) -> None:
    """Side by side under the board, as many as fit."""
    top, step = sheet.height + 1, scores[0].width + 1
    fitting = max(1, WIDTH // step)
    for index, score in enumerate(scores):
        down, right = divmod(index, fitting)
        sheet.stamp(top + down * (score.height + 1), right * step, score)
