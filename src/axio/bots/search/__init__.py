"""Search over worlds a seat cannot tell apart: candidates, trials of them, and a schedule that narrows down.

It needs the compiled kernel, so whoever plays by it imports this only when a choice is asked for.
"""

from .candidates import Candidates, LookaheadCandidates, MovePrior
from .halving import PRIOR_WEIGHT, FixedWeighing, SearchResult, VarianceWeighing, halve, to_choice
from .schedule import Schedule, schedule_of
from .trials import PlayoutEvaluator, Trials, WorldEvaluator

__all__ = [
    "PRIOR_WEIGHT",
    "Candidates",
    "FixedWeighing",
    "LookaheadCandidates",
    "MovePrior",
    "PlayoutEvaluator",
    "Schedule",
    "SearchResult",
    "Trials",
    "VarianceWeighing",
    "WorldEvaluator",
    "halve",
    "schedule_of",
    "to_choice",
]
