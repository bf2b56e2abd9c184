"""Writing SVG: elements, numbers, escaped text, and ids that do not clash with those of another picture."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Sequence

from .palette import Theme

TABULAR = "font-variant-numeric:tabular-nums"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
_OWN = "\0"  # a placeholder for the prefix that `sealed` computes; `clean` removes it from texts
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def number(value: float) -> str:
    """A number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element such as `element("rect", fill_opacity=0.5, class_="cell")`, without those that are None."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def group(*children: str, **attributes: str | float | None) -> str:
    return element("g", *children, **attributes)


def move(x: float, y: float, scale: float = 1) -> str:
    """A transform that moves, and scales where asked."""
    turned = f" scale({scale:.5g})" if scale != 1 else ""
    return f"translate({number(x)} {number(y)}){turned}"


def clean(text: str) -> str:
    """Text from outside without markup and without control characters."""
    kept = (char if unicodedata.category(char)[0] != "C" else " " for char in text)
    return " ".join("".join(kept).split()).translate(_ESCAPES)


def words(text: str, x: float, y: float, size: float, fill: str, **attributes: str | float | None) -> str:
    """A line of text, escaped."""
    return element("text", clean(text), x=x, y=y, font_size=size, fill=fill, **attributes)


def reach(text: str, size: float) -> float:
    """A cautious estimate of the width of a text: the font is the reader's."""
    return sum(map(_em, text)) * size


def _em(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.15
    if char in "MWmw@%…—ЖШЩЮФЫжшщюфы":
        return 1.02
    if char in " .,:;'|!()[]-iIjlftr·":
        return 0.4
    return 0.76 if char.isupper() or ord(char) > 0x52F else 0.62


def shortened(text: str, room: float, size: float) -> str:
    """As much of a text as fits, with an ellipsis if it was cut."""
    if reach(text, size) <= room:
        return text
    while len(text) > 1 and reach(text + "…", size) > room:
        text = text[:-1].rstrip()
    return text + "…"


def sealed(picture: str) -> str:
    """The picture with ids of its own. Equal pictures have equal ids, so they may share a page."""
    prefix = "axio-" + hashlib.sha256(picture.encode()).hexdigest()[:10] + "-"
    return picture.replace(_OWN, prefix)


class Ink:
    """A theme, and the definitions that a picture uses, each written once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._definitions: dict[str, str] = {}

    def define(self, name: str, make: Callable[[], str]) -> str:
        """Define a shape for repeated use, at its first use. Returns the reference to it."""
        if name not in self._definitions:
            self._definitions[name] = element("g", make(), id=own(name))
        return f"#{own(name)}"

    def fade(self, name: str, *stops: tuple[float, str, float], radial: bool = False) -> str:
        """A gradient from the top down, or outwards, by stops of offset, colour and opacity.

        Returns its url.
        """
        if name not in self._definitions:
            self._definitions[name] = _gradient(name, stops, radial)
        return f"url(#{own(name)})"

    def definitions(self) -> str:
        return element("defs", *self._definitions.values())


def _gradient(name: str, stops: Sequence[tuple[float, str, float]], radial: bool) -> str:
    inner = (
        element("stop", offset=offset, stop_color=colour, stop_opacity=None if opacity == 1 else opacity)
        for offset, colour, opacity in stops
    )
    if radial:
        return element("radialGradient", *inner, id=own(name), cx=0.5, cy=0.4, r=0.75)
    return element("linearGradient", *inner, id=own(name), x1=0, y1=0, x2=0, y2=1)


def own(name: str) -> str:
    """The id of a name within this picture."""
    return f"{_OWN}{name}"


def path(points: Sequence[tuple[float, float]]) -> str:
    """A closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
