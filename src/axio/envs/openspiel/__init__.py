"""OpenSpiel: `import axio.envs.openspiel`, then `pyspiel.load_game("python_axio(game=hex,seats=3)")`."""

from __future__ import annotations

from .game import SHORT_NAME, SpielGame, register
from .state import SpielState

register()

__all__ = ["SHORT_NAME", "SpielGame", "SpielState"]
