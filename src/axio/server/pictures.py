"""A position as SVG."""

from __future__ import annotations

from axio.rules import Observation


def picture(known: Observation, theme: str) -> str:
    return f"<svg xmlns='http://www.w3.org/2000/svg'><title>{known.game.name} {theme}</title></svg>"
