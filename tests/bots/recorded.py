"""What `net` and `master` chose on recorded positions: `python -m tests.bots.recorded` writes the file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypeAlias

from axio.bots import Budget, Greedy, Work, make
from axio.rules import Observation, deal

FILE = Path(__file__).parents[1] / "data" / "choices.json"
GAMES = ("axio", "rota", "hex")
SEEDS = range(10)  # for every number of seats
EACH = 5  # positions of a game, spread over it
STRAY = 0.2  # of the moves are random
QUICK, AMPLE = Work(400), Work(20_000)
AMPLE_AT = (77, 117, 157)  # numbers of positions: for two, three and four seats

Choices: TypeAlias = dict[str, str]  # "seats seed ply bot work" to the move's text


def positions(game: str) -> Iterator[tuple[str, Observation]]:
    """200 positions as "seats seed ply", from games that `greedy` plays with some random moves."""
    for seats in range(1, 5):
        for seed in SEEDS:
            views = _game(game, seats, seed)
            for part in range(EACH):
                ply = (2 * part + 1) * len(views) // (2 * EACH)
                yield f"{seats} {seed} {ply}", views[ply]


def _game(game: str, seats: int, seed: int) -> list[Observation]:
    """What the seat to move sees, all through one game."""
    views = []
    state = deal(game, seats, f"recorded {seed}")
    chance = Random(f"{game} {seats} {seed}")
    while not state.over:
        view = state.observe(state.seat)
        views.append(view)
        if chance.random() < STRAY:
            move = chance.choice(view.legal_moves)
        else:
            move = Greedy().choose(view, Work(1), chance.randbytes(8)).move
        state = state.play(move).after
    return views


def choices(game: str) -> Choices:
    """Every position with what the bots choose there."""
    found = {}
    for number, (name, view) in enumerate(positions(game)):
        found[f"{name} net"] = choice("net", view, QUICK)
        found[f"{name} master"] = choice("master", view, QUICK)
        if number in AMPLE_AT:
            found[f"{name} master ample"] = choice("master", view, AMPLE)
    return found


def choice(bot: str, view: Observation, budget: Budget) -> str:
    return str(make(bot).choose(view, budget, b"recorded").move)


if __name__ == "__main__":
    FILE.write_text(json.dumps({game: choices(game) for game in GAMES}, indent=0) + "\n")
