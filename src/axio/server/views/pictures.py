"""A position as SVG, to keep or to show elsewhere."""

from __future__ import annotations

from typing import Literal

from axio.draw import svg
from axio.server.table.table import Table


def picture(
    table: Table, ply: int | None, theme: Literal["light", "dark"], *, board_only: bool = False
) -> str:
    """The board and the scores after `ply` moves: what everybody sees, and no rack."""
    history = table.history
    ply = history.ply if ply is None else min(ply, history.ply)
    last = history.step(ply).move if ply else None
    names = [chair.name for chair in table.chairs]
    shown = history.state_at(ply).observe(None)
    if board_only:
        return svg(shown, theme=theme, board_only=True, coordinates=False)
    return svg(shown, theme=theme, last=last, names=names)
