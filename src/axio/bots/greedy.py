"""The bot `greedy`: the best sorted scores after this move, and no thought of the next."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from axio.rules import Exchange, Observation
from axio.rules.tracks import Tracks, low, lowest

from .placements import Placement, placements_of, tracks_after
from .protocol import SHOWN, Budget, Candidate, Choice
from .reasons import Reason, scoring_reason


@dataclass(frozen=True)
class Greedy:
    """takes the best scores, from the lowest colour up, that one move can give"""

    name: ClassVar[str] = "greedy"
    version: ClassVar[int] = 1

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        game, tracks = observation.game, observation.tracks[observation.seat]
        if observation.asked:
            # Offered only where no tile left serves a lowest colour, so every new rack is as good or better.
            colours = "".join(lowest(tracks, game.colours))
            return Choice(Exchange(), (), Reason("exchange", {"colours": colours}))
        results: dict[Tracks, list[tuple[Tracks, Placement]]] = {}
        for gains, placements in placements_of(observation).items():
            after = tracks_after(game, tracks, gains)
            results.setdefault(low(after), []).extend((after, placement) for placement in placements)
        best = sorted(results, reverse=True)[:SHOWN]
        random = Random(key)
        picked = [random.choice(results[scores]) for scores in best]
        candidates = tuple(
            Candidate(placement.place, _value(scores, game.end))
            for scores, (_, placement) in zip(best, picked, strict=True)
        )
        return Choice(candidates[0].move, candidates, scoring_reason(game, tracks, picked[0][0]))


def _value(scores: Tracks, end: int) -> float:
    """Sorted scores as one number of the same order: the lowest, and the others behind the point."""
    return float(sum(score / (end + 1) ** place for place, score in enumerate(scores)))
