"""Grades one decision by what the seat could know: nothing but its observation goes into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from axio.bots.greedy import Greedy
from axio.bots.networks import has_network
from axio.bots.networks.evaluator import MoveEvaluator
from axio.bots.networks.guided_search import NetworkCandidates, RolloutEvaluator
from axio.bots.networks.weights import network_of
from axio.bots.protocol import USUAL
from axio.bots.search import (
    FixedWeighing,
    LookaheadCandidates,
    MovePrior,
    PlayoutEvaluator,
    SearchResult,
    Trials,
    WorldEvaluator,
    halve,
)
from axio.bots.search.trials import MARGIN, EndgameEvaluator
from axio.kernel import Worlds
from axio.kernel.host.worlds import best_by_gain
from axio.rules import Game, Move, Observation

from .model import DIGITS, LEADS, LOWS, MARKS, SHARES, VERSION, Decision, GradedMove, Mark
from .reasons import because

POLICY = "guessing"  # how every seat goes on: it does not look into other racks
TURNS = 2  # of the seat's own after the move that is tried, before the network is asked
WIDE = 400  # moves the network looks at: nearly always all
NAMED = 12  # candidates that the network names
BY_GAIN = 4  # candidates by what they score at once
PRIOR_WEIGHT = 4  # worlds
PRIOR_FLOOR = 0.5  # of a prior, however many the trials: it names the better move more often
PLAYOUT = 3  # trials that take as long as one playout
SEARCHED = 0.6  # of the work, to find the best move; the rest compares it with the move played
LEAST = 8  # worlds for that comparison
DECIDED = 0.005  # of a win: as good as lost, and as far from 1 as good as won

Floats = npt.NDArray[np.float64]


def seed_of(key: str, ply: int, purpose: str) -> bytes:
    """All chance of one part of a review."""
    return sha256(f"axio-review/{VERSION}\n{key}\n{ply}\n{purpose}".encode()).digest()


def number_of(seed: bytes) -> int:
    return int.from_bytes(seed[:8], "big")


def guided(game: Game) -> bool:
    """Whether a network ends the trials. Alone, playouts to the end are at least as good."""
    return game.seats > 1 and has_network(game.name)


def evaluator_of(game: Game) -> WorldEvaluator:
    """How a move is tried in a world."""
    if guided(game):
        return RolloutEvaluator(network_of(game.name).leaf, TURNS, POLICY)
    return PlayoutEvaluator(POLICY)


def trials_for(game: Game, work: int) -> int:
    """How many trials a budget of work allows."""
    return work if guided(game) else work // PLAYOUT


def grade(view: Observation, played: Move, ply: int, work: int, key: str) -> Decision:
    """Compare the move played with the best one known."""
    if len(view.legal_moves) == 1:
        return _forced(view, played, ply)
    seed = seed_of(key, ply, "search")
    trials = trials_for(view.game, work)
    schedule = EvenSchedule(round(SEARCHED * trials))
    evaluator = evaluator_of(view.game)
    found = halve(
        view,
        seed,
        schedule,
        ReviewCandidates(played),
        evaluator,
        WIDE,
        FixedWeighing(PRIOR_WEIGHT, PRIOR_FLOOR),
    )
    solo = view.game.seats == 1
    if found.moves[0] == played:
        return _decision(view, played, ply, found, Comparison.of_equals(found, solo))
    tried = EndgameEvaluator(evaluator) if found.solved else evaluator
    worlds = max(LEAST, round((1 - SEARCHED) * trials) // (2 * tried.cost))
    fresh = Worlds.sample(view, worlds, number_of(seed_of(key, ply, "compare")))
    compared = Comparison.of(tried(fresh, [found.moves[0], played], view.seat), solo)
    return _decision(view, played, ply, found, compared)


@dataclass
class EvenSchedule:
    """As much work for every round of the search; every move is tried at least once."""

    left: int

    def batches(self, moves: int, cost: int, rounds: int) -> Iterator[int]:
        worlds = max(1, self.left // rounds // (moves * cost))
        self.left -= worlds * moves * cost
        yield worlds


@dataclass(frozen=True)
class ReviewCandidates:
    """The move played, those that the network names, the best by gain, and the best of `greedy`."""

    played: Move | None = None  # none in a position that nobody has played on from

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[MovePrior]:
        moves = self.moves(view, seed)
        if not has_network(view.game.name) or view.asked:
            return [MovePrior(move, 0.0) for move in moves]
        evaluator = MoveEvaluator(network_of(view.game.name).root)
        values = evaluator(view, moves).values(view.game.seats)
        order = np.argsort(-values, kind="stable")
        return [MovePrior(moves[at], float(values[at] - values.mean())) for at in order]

    def moves(self, view: Observation, seed: int) -> list[Move]:
        """Each of them once."""
        if view.asked:
            return list(view.legal_moves)
        greedy = Greedy().choose(view, USUAL, seed.to_bytes(8, "big")).move
        gains = best_by_gain(view, POLICY, BY_GAIN)
        played = [] if self.played is None else [self.played]
        return list(dict.fromkeys([*played, *self._named(view, seed), *gains, greedy]))

    def _named(self, view: Observation, seed: int) -> list[Move]:
        if has_network(view.game.name):
            naming = NetworkCandidates(MoveEvaluator(network_of(view.game.name).root), WIDE)
            return [move for move, _ in naming(view, seed, NAMED)]
        return [move for move, _ in LookaheadCandidates()(view, seed, NAMED)]


@dataclass(frozen=True)
class Measured:
    """A mean with its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, samples: Floats) -> Measured:
        error = samples.std(ddof=1) / np.sqrt(samples.size) if samples.size > 1 else 0.0
        return cls(float(samples.mean()), float(error))


