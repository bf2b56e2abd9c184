"""How strong a network is, played as `net` plays: against a level of the ladder, or alone."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

import numpy as np

from axio.bots import Bot, Budget, Choice, Net, Work, make
from axio.bots.networks.evaluator import MoveEvaluator, best_choice
from axio.kernel.device.learned.mlp import Mlp
from axio.rules import Observation, State, deal

Z = 1.959964  # 95 %


class Learner:
    """The network as it is now, playing as `net` does."""

    name, version = "learner", 1

    def __init__(self, mind: Mlp) -> None:
        self.evaluator = MoveEvaluator(mind)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        return best_choice(observation, self.evaluator, Net.wide, Net.margin)


@dataclass(frozen=True)
class Strength:
    """One seat of the network's against others, over so many games."""

    games: int
    share: float  # of the wins
    margin: float  # half of the 95 % interval; the deal with all its rotations is the unit
    low: float  # the network's lowest colour on the mean


def measure(
    name: str, seats: int, mind: Mlp, games: int, against: str = "careful", seed: int = 0
) -> Strength:
    """The network on every seat in turn of the same deals."""
    learner, others = Learner(mind), make(against)
    deals = max(1, games // seats)
    shares, lows = np.zeros((deals, seats)), np.zeros((deals, seats))
    for number in range(deals):
        for mine in range(seats):
            bots: list[Bot] = [learner if seat == mine else others for seat in range(seats)]
            end = played(deal(name, seats, f"measure {seed} {number}"), bots)
            assert end.outcome is not None
            winners = end.outcome.winners
            shares[number, mine] = (mine in winners) / len(winners)
            lows[number, mine] = min(end.tracks[mine])
    margin = Z * float(shares.mean(axis=1).std()) / sqrt(deals)
    return Strength(deals * seats, float(shares.mean()), margin, float(lows.mean()))


def played(state: State, bots: list[Bot]) -> State:
    """The end of a game."""
    ply = 0
    while not state.over:
        key = sha256(f"{ply}".encode()).digest()
        state = state.play(bots[state.seat].choose(state.observe(state.seat), Work(1000), key).move).after
        ply += 1
    return state
