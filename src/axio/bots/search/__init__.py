"""Search over worlds a seat cannot tell apart: candidates, trials of them, and a schedule that narrows down.

It needs the compiled kernel, so whoever plays by it imports this only when a choice is asked for.
"""

from .candidates import Candidates, Foresight
from .pace import Pace, pace
from .telling import told
from .thinking import Thought, think
from .trials import Evaluator, Playing, Trials

__all__ = [
    "Candidates",
    "Evaluator",
    "Foresight",
    "Pace",
    "Playing",
    "Thought",
    "Trials",
    "pace",
    "think",
    "told",
]
