"""How fast the rules are: games a second and the cost of a step, beside another implementation of the hex game.

Ours and theirs are measured in turns, in short bursts, so that whatever else the machine does hits both alike.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

import axio
from axio.bots import Budget, make_bot
from axio.rules import State
from bench.momaland_hex import BothFaces

BURSTS = 15
BURST_SECONDS = 0.5


def random_game(name: str, seats: int, seed: int, chance: Random) -> int:
    """One game of random legal moves; how many moves it took."""
    state, plies = axio.deal(name, seats, str(seed)), 0
    while not state.over:
        moves = state.legal_moves
        state = state.play(moves[int(chance.random() * len(moves))]).after
        plies += 1
    return plies


def greedy_game(name: str, seats: int, seed: int, chance: Random) -> int:
    bot, budget = make_bot("greedy"), Budget.of_work(1)
    state, plies = axio.deal(name, seats, str(seed)), 0
    while not state.over:
        state = state.play(bot.choose(state.observe(state.seat), budget, chance.randbytes(8)).move).after
        plies += 1
    return plies


def rate(game: Callable[[int], object], seconds: float) -> float:
    """Games a second."""
    games, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        game(games)
        games += 1
    return games / (perf_counter() - start)


def games_table(seconds: float) -> None:
    print(f"{'games/s':<12}{'random':>10}{'greedy':>10}")
    for name in axio.game_names():
        for seats in range(1, 5):
            chance = Random(1)
            at_random = rate(lambda seed, n=name, s=seats: random_game(n, s, seed, chance), seconds)  # type: ignore[misc]
            greedily = rate(lambda seed, n=name, s=seats: greedy_game(n, s, seed, chance), seconds)  # type: ignore[misc]
            print(f"{name + ' ' + str(seats):<12}{at_random:>10.0f}{greedily:>10.1f}")


def beside_momaland() -> None:
    theirs, chance = BothFaces(), Random(1)
    ours: list[float] = []
    faces: dict[str, list[float]] = {"env": [], "raw_env": []}
    for burst in range(BURSTS):
        ours.append(rate(lambda seed: random_game("hex", 2, seed, chance), BURST_SECONDS))
        for face, rates in faces.items():
            rates.append(rate(lambda seed, f=face: theirs.play(f, seed), BURST_SECONDS))  # type: ignore[misc]
        progress(burst + 1, BURSTS)
    print(f"\nhex, two seats, random games/s (medians of {BURSTS} bursts in turn)")
    print(f"  axio                      {statistics.median(ours):8.0f}")
    for face, rates in faces.items():
        ratio = statistics.median(a / b for a, b in zip(ours, rates, strict=True))
        print(f"  momaland moingenious {face:<8}{statistics.median(rates):5.0f}   ours is {ratio:.1f} ×")


def progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r  {done}/{total}", end="\r", file=sys.stderr, flush=True)


def timed(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return (perf_counter() - start) * 1e6


def steps_table(games: int) -> None:
    print(f"\n{'µs, median':<12}{'play':>8}{'list':>8}{'len':>8}{'in':>8}{'observe':>9}{'prospects':>11}")
    for name in axio.game_names():
        for seats in range(1, 5):
            rows = [row for seed in range(games) for row in step_times(axio.deal(name, seats, str(seed)))]
            medians = [statistics.median(column) for column in zip(*rows, strict=True)]
            cells = "".join(f"{m:>{w}.1f}" for m, w in zip(medians, (8, 8, 8, 8, 9, 11), strict=True))
            print(f"{name + ' ' + str(seats):<12}{cells}")


def step_times(state: State) -> list[tuple[float, ...]]:
    chance, rows = Random(1), []
    while not state.over:
        moves = state.legal_moves
        move = moves[int(chance.random() * len(moves))]
        now, board, first = state, state.board, state.first
        rows.append(
            (
                timed(lambda now=now, move=move: now.play(move)),  # type: ignore[misc]
                timed(lambda now=now: list(now.legal_moves)),  # type: ignore[misc]
                timed(lambda now=now: len(now.legal_moves)),  # type: ignore[misc]
                timed(lambda now=now, move=move: move in now.legal_moves),  # type: ignore[misc]
                timed(lambda now=now: now.observe(0)),  # type: ignore[misc]
                timed(lambda board=board, first=first: board.prospects(first)),  # type: ignore[misc]
            )
        )
        state = state.play(move).after
    return rows


if __name__ == "__main__":
    games_table(seconds=1.0)
    steps_table(games=5)
    beside_momaland()
