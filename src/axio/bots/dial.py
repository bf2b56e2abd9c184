"""The bots `level2`, `level3` … between `sprout` and `master`: one mechanism, turned up or down.

A level asks a network what it expects after every move, overlooks some spots of the board, and prefers the
moves of which most is expected, more or less sharply. Both follow from one number, the blur: 0 is the network
itself. Small slips are frequent, but by what the network knows no move gives away more than `GIVEN_AWAY` of a
win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from axio.rules import Malformed, Move, Observation, Place

from .levels import BLURS
from .networks import has_network
from .options import bot_name
from .protocol import SHOWN, Budget, Candidate, Choice
from .readiness import NetworkBot
from .reasons import Reason

if TYPE_CHECKING:
    from .networks.evaluator import MoveEvaluator

GIVEN_AWAY = 0.25  # of a win: what no level loses by one move
# At a blur of 1 about as strong as `sprout`. With hundreds of moves to choose from, little noise goes far.
OVERLOOKED = 0.34  # the part of all spots that is overlooked at a blur of 1
DULLNESS = 0.043  # of a win: the scale of the noise at a blur of 1
WIDE = 400  # moves the network looks at: nearly always all
MARGIN = 0.03  # of a win, for each point that the lowest colour is ahead


class MoveValue(NamedTuple):
    """What is expected after a move: the chance to win, and the value by which moves are preferred. Alone,
    both are the lowest colour as a part of its track."""

    move: Move
    win: float
    value: float


class MoveValues(Protocol):
    """Whatever can say what to expect after each legal move."""

    def __call__(self, view: Observation) -> Sequence[MoveValue]:
        """A value for each legal move, in any order."""
        ...


@dataclass(frozen=True)
class Dial(NetworkBot):
    """plays what a network expects most of, but overlooks spots and minds small differences less"""

    blur: float = 0.5  # 0: as the network says; 1: about as strong as `sprout`

    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if not 0 <= self.blur <= 1:
            raise Malformed(f"dial: blur is {self.blur}: expected 0 to 1")

    @property
    def name(self) -> str:
        return bot_name("dial", self)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        if not self.plays(observation.game.name):
            raise Malformed(
                f"{self.name} has no network for {observation.game.name}: expected a game with one"
            )
        return blurred_choice(observation, network_values, self.blur, key)


@dataclass(frozen=True)
class DialLevel(Dial):
    """A level by its number, with the blur that was calibrated for each game."""

    blur: float = 0.0
    number: int = 2

    @property
    def name(self) -> str:
        return f"level{self.number}"

    def plays(self, game: str) -> bool:
        """Whether the dial of a game goes as far, and there is a network."""
        return has_network(game) and self.number in BLURS.get(game, {})

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        game = observation.game.name
        if not self.plays(game):
            raise Malformed(f"{game} has no level {self.number} on its dial")
        return blurred_choice(observation, network_values, BLURS[game][self.number], key)


def level_maker(number: int) -> Callable[[], DialLevel]:
    """What the registry makes a level by."""

    def make() -> DialLevel:
        return DialLevel(number=number)

    make.__doc__ = f"level {number} of the dial from sprout to master: overlooks less than the level below"
    return make


def network_values(view: Observation) -> list[MoveValue]:
    """What the network of the game expects after each move."""
    from axio.kernel.host.worlds import best_by_gain

    moves = best_by_gain(view, "denying", WIDE)
    said, alone = _evaluator(view.game.name)(view, moves), view.game.seats == 1
    scale = view.game.end if alone else 1
    wins = (said.lows if alone else said.wins) / scale
    values = said.values(view.game.seats, MARGIN) / scale
    return [MoveValue(*each) for each in zip(moves, wins.tolist(), values.tolist(), strict=True)]


def _evaluator(game: str) -> MoveEvaluator:
    from .networks.evaluator import MoveEvaluator
    from .networks.weights import network_of

    return MoveEvaluator(network_of(game).root)


def blurred_choice(view: Observation, values: MoveValues, blur: float, key: bytes) -> Choice:
    """The choice of somebody who sees no more than this blur lets through."""
    found = sorted(values(view), key=lambda each: -each.value)
    if len(found) == 1:
        return Choice(found[0].move, (), Reason("only"))
    # Two levels err apart from each other: with the same slips they would look more alike than they are.
    random, best = Random(key + str(blur).encode()), max(each.win for each in found)
    harmless = [each for each in found if each.win >= best - GIVEN_AWAY]
    seen = _noticed(harmless, OVERLOOKED * blur, random) or harmless
    liked = sorted(((each.value + DULLNESS * blur**2 * _noise(random), each) for each in seen), key=_liking)
    candidates = tuple(Candidate(each.move, value, each.win) for value, each in liked[:SHOWN])
    return Choice(candidates[0].move, candidates, Reason("glance"))


def _liking(liked: tuple[float, MoveValue]) -> float:
    return -liked[0]


def _noticed(found: Sequence[MoveValue], overlooked: float, random: Random) -> list[MoveValue]:
    """The moves on spots that are not overlooked; a spot is seen for all tiles or for none."""
    spots = dict.fromkeys(each.move.at for each in found if isinstance(each.move, Place))
    seen = {spot for spot in spots if random.random() >= overlooked}
    return [each for each in found if not isinstance(each.move, Place) or each.move.at in seen]


def _noise(random: Random) -> float:
    """Gumbel noise: the largest of many values with it is a pick by softmax."""
    return -log(-log(max(random.random(), 1e-12)))
