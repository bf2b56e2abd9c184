"""A thought as a choice: the best moves with their chances, and one sentence."""

from __future__ import annotations

from itertools import accumulate

from axio.bots.protocol import Candidate, Choice
from axio.bots.reasons import Reason
from axio.rules import Observation

from .thinking import Thought

SHOWN = 5  # candidates told


def told(view: Observation, thought: Thought) -> Choice:
    """The choice that a thought comes to."""
    if len(thought.moves) == 1:
        return Choice(thought.moves[0], (), Reason("only"))
    # A value from fewer worlds never stands above one that more of them have confirmed.
    values = list(accumulate(thought.values, min))
    tried = thought.worlds[0] > 0
    candidates = tuple(
        Candidate(
            thought.moves[at],
            values[at],
            thought.wins[at] if tried and view.game.seats > 1 else None,
            thought.lows[at] if tried else None,
        )
        for at in range(min(SHOWN, len(thought.moves)))
    )
    return Choice(thought.moves[0], candidates, _reason(view, thought))


def _reason(view: Observation, thought: Thought) -> Reason:
    other = str(thought.moves[1])
    if thought.worlds[0] == 0:
        return Reason("glance")
    if view.game.seats == 1:
        low, second = (round(each, 1) for each in thought.lows[:2])
        return Reason("outlook_low", {"low": low, "other": other, "second": second})
    win, second = (round(100 * each) for each in thought.wins[:2])
    key = "solved" if thought.solved else "outlook"
    return Reason(key, {"win": win, "other": other, "second": second})
