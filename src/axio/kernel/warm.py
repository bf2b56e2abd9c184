"""Compile ahead: the first time takes seconds, later starts find the compiled code on disk."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from axio.rules import Game, deal
from axio.rules import game as game_of

from .batch import Batch
from .worlds import Worlds, appraised


def warm(game: Game | str, seats: int = 2, progress: Callable[[int, int, str], None] | None = None) -> None:
    """Have everything bots and batches need of a game ready. `progress(done, of, what)` is told each part.

    One family of games is compiled once: after AXIO for two, hex for four is ready too.
    """
    game = game_of(game, seats) if isinstance(game, str) else game
    state = deal(game.name, game.seats, "warm")
    view = state.observe(state.seat)
    parts: list[tuple[str, Callable[[], object]]] = [
        ("moves", lambda: appraised(view)),
        ("worlds", lambda: Worlds.sample(view, 1)),
        ("playouts", lambda: Worlds.sample(view, 1).playouts(limit=1, threads=1)),
        ("deals", lambda: Batch(game, n=1)),
        ("steps", lambda: Batch(game, n=1).step(np.array([-1]), check=False)),
        ("lists", lambda: Batch(game, n=1).legal()),
        ("masks", lambda: Batch(game, n=1).packed_masks() if Batch(game, n=1).layout.dense else None),
        ("planes", lambda: Batch(game, n=1).observe()),
        ("results", lambda: Batch(game, n=1).results()),
        ("random play", lambda: Batch(game, n=1).random_steps(1)),
    ]
    for done, (what, make) in enumerate(parts):
        if progress is not None:
            progress(done, len(parts), what)
        make()
    if progress is not None:
        progress(len(parts), len(parts), "")