@dataclass(frozen=True)
class Comparison:
    """The best move and the move played, in the same worlds."""

    values: tuple[Measured, Measured]
    leads: tuple[float, float]
    cost: Measured
    lead_cost: Measured
    worlds: int

    @classmethod
    def of(cls, trials: Trials, solo: bool) -> Comparison:
        values, leads = (trials.lows, trials.lows) if solo else (trials.wins, leads_of(trials))
        return cls(
            (Measured.of(values[0]), Measured.of(values[1])),
            (float(leads[0].mean()), float(leads[1].mean())),
            Measured.of(values[0] - values[1]),
            Measured.of(leads[0] - leads[1]),
            values.shape[1],
        )

    @classmethod
    def of_equals(cls, found: SearchResult, solo: bool) -> Comparison:
        """The best move is the one played: there is nothing to measure."""
        value = Measured(found.lows[0] if solo else found.wins[0], found.errors[0])
        lead = found.lows[0] if solo else (found.values[0] - found.wins[0]) / MARGIN
        return cls((value, value), (lead, lead), Measured(0, 0), Measured(0, 0), found.worlds[0])


def leads_of(trials: Trials) -> Floats:
    """By how many points the seat's lowest colour is ahead."""
    return np.asarray((trials.values - trials.wins) / MARGIN, np.float64)


def _forced(view: Observation, played: Move, ply: int) -> Decision:
    """The only legal move."""
    text = str(played)
    return Decision(ply, view.seat, text, text, 0.0, 0.0, 0.0, 0.0, None, False, False, False, (), ())


def _decision(
    view: Observation, played: Move, ply: int, found: SearchResult, compared: Comparison
) -> Decision:
    solo = view.game.seats == 1
    best, other = compared.values
    decided = not solo and (other.mean > 1 - DECIDED or best.mean < DECIDED)
    mark = mark_of(compared, solo, decided)
    candidates = _candidates(found, played, compared, solo)
    return Decision(
        ply,
        view.seat,
        str(played),
        candidates[0].move,
        *(figure(compared.cost.mean), figure(compared.cost.error)),
        *(figure(compared.lead_cost.mean), figure(compared.lead_cost.error)),
        mark,
        decided,
        counted=not decided,
        solved=found.solved,
        candidates=candidates,
        reasons=() if mark is None else because(view, found.moves[0], played),
    )


def mark_of(compared: Comparison, solo: bool, decided: bool) -> Mark | None:
    """The mark of a move: its cost is surely above the threshold of this mark, and not of the next."""
    cost = compared.lead_cost if decided else compared.cost
    limits = LOWS if solo else LEADS if decided else SHARES
    over = sum(cost.mean - 2 * cost.error > limit for limit in limits)
    return MARKS[over - 1] if over else None


def _candidates(
    found: SearchResult, played: Move, compared: Comparison, solo: bool
) -> tuple[GradedMove, ...]:
    """All moves tried. The best and the one played stand with what the comparison says; no other stands
    above the best, since the search flatters what it picks."""
    graded = []
    for at, move in enumerate(found.moves):
        value = found.lows[at] if solo else found.wins[at]
        lead = value if solo else (found.values[at] - found.wins[at]) / MARGIN
        graded.append(GradedMove(str(move), value, found.errors[at], lead, found.worlds[at]))
    for at, index in ((1, found.moves.index(played)), (0, 0)):
        fresh, lead = compared.values[at], compared.leads[at]
        graded[index] = GradedMove(graded[index].move, fresh.mean, fresh.error, lead, compared.worlds)
    top = graded[0].value
    others = [
        each if each.move == str(played) else replace(each, value=min(each.value, top)) for each in graded
    ]
    return tuple(_tidy(each) for each in others)


def _tidy(each: GradedMove) -> GradedMove:
    return replace(each, value=figure(each.value), error=figure(each.error), lead=figure(each.lead))


def figure(number: float) -> float:
    """A figure as reviews give it."""
    return round(float(number), DIGITS) + 0.0  # never -0.0
