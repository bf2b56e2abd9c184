"""The bot `careful`: one move, weighed by what it gains, what it keeps, and what it leaves to the next."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from axio.rules import Exchange, Keep, Malformed, Observation
from axio.rules.tiles import Tile, distinct
from axio.rules.tracks import lowest

from .options import bot_name
from .placement_value import BestGains, EvaluatedPlacement, PlacementEvaluator
from .placements import curve
from .protocol import SHOWN, Budget, Candidate, Choice, Work
from .reasons import Reason, points, scoring_reason

DRAWS = 32  # new racks imagined before an exchange
LATER = 0.5  # a tile for the turn after the next counts this much of one for the next


@dataclass(frozen=True)
class Careful:
    """weighs what a move gains, the tiles it keeps, and what it leaves to the next player"""

    weight: float = 1.2  # of what is left to the next player
    rack: float = 0.1  # of the tiles kept
    slope: float = 0.87  # what a point is worth beside the one below it
    width: int = 12  # placements looked at closely; never more than the work granted

    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if not 0 < self.slope < 1 or self.width < 1:
            raise Malformed("careful: expected a slope between 0 and 1 and a width of at least 1")

    @property
    def name(self) -> str:
        return bot_name("careful", self)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        if observation.asked:
            return self._answer(observation, key)
        evaluator = PlacementEvaluator(observation, curve(self.slope, observation.game), key)
        width = min(self.width, budget.amount) if isinstance(budget, Work) else self.width
        evaluated = [evaluator.evaluate(place) for place in evaluator.best_by_gain(width)]
        evaluated.sort(key=self._value, reverse=True)  # stable, so between equals the key has decided
        candidates = tuple(Candidate(each.place, self._value(each)) for each in evaluated[:SHOWN])
        return Choice(evaluated[0].place, candidates, self._reason(observation, evaluated))

    def _value(self, evaluated: EvaluatedPlacement) -> float:
        return evaluated.gain + self.rack * evaluated.kept - self.weight * evaluated.left

    def _reason(self, view: Observation, evaluated: list[EvaluatedPlacement]) -> Reason:
        before, best = view.tracks[view.seat], evaluated[0]
        rival = max(evaluated, key=lambda each: each.gain)
        if rival.gain <= best.gain:
            return scoring_reason(view.game, before, best.tracks)
        saved = self.rack * (best.kept - rival.kept)
        spared = self.weight * (rival.left - best.left)
        values: dict[str, str | int | float] = {
            "points": points(before, best.tracks),
            "other": str(rival.place),
        }
        return Reason("leaves" if spared >= saved else "saves", values)

    def _answer(self, view: Observation, key: bytes) -> Choice:
        """Exchange or keep: whichever rack, filled up with tiles as they may come, promises more."""
        random, unseen, size = Random(key), view.unseen, view.game.supply.rack
        gains = self._gains(view, (*view.rack, *unseen))
        keep = exchange = 0.0
        for _ in range(DRAWS):
            drawn = random.sample(unseen, min(size, len(unseen)))
            exchange += rack_value([gains[tile] for tile in drawn]) / DRAWS
            filled = [*view.rack, *drawn[: size - len(view.rack)]]
            keep += rack_value([gains[tile] for tile in filled]) / DRAWS
        candidates = sorted(
            [Candidate(Exchange(), exchange), Candidate(Keep(), keep)], key=lambda each: -each.value
        )
        colours = "".join(lowest(view.tracks[view.seat], view.game.colours))
        better = isinstance(candidates[0].move, Exchange)
        reason = Reason("exchange", {"colours": colours}) if better else Reason("keep")
        return Choice(candidates[0].move, tuple(candidates), reason)

    def _gains(self, view: Observation, tiles: tuple[Tile, ...]) -> dict[Tile, float]:
        kinds = distinct(tiles)
        worths = curve(self.slope, view.game).worths(view.tracks[view.seat])
        best = BestGains(kinds, worths).best(view.board.prospects(view.first))
        return dict(zip(kinds, best, strict=True))


def rack_value(gains: list[float]) -> float:
    """What a rack may bring: its best tile, and the others the less the later they come."""
    return sum(gain * LATER**turn for turn, gain in enumerate(sorted(gains, reverse=True)))
