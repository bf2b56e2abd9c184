"""Search over worlds a seat cannot tell apart: candidates, trials of them, and a schedule that narrows down.

It needs the compiled kernel, so whoever plays by it imports this only when a choice is asked for.
"""

from .candidates import Candidates, Foresight, Promising
from .pace import Pace, pace
from .telling import told
from .thinking import TRUST, Thought, think
from .trials import Evaluator, Playing, Trials

__all__ = [
    "TRUST",
    "Candidates",
    "Evaluator",
    "Foresight",
    "Pace",
    "Playing",
    "Promising",
    "Thought",
    "Trials",
    "pace",
    "think",
    "told",
]
