"""A position as one SVG: board, scoreboards, rack. The SVG has no script and loads nothing."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.moves import Move
from axio.rules.position import Position

from .board import BARE, MARGIN, board, last_move, open_spots
from .layout import layout_of
from .markup import FONT, Ink, clean, element, number, own, sealed
from .pages import Canvas, Drawing, bare, narrow, wide
from .palette import THEMES, ThemeName
from .wording import description, known_rack

NARROW = 560  # pixels, below which a picture is laid out as on a phone
LEAST = 340  # below which it only becomes smaller


def svg(
    position: Position,
    *,
    theme: ThemeName = "light",
    last: Move | None = None,
    seat: int | None = None,
    spots: bool = False,
    names: Sequence[str] | None = None,
    coordinates: bool = True,
    scores: bool = True,
    board_only: bool = False,
    width: int | None = None,
) -> str:
    """Draw a position as SVG.

    `last` is the move to highlight; `seat` adds the rack of that seat where the position knows it (an
    observation always shows its viewer's rack); `spots` marks where a tile may go. `width` is in pixels;
    below 560 the picture is laid out for a phone.
    """
    ink = Ink(THEMES[theme])
    layout = layout_of(position.board, room=1 if spots else 0.6)
    under = open_spots(ink, layout, position) if spots else ""
    drawing = Drawing(
        ink,
        layout,
        position,
        names,
        board(
            ink,
            layout,
            position.board,
            labelled=coordinates,
            under=under,
            over=last_move(ink, layout, last),
        ),
        MARGIN if coordinates else BARE,
        known_rack(position, seat),
        scores,
    )
    if board_only:
        canvas = bare(drawing)
    else:
        canvas = wide(drawing) if width is None or width >= NARROW else narrow(drawing, max(width, LEAST))
    return sealed(_document(drawing, canvas, width))


def _document(drawing: Drawing, canvas: Canvas, width: int | None) -> str:
    position = drawing.position
    seats = f"{position.game.seats} seat" + "s" * (position.game.seats > 1)
    return element(
        "svg",
        element("title", clean(f"{position.game.name}, {seats}"), id=own("title")),
        element("desc", clean(description(position, drawing.names)), id=own("desc")),
        drawing.ink.definitions(),
        canvas.body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(canvas.width)} {number(canvas.height)}",
        width=width,
        height=None if width is None else round(width * canvas.height / canvas.width),
        role="img",
        aria_labelledby=f"{own('title')} {own('desc')}",
        font_family=FONT,
    )
