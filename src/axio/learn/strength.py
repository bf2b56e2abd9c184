"""How strong a network is, playing as `net` does: against a panel of opponents, or alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from axio.arena.ladder.fixtures import work_of
from axio.arena.match import Match
from axio.arena.statistics import Interval, standings
from axio.arena.workers import Workers
from axio.bots import USUAL, Bot, Budget, Choice, Net, Reason, make
from axio.bots.networks.evaluator import MoveEvaluator, best_choice, evaluator_of
from axio.bots.networks.policy import PolicyWeights, preferences
from axio.bots.networks.weights import Network
from axio.encoding.actions import move_of
from axio.kernel.device.learned.mlp import Mlp
from axio.rules import Observation

from .network import network_in

SUFFIX = ".npz"  # of a network's file


@dataclass(frozen=True, eq=False)
class NetworkBot:
    """A network in memory, playing as `net` does."""

    network: Mlp
    name: str = "student"
    version: int = 1

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        return best_choice(observation, MoveEvaluator(self.network), Net.wide, Net.margin)


@dataclass(frozen=True, eq=False)
class PolicyBot:
    """A policy network in memory: it plays the move that it thinks most likely to be the best."""

    network: PolicyWeights
    name: str = "student"
    version: int = 1

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        actions, logits = preferences(self.network, observation)
        return Choice(move_of(observation, int(actions[logits.argmax()])), (), Reason("glance"))


@dataclass(frozen=True, eq=False)
class FileBot:
    """All parts of a network, playing as `net` does with those of the package."""

    network: Network
    name: str
    version: int = 1

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        evaluator = evaluator_of(self.network, observation.game.seats)
        return best_choice(observation, evaluator, Net.wide, Net.margin)


@dataclass(frozen=True)
class Strength:
    """How one seat of the network's did among others."""

    games: int
    share: float  # of the wins
    interval: Interval  # 95 %; the deal with all its rotations is the unit
    low: float  # the network's lowest colour on the mean


def strength(
    workers: Workers, game: str, seats: int, student: Bot, games: int, against: str, seed: str = "measure"
) -> Strength:
    """The student on every seat in turn of the same deals, all others by one opponent."""
    others = seats - 1
    bots = (student, *([opponent(against, game)] * others if others else ()))
    budgets = (USUAL, *[work_of(against.partition(":")[0])] * others)
    match = Match(game, bots, max(1, games // seats) * seats, seed, budgets)
    found, *_ = standings(match, workers.play(match))
    return Strength(match.games, found.win_share, found.interval, found.mean_low)


def opponent(text: str, game: str) -> Bot:
    """A bot by its name, or the network in a file; Malformed where there is none for the game."""
    if text.endswith(SUFFIX):
        return FileBot(network_in(Path(text), game), Path(text).stem)
    return make(text)
