"""AXIO, AXIO rota and hex AXIO: the rules, and packages for pictures, bots, research and play."""

from .rules import *  # noqa: F403  # the names of the rules are the package's own names
from .rules import Position
from .rules import __all__ as _words

__version__ = "1.0.0rc1"
__all__ = [*_words]


def _repr_svg_(position: Position) -> str:
    """A position as a notebook shows it. Added here because the rules know nothing of pictures."""
    from .draw.svg import svg

    return svg(position)


Position._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]
