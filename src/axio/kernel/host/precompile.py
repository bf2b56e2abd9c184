"""Is a game's code compiled? If not, compile it ahead: minutes the first time, a second from then on.

Asking loads no compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from axio.rules import Game, deal
from axio.rules import game as game_of

from .cache import family_folder, family_of

MARK = "ready"

Progress: TypeAlias = Callable[[int, int, str], None]  # parts done, of how many, the next
Parts: TypeAlias = list[tuple[str, Callable[[], object]]]


def is_compiled(game: Game) -> bool:
    """Whether everything a game needs is on disk, to be loaded within a second or so."""
    return (family_folder(family_of(game)) / MARK).exists()


def _mark_compiled(game: Game) -> None:
    """Everything a game needs has been compiled; where no folder can be written nothing is noted."""
    try:
        (family_folder(family_of(game)) / MARK).touch()
    except OSError:
        return


def warm(game: Game | str, seats: int = 2, progress: Progress | None = None, *, batches: bool = True) -> None:
    """Compile and load everything that bots and batches (or bots alone) need of a game. `progress` is told
    each part.

    One family of games is compiled once: after AXIO for two, hex for four is ready too.
    """
    game = game_of(game, seats) if isinstance(game, str) else game
    parts = _search(game) + (_batches(game) if batches else [])
    for done, (what, make) in enumerate(parts):
        if progress is not None:
            progress(done, len(parts), what)
        make()
    _mark_compiled(game)
    if progress is not None:
        progress(len(parts), len(parts), "")


def _search(game: Game) -> Parts:
    from .network_evaluation import afterstates, blank_mlp, evaluate, truncated_rollouts
    from .worlds import Worlds, appraised

    state = deal(game.name, game.seats, "warm")
    view = state.observe(state.seat)
    moves = view.legal_moves[:1]
    mlp = blank_mlp(game)
    return [
        ("moves", lambda: appraised(view)),
        ("worlds", lambda: Worlds.sample(view, 1)),
        ("playouts", lambda: Worlds.sample(view, 1).playouts(limit=1, threads=1)),
        ("lookahead", lambda: Worlds.sample(view, 1).lookahead(moves)),
        ("endings", lambda: Worlds.sample(view, 1).solved(moves, nodes=1, threads=1)),
        ("features", lambda: evaluate(game, mlp, afterstates(Worlds.sample(view, 1), moves).features)),
        ("rollouts", lambda: truncated_rollouts(Worlds.sample(view, 1), moves, mlp, 0)),
    ]


def _batches(game: Game) -> Parts:
    from .batch import Batch
    from .selfplay_batch import selfplay
    from .stepping import Settings, Stepping

    return [
        ("deals", lambda: Batch(game, n=1)),
        ("lists", lambda: Batch(game, n=1).legal()),
        ("masks", lambda: Batch(game, n=1).packed_masks() if Batch(game, n=1).layout.dense else None),
        ("random play", lambda: Batch(game, n=1).random_steps(1)),
        ("self-play", lambda: selfplay(game, 1)),
        ("steps", lambda: Stepping(Batch(game, n=1), Settings()).prepare()),
    ]
