"""Every level against every other, and the page that tells how strong each is."""

from .bar import Bar
from .bars import BARS, chosen, goals
from .levels import prepare
from .pace import pace, untimed
from .page import FOLDER, Page
from .plan import Goal, ladder, missing, seats_taken
from .playing import play
from .results import Results, Tally

__all__ = [
    "BARS",
    "FOLDER",
    "Bar",
    "Goal",
    "Page",
    "Results",
    "Tally",
    "chosen",
    "goals",
    "ladder",
    "missing",
    "pace",
    "play",
    "prepare",
    "seats_taken",
    "untimed",
]
