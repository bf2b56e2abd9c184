"""The cheap policies by name, each a table of what a score is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from axio.rules import Game, Malformed

from .policy import RANDOM, VALUES
from .row import MOST_SEATS, Ints

Worth: TypeAlias = Callable[[Game, int], float]  # of a score in one colour
PolicyLike: TypeAlias = str | Worth | Sequence[str | Worth]

_TIES = 8  # bits below the values that tell equals apart


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


POLICIES: Mapping[str, Worth | None] = {
    "random": None,
    "points": points,
    "lowest": lowest,
    "concave": concave,
}


def policy_values(game: Game, policy: PolicyLike) -> Ints:
    """The table of a policy, or of one policy per seat."""
    each = [policy] * game.seats if isinstance(policy, str) or callable(policy) else list(policy)
    if len(each) != game.seats:
        raise Malformed(f"{len(each)} policies for {game.seats} seats: expected one for each, or one for all")
    values = np.zeros((MOST_SEATS, VALUES), np.int64)
    for seat, one in enumerate(each):
        worth = one if callable(one) else _named(one)
        if worth is None:
            values[seat, RANDOM] = 1
        else:
            values[seat, : game.end + 1] = [round(worth(game, s)) << _TIES for s in range(game.end + 1)]
    return values.reshape(-1)


def _named(name: str) -> Worth | None:
    if name not in POLICIES:
        raise Malformed(f"{name[:40]!r} is not a policy: expected one of {', '.join(POLICIES)}")
    return POLICIES[name]
