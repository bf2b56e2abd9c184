"""How far luck lets anyone get: a player who sees every rack and the whole bag. `python -m bench.luck`.

It tries its moves as the bot `planner` does, but in the one true world: with the racks as they are and the
draws as they will come. No bot can play so. What it wins is about the most that search of this kind could win
against the same opponent, and what it still loses is luck.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import sha256

import numpy as np
from rich.progress import track

from axio.arena.statistics import mean, share_interval
from axio.bots import Bot, Work, make
from axio.encoding.actions import encode, mover_rack
from axio.kernel import Batch, Worlds, appraised
from axio.kernel.row import PLIES
from axio.rules import Move, game_names

MOVES = 48  # tried
POLICY = "denying"
OTHER_CHOICES = 1000  # plies: the draws stay the same, what the policy picks among equals does not


def clairvoyant(batch: Batch, work: int) -> Move:
    """The best move in the world as it is."""
    state = batch.store(0)
    moves = [move for move, _ in appraised(state, POLICY, MOVES)]
    copies = np.repeat(batch.rows, max(1, work // len(moves)), axis=0)
    copies[:, PLIES] += np.arange(len(copies), dtype=np.uint64) * np.uint64(OTHER_CHOICES)
    worlds = Worlds(batch.plan, mover_rack(state), copies)
    ended = worlds[:1].solved(moves) or worlds.playouts(moves, policy=POLICY)
    return moves[int(np.argmax(ended.win_shares(state.seat) + 0.01 * ended.margins(state.seat)))]


def play(name: str, number: int, seat: int, opponent: Bot, work: int) -> float:
    """One game; the share of the win of the player who sees everything, on this seat."""
    batch = Batch(name, 2, n=1, seed=number)
    ply = 0
    while not batch.over[0]:
        state = batch.store(0)
        if state.seat == seat:
            move = clairvoyant(batch, work)
        else:
            key = sha256(f"{name} {number} {ply}".encode()).digest()
            move = opponent.choose(state.observe(state.seat), Work(work), key).move
        batch.step([encode(batch.layout, move, mover_rack(state))])
        ply += 1
    first = batch.results()[1][0] == 1
    return float(first[seat] / first.sum())


def deals(name: str, opponent: Bot, count: int, work: int) -> Iterator[list[float]]:
    """Per deal the shares of the win, once on each seat."""
    for number in track(range(count), description=f"{name} against {opponent.name}"):
        yield [play(name, number, seat, opponent, work) for seat in (0, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=50, help="each is played from both seats")
    parser.add_argument("--work", type=int, default=1000, help="playouts a move, for both")
    parser.add_argument("--against", default="planner", help="the opponent, as the arena names it")
    parser.add_argument("--game", choices=game_names(), default="axio")
    given = parser.parse_args()
    shares = list(deals(given.game, make(given.against), given.deals, given.work))
    low, high = share_interval(shares)
    print(f"{given.game}, {2 * given.deals} games, work {given.work}: seeing everything wins", end=" ")
    print(f"{mean(shares):.1%} [{low:.1%}, {high:.1%}] against {given.against}")


if __name__ == "__main__":
    main()
