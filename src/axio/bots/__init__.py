"""Players. They get an observation, never a state."""

from .budget import USUAL, Budget, Time, Work
from .careful import Careful
from .chance import Chance
from .greedy import Greedy
from .planner import Planner
from .process import Program
from .protocol import Bot, BotFailed, Candidate, Choice, label
from .reasons import Reason
from .registry import Listing, listing, make, names

__all__ = [
    "USUAL",
    "Bot",
    "BotFailed",
    "Budget",
    "Candidate",
    "Careful",
    "Chance",
    "Choice",
    "Greedy",
    "Listing",
    "Planner",
    "Program",
    "Reason",
    "Time",
    "Work",
    "label",
    "listing",
    "make",
    "names",
]
