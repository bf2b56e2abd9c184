"""Players. They get an observation, never a state."""

from .careful import Careful
from .chance import Chance
from .greedy import Greedy
from .master import Master
from .net import Net
from .planner import Planner
from .program import Program
from .protocol import USUAL, Bot, BotFailed, Budget, Candidate, Choice, GameHistory, Time, Work, ask, label
from .readiness import is_ready, prepare
from .reasons import Reason
from .registry import Listing, listing, make, names, plays

__all__ = [
    "USUAL",
    "Bot",
    "BotFailed",
    "Budget",
    "Candidate",
    "Careful",
    "Chance",
    "Choice",
    "GameHistory",
    "Greedy",
    "Listing",
    "Master",
    "Net",
    "Planner",
    "Program",
    "Reason",
    "Time",
    "Work",
    "ask",
    "is_ready",
    "label",
    "listing",
    "make",
    "names",
    "plays",
    "prepare",
]
