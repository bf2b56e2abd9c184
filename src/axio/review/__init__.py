"""Reviews a finished game: what each decision cost, what was luck, and what to learn from it.

A decision is graded by what its seat could know, luck is zero on the mean, and the same record, work and key
give the same review on every machine. See docs/programmers/review.md. `analyse` looks at one position in the
same way.

What reviews is loaded when it is asked for. It needs the compiled kernel; who only reads reviews does not.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .model import MARKS, VERSION, WORK, Decision, Draw, GradedMove, Review, ReviewedPly, SeatAccount

if TYPE_CHECKING:
    from .analysis import AnalysedMove, Analysis, analyse
    from .reviewing import review, reviewed

__all__ = [
    "MARKS",
    "VERSION",
    "WORK",
    "AnalysedMove",
    "Analysis",
    "Decision",
    "Draw",
    "GradedMove",
    "Review",
    "ReviewedPly",
    "SeatAccount",
    "analyse",
    "review",
    "reviewed",
]

_MODULES = {
    "AnalysedMove": "analysis",
    "Analysis": "analysis",
    "analyse": "analysis",
    "review": "reviewing",
    "reviewed": "reviewing",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES[name]}", __name__), name)
