"""Games to play in tests: every registered one, and a small one that only the tests know."""

from collections.abc import Iterator
from random import Random

from axio.rules import Observation, State, deal

TOY = "patch"
GAMES = ("axio", "rota", "hex", TOY)
TABLES = [(game, seats) for game in GAMES for seats in range(1, 5)]


def states(game: str, seats: int, seed: str = "7") -> Iterator[State]:
    """The states of a random game in which somebody is to move."""
    chance = Random(f"{game} {seats} {seed}")
    state = deal(game, seats, seed)
    while not state.over:
        yield state
        state = state.play(chance.choice(state.legal_moves)).after


def views(game: str, seats: int, seed: str = "7") -> list[Observation]:
    """What the seat to move sees, all through a random game."""
    return [state.observe(state.seat) for state in states(game, seats, seed)]
