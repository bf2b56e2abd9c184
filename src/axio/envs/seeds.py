"""Seeds of environments: which game a number deals."""

from __future__ import annotations

from axio.rules import State, game
from axio.rules.draws import counted_key
from axio.rules.state import dealt


def game_of_seed(name: str, seats: int, seed: int, number: int = 0) -> State:
    """Game `number` of an environment's seed as the plain rules deal it and play it on.

    `reset(seed=7)` deals game 0 of seed 7, and every reset without a seed the next one. Game i of a vector
    environment with seed 7 has seed 7 + i.
    """
    return dealt(game(name, seats), counted_key(seed, number))
