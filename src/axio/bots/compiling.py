"""The part of a bot that plays by the compiled kernel: whether its code is there, and how to get it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from axio.rules import game as game_of

Progress: TypeAlias = Callable[[int, int, str], None]  # done, of, what


class OnKernel:
    """Ready once the kernel's code for a game is on disk. Nothing is loaded before it is needed."""

    def ready(self, game: str, seats: int) -> bool:
        from axio.kernel.compiled import is_compiled

        return is_compiled(game_of(game, seats))

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        from axio.kernel import warm

        warm(game, seats, progress, batches=False)
