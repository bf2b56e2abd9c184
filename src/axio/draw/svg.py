"""A position as one SVG: board, scoreboards, rack. It needs nothing from outside and runs nothing."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.moves import Move
from axio.rules.position import Position

from .board import BARE, MARGIN, board
from .layouts import layout_of
from .marks import last_move, open_spots
from .markup import FONT, Ink, clean, element, number, own, sealed
from .pages import Page, Scene, bare, narrow, wide
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
    """Draw a position.

    `last` is the move to point out; `seat` adds that seat's rack where the position knows it (an observation
    shows its viewer's anyway); `spots` marks where a tile may go. `width`, in pixels, also decides how things
    are laid out: below 560, as on a phone.
    """
    ink = Ink(THEMES[theme])
    layout = layout_of(position.board, room=1 if spots else 0.6)
    under = open_spots(ink, layout, position) if spots else ""
    scene = Scene(
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
        page = bare(scene)
    else:
        page = wide(scene) if width is None or width >= NARROW else narrow(scene, max(width, LEAST))
    return sealed(_document(scene, page, width))


def _document(scene: Scene, page: Page, width: int | None) -> str:
    position = scene.position
    seats = f"{position.game.seats} seat" + "s" * (position.game.seats > 1)
    return element(
        "svg",
        element("title", clean(f"{position.game.name}, {seats}"), id=own("title")),
        element("desc", clean(description(position, scene.names)), id=own("desc")),
        scene.ink.definitions(),
        page.body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(page.width)} {number(page.height)}",
        width=width,
        height=None if width is None else round(width * page.height / page.width),
        role="img",
        aria_labelledby=f"{own('title')} {own('desc')}",
        font_family=FONT,
    )
