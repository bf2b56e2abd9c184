"""The cheap policies by name, each a table of what a score is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from axio.kernel.device.grid.policy import RANDOM, VALUES
from axio.kernel.device.play.lookahead import GUESSING, SCALE, WEIGHT, WIDTH
from axio.kernel.device.shared.row import MOST_SEATS, Ints
from axio.rules import Game, Malformed

Worth: TypeAlias = Callable[[Game, int], float]  # of a score in one colour

TIES = 8  # bits below the values that tell equals apart


def points(game: Game, score: int) -> float:
    """Every point is worth the same: most points this move."""
    return score


def concave(game: Game, score: int) -> float:
    """A point in a low colour is worth more than one in a high colour."""
    return float(2**30 * (1 - 0.9**score))


def lowest(game: Game, score: int) -> float:
    """The best sorted scores: no number of points in higher colours makes up for one in a lower.

    Exact up to 18; beyond (solo's second board) the steps are as steep as 63 bits allow.
    """
    base = min(len(game.colours) + 1.0, 2 ** (50 / game.end))
    return base**game.end - base ** (game.end - score)


def steep(game: Game, score: int) -> float:
    """As concave, with more care for the low colours."""
    return float(2**30 * (1 - 0.86**score))


@dataclass(frozen=True, slots=True)
class Policy:
    """What a score is worth (None: all moves are alike), and how a move is looked at beyond its gain."""

    worth: Worth | None
    width: int = 0  # placements played on a draft, at most MOST_WIDTH
    weight: float = 0.0  # of what such a placement leaves to the next seat
    guesses: bool = False  # what that seat holds; otherwise it knows


PolicyLike: TypeAlias = str | Worth | Policy | Sequence[str | Worth | Policy]

POLICIES: Mapping[str, Policy] = {  # by name
    "random": Policy(None),
    "points": Policy(points),
    "lowest": Policy(lowest),
    "concave": Policy(concave),
    "denying": Policy(steep, 8, 1.0),
    "guessing": Policy(steep, 8, 1.0, guesses=True),
}


def policy_values(game: Game, policy: PolicyLike) -> Ints:
    """The table of a policy, or of one policy per seat."""
    each: Sequence[str | Worth | Policy]
    if isinstance(policy, str | Policy) or callable(policy):
        each = [policy] * game.seats
    else:
        each = policy
    if len(each) != game.seats:
        raise Malformed(f"{len(each)} policies for {game.seats} seats: expected one for each, or one for all")
    values = np.zeros((MOST_SEATS, VALUES), np.int64)
    for seat, given in enumerate(each):
        values[seat] = _entries(game, _policy(given))
    return values.reshape(-1)


def _entries(game: Game, policy: Policy) -> Ints:
    entries = np.zeros(VALUES, np.int64)
    if policy.worth is None:
        entries[RANDOM] = 1
        return entries
    entries[: game.end + 1] = [round(policy.worth(game, score)) << TIES for score in range(game.end + 1)]
    entries[WIDTH] = policy.width
    entries[GUESSING] = policy.guesses
    # Alone at the table, what one leaves one leaves to oneself.
    entries[WEIGHT] = round(SCALE * policy.weight) * (1 if game.seats > 1 else -1)
    return entries


def _policy(given: str | Worth | Policy) -> Policy:
    if isinstance(given, Policy):
        return given
    if callable(given):
        return Policy(given)
    if given not in POLICIES:
        raise Malformed(f"{given[:40]!r} is not a policy: expected one of {', '.join(POLICIES)}")
    return POLICIES[given]
