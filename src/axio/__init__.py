"""AXIO, AXIO rota and hex AXIO: rules, pictures, players and a table to play at."""

from .rules import *  # noqa: F403  # the words of the game are the package's own words
from .rules import Position
from .rules import __all__ as _words

__version__ = "0.1.0"
__all__ = [*_words]


def _repr_svg_(position: Position) -> str:
    """A position shows itself in a notebook. The rules know nothing of pictures, so it is joined on here."""
    from .draw.svg import svg

    return svg(position)


Position._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]
