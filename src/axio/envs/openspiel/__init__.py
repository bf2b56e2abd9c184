"""The games for OpenSpiel. Importing this package registers `python_axio`.

Load a game with `pyspiel.load_game("python_axio(game=hex,seats=3)")`.
"""

from __future__ import annotations

from .game import SHORT_NAME, SpielGame, SpielState, register

register()

__all__ = ["SHORT_NAME", "SpielGame", "SpielState"]
