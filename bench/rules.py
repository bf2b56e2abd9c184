"""How fast the rules are: games a second, the cost of a step, and another implementation beside them.

Ours and theirs are measured in turns, in short bursts, so whatever else the machine does hits both alike.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import perf_counter

from rich.progress import track

import axio
from axio.bots import Work, make
from axio.rules import State
from bench.momaland_hex import BothFaces

TABLES = [(name, seats) for name in axio.game_names() for seats in range(1, 5)]
BURSTS, BURST_SECONDS = 15, 0.5
COLUMNS = ("play", "list", "len", "in", "observe", "prospects")


def random_game(name: str, seats: int, seed: int) -> None:
    """One game of random legal moves."""
    chance, state = Random(seed), axio.deal(name, seats, str(seed))
    while not state.over:
        moves = state.legal_moves
        state = state.play(moves[int(chance.random() * len(moves))]).after


def greedy_game(name: str, seats: int, seed: int) -> None:
    """One game of the bot `greedy` in every seat."""
    bot, chance, state = make("greedy"), Random(seed), axio.deal(name, seats, str(seed))
    while not state.over:
        state = state.play(bot.choose(state.observe(state.seat), Work(1), chance.randbytes(8)).move).after


def rate(game: Callable[[int], None], seconds: float) -> float:
    """Games a second."""
    games, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        game(games)
        games += 1
    return games / (perf_counter() - start)


def games_table(seconds: float) -> Iterator[str]:
    yield f"{'games/s':<12}{'random':>10}{'greedy':>10}"
    for name, seats in track(TABLES, "games", transient=True):
        at_random = rate(partial(random_game, name, seats), seconds)
        greedily = rate(partial(greedy_game, name, seats), seconds)
        yield f"{name + ' ' + str(seats):<12}{at_random:>10.0f}{greedily:>10.1f}"


def steps_table(games: int) -> Iterator[str]:
    yield f"{'µs, median':<12}" + "".join(f"{column:>11}" for column in COLUMNS)
    for name, seats in track(TABLES, "steps", transient=True):
        rows = [row for seed in range(games) for row in step_times(axio.deal(name, seats, str(seed)))]
        medians = [statistics.median(column) for column in zip(*rows, strict=True)]
        yield f"{name + ' ' + str(seats):<12}" + "".join(f"{median:>11.1f}" for median in medians)


def step_times(state: State) -> Iterator[tuple[float, ...]]:
    """Per ply of a random game, what each thing takes."""
    chance = Random(1)
    while not state.over:
        moves = state.legal_moves
        move = moves[int(chance.random() * len(moves))]
        yield (
            timed(partial(state.play, move)),
            timed(partial(list, state.legal_moves)),
            timed(state.legal_moves.__len__),
            timed(partial(state.legal_moves.__contains__, move)),
            timed(partial(state.observe, 0)),
            timed(partial(state.board.prospects, state.first)),
        )
        state = state.play(move).after


def timed(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return (perf_counter() - start) * 1e6


def beside_momaland() -> Iterator[str]:
    theirs = BothFaces()
    players = {"axio": partial(random_game, "hex", 2)}
    players |= {f"momaland moingenious {face}": partial(theirs.play, face) for face in theirs.faces}
    rates: dict[str, list[float]] = {player: [] for player in players}
    for _ in track(range(BURSTS), "beside MOMAland", transient=True):
        for player, game in players.items():
            rates[player].append(rate(game, BURST_SECONDS))
    yield f"hex, two seats, random games/s (medians of {BURSTS} bursts, in turns)"
    for player, found in rates.items():
        ratio = statistics.median(a / b for a, b in zip(rates["axio"], found, strict=True))
        yield f"  {player:<30}{statistics.median(found):8.0f}   ours is {ratio:.1f} × this"


if __name__ == "__main__":
    for table in (games_table(seconds=1.0), steps_table(games=5), beside_momaland()):
        print(*table, "", sep="\n", flush=True)
