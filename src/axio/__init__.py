"""AXIO, AXIO rota and hex AXIO: rules, pictures, players and a table to play at."""

from .rules import *  # noqa: F403  # the words of the game are the package's own words
from .rules import __all__ as _words

__version__ = "0.1.0"
__all__ = [*_words]  # noqa: PLE0604
