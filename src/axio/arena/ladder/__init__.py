"""Every level against every other, and the page that tells how strong each is."""

from .dial import dial_goals
from .fixtures import checked, prepare
from .page import FOLDER, StrengthPage
from .plan import Goal, ladder, missing, play, seats_taken
from .requirements import REQUIREMENTS, Requirement, chosen, goals
from .results import DealResult, Results
from .timing import timing, untimed

__all__ = [
    "FOLDER",
    "REQUIREMENTS",
    "DealResult",
    "Goal",
    "Requirement",
    "Results",
    "StrengthPage",
    "checked",
    "chosen",
    "dial_goals",
    "goals",
    "ladder",
    "missing",
    "play",
    "prepare",
    "seats_taken",
    "timing",
    "untimed",
]
