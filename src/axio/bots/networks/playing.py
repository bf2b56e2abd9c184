"""The move a network expects most of, at first sight."""

from __future__ import annotations

import numpy as np

from axio.bots.protocol import Candidate, Choice
from axio.bots.reasons import Reason
from axio.kernel import appraised
from axio.rules import Observation

from .judge import Judge

SHOWN = 5  # candidates told


def favourite(view: Observation, judge: Judge, wide: int, margin: float) -> Choice:
    """Of so many moves, the best by what they gain at once, the one after which most is expected."""
    moves = [move for move, _ in appraised(view, "denying", wide)]
    if len(moves) == 1:
        return Choice(moves[0], (), Reason("only"))
    judged = judge(view, moves)
    values = judged.values(view.game.seats, margin)
    candidates = tuple(
        Candidate(moves[at], float(values[at]), float(judged.wins[at]), float(judged.lows[at]))
        for at in np.argsort(-values, kind="stable")[:SHOWN]
    )
    return Choice(candidates[0].move, candidates, _reason(view, candidates))


def _reason(view: Observation, candidates: tuple[Candidate, ...]) -> Reason:
    first, second = candidates[:2]
    assert first.win is not None
    assert second.win is not None
    assert first.low is not None
    if view.game.seats == 1:
        return Reason("expects_low", {"low": round(first.low, 1)})
    values = {"win": round(100 * first.win), "second": round(100 * second.win)}
    return Reason("expects", {**values, "other": str(second.move)})
