"""How far luck lets anyone get: a player who sees every rack and the whole bag. `python -m bench.luck`.

It searches as the bot `planner` does, but with the racks as they are and the tiles that come next out of the
bag. No bot can play so. In its playouts every seat goes on by a policy that does not peek at the next rack
(`guessing`): one that does would already be what is measured. Beside what the planner itself wins against the
same opponent, with the same policy, it shows what hidden tiles are worth to search of this kind; what even
this player loses is luck, or plans that reach further.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from random import Random

import numpy as np
from rich.progress import track

from axio.arena.statistics import mean, share_interval
from axio.bots import Bot, Planner, Work, make, search
from axio.encoding.actions import encode, mover_rack
from axio.kernel import Batch, Worlds
from axio.kernel.device.shared.rng import draw_tile
from axio.kernel.device.shared.row import BAG_SIZE, DRAWN, KEY, Kinds
from axio.rules import Move, Observation, game_names

# Of the bag it uses the next tiles only: to follow its whole order to the end would be to follow one game of
# many, and the first move that nobody foresaw makes it another.
AHEAD = 8


@dataclass(frozen=True)
class Clairvoyant:
    """The planner's search with other worlds: all have the true racks, and the tiles that come next."""

    batch: Batch
    work: int
    policy: str = "guessing"

    def choose(self, key: bytes) -> Move:
        state, planner = self.batch.store(0), Planner(policy=self.policy)
        candidates = search.LookaheadCandidates(planner.policy, planner.wide, source=self.worlds)
        trying, schedule = search.PlayoutEvaluator(planner.policy), search.schedule_of(Work(self.work), 0.0)
        view = state.observe(state.seat)
        found = search.halve(view, key, schedule, candidates, trying, planner.width, source=self.worlds)
        return found.moves[0]

    def worlds(self, view: Observation, numbers: range, seed: int) -> Worlds:
        """As `Worlds.sample`, but what is hidden is as it is."""
        rows = np.repeat(self.batch.rows, len(numbers), axis=0)
        rows[:, KEY] = [Random(f"{seed} {number}").getrandbits(64) for number in numbers]
        return Worlds(self.batch.plan, view.rack, rows, coming(self.batch))


def coming(batch: Batch) -> Kinds:
    """The tiles that are drawn next, whoever draws them, by the number of the draw."""
    row, table = batch.rows.copy()[0], batch.plan.tables
    drawn, nothing = int(row[DRAWN]), np.empty(0, np.int8)
    ahead = min(AHEAD, int(row.view(np.uint8)[BAG_SIZE]))
    with np.errstate(over="ignore"):
        kinds = [int(draw_tile(row.view(np.uint8), row, table, nothing)) for _ in range(ahead)]
    return np.array([-1] * drawn + kinds, np.int8)


def play(name: str, number: int, seat: int, opponent: Bot, work: int, policy: str) -> float:
    """One game; the share of the win of the player who sees everything, on this seat."""
    batch = Batch(name, 2, n=1, seed=number)
    ply = 0
    while not batch.over[0]:
        state = batch.store(0)
        key = sha256(f"{name} {number} {ply}".encode()).digest()
        if state.seat == seat:
            move = Clairvoyant(batch, work, policy).choose(key)
        else:
            move = opponent.choose(state.observe(state.seat), Work(work), key).move
        batch.step([encode(batch.layout, move, mover_rack(state))])
        ply += 1
    first = batch.results()[1][0] == 1
    return float(first[seat] / first.sum())


def deals(name: str, opponent: Bot, count: int, work: int, policy: str) -> Iterator[list[float]]:
    """Per deal the shares of the win, once on each seat."""
    for number in track(range(count), description=f"{name} against {opponent.name}"):
        yield [play(name, number, seat, opponent, work, policy) for seat in (0, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=50, help="each is played from both seats")
    parser.add_argument("--work", type=int, default=1000, help="playouts a move, for both")
    parser.add_argument("--against", default="planner:policy=guessing", help="as the arena names it")
    parser.add_argument("--game", choices=game_names(), nargs="+", default=game_names())
    parser.add_argument("--policy", default="guessing", help="of the kernel: how playouts go on")
    given = parser.parse_args()
    for game in given.game:
        shares = list(deals(game, make(given.against), given.deals, given.work, given.policy))
        low, high = share_interval(shares)
        print(f"{game}, {2 * given.deals} games, work {given.work}: seeing everything wins", end=" ")
        print(f"{mean(shares):.1%} [{low:.1%}, {high:.1%}] against {given.against}", flush=True)


if __name__ == "__main__":
    main()
