"""Lessons for a network: positions of many games, and how these ended (see lessons.py)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from axio.rules import Game

from .batch import keys
from .plans import plan_of
from .playing_out import NO_DRAWS, Playouts, results
from .policies import policy_values
from .portraits import WEIGHING, pads, portrait_size, room_for_notes, sights
from .row import KEY, Ints, Singles
from .threads import spread

STRAYING = (50, 150, 300)  # of a thousand moves go astray, game by game in turn
MOST = 16  # positions of a game
KEPT = 120  # positions of a thousand besides those after a stray move, as far as there is room


@dataclass(frozen=True, eq=False)
class Lessons:
    """Portraits, and per portrait what a network should have expected (see mind.py)."""

    portraits: Singles
    results: Singles

    def __len__(self) -> int:
        return len(self.portraits)


def lessons(
    game: Game,
    games: int,
    seed: int = 0,
    threads: int | None = None,
) -> Lessons:
    """So many games, all of them other ones for another seed."""
    plan = plan_of(game)
    rows = np.zeros((2 * games, plan.tables.row_words), np.uint64)
    rows[:games, KEY] = keys(seed, games)
    seen = np.empty((games, MOST, portrait_size(game)), np.float32)
    seats, counts = np.zeros((games, MOST), np.int64), np.zeros(games, np.int64)
    stray = np.resize(np.array(STRAYING, np.int64), games)
    args = (
        *(rows.view(np.uint8), rows, plan.tables, sights(plan, 2 * games), policy_values(game, WEIGHING)),
        *(NO_DRAWS, pads(plan, games), room_for_notes(plan, games), stray, KEPT, seen, seats, counts),
    )
    spread(plan.run["lesson_game"], games, args, threads)
    kept = np.arange(MOST) < counts[:, None]
    ended = results(plan, rows[:games], 1)
    return Lessons(seen[kept], _expected(game, ended, np.nonzero(kept)[0], seats[kept]))


def _expected(game: Game, ended: Playouts, games: Ints, seats: Ints) -> Singles:
    """What came of these games for these seats."""
    shares = np.stack([ended.shares(seat)[0] for seat in range(game.seats)], axis=1)
    lows = ended.tracks[0].min(axis=-1) / game.end
    others = np.stack([np.delete(lows, seat, axis=1).max(axis=1, initial=0) for seat in range(game.seats)], 1)
    return np.stack([each[games, seats] for each in (shares, lows, others)], axis=1).astype(np.float32)
