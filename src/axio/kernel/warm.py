"""Compile ahead: the first time takes seconds, later starts find the compiled code on disk."""

from __future__ import annotations

from collections.abc import Callable

from axio.rules import Game, deal
from axio.rules import game as game_of

from .batch import Batch
from .compiled import note_compiled
from .portraits import blank_mind, foretold, portraits
from .schooling import lessons
from .worlds import Worlds, appraised

Parts = list[tuple[str, Callable[[], object]]]


def warm(
    game: Game | str,
    seats: int = 2,
    progress: Callable[[int, int, str], None] | None = None,
    *,
    batches: bool = True,
) -> None:
    """Have everything bots and batches (or bots alone) need of a game ready. `progress(done, of, what)` is
    told each part.

    One family of games is compiled once: after AXIO for two, hex for four is ready too.
    """
    game = game_of(game, seats) if isinstance(game, str) else game
    parts = _search(game) + (_batches(game) if batches else [])
    for done, (what, make) in enumerate(parts):
        if progress is not None:
            progress(done, len(parts), what)
        make()
    note_compiled(game)
    if progress is not None:
        progress(len(parts), len(parts), "")


def _search(game: Game) -> Parts:
    state = deal(game.name, game.seats, "warm")
    view = state.observe(state.seat)
    moves = view.legal_moves[:1]
    return [
        ("moves", lambda: appraised(view)),
        ("worlds", lambda: Worlds.sample(view, 1)),
        ("playouts", lambda: Worlds.sample(view, 1).playouts(limit=1, threads=1)),
        ("foresight", lambda: Worlds.sample(view, 1).foreseen(moves)),
        ("endings", lambda: Worlds.sample(view, 1).solved(moves, nodes=1, threads=1)),
        ("portraits", lambda: portraits(Worlds.sample(view, 1), moves)),
        ("foretelling", lambda: foretold(Worlds.sample(view, 1), moves, blank_mind(game), 0)),
    ]


def _batches(game: Game) -> Parts:
    return [
        ("deals", lambda: Batch(game, n=1)),
        ("lists", lambda: Batch(game, n=1).legal()),
        ("masks", lambda: Batch(game, n=1).packed_masks() if Batch(game, n=1).layout.dense else None),
        ("random play", lambda: Batch(game, n=1).random_steps(1)),
        ("lessons", lambda: lessons(game, 1)),
    ]
