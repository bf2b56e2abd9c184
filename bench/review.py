"""What shows that reviews are right: luck, marks with another key, planted blunders, the order of the bots.
`python -m bench.review`, or a part: `python -m bench.review --game hex --seats 4 --check key blunders`.

It prints figures, per game. The bars they are held against are in docs/programmers/review.md.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from statistics import fmean, stdev

import numpy as np

from axio.bots import Work, make
from axio.kernel import Worlds
from axio.review import Decision, review
from axio.review.grading import grade
from axio.review.reviewing import decision_of
from axio.rules import Move, Observation, Record, deal, game_names

FOUND = ("mistake", "blunder")
CHECKS = ("luck", "key", "blunders", "alarms", "order")
TRIED = 8  # moves among which a blunder is planted


def play(game: str, bots: tuple[str, ...], seed: str, work: int) -> Record:
    """One game between bots."""
    state, moves = deal(game, len(bots), seed), list[Move]()
    while not state.over:
        key = sha256(f"{seed} {len(moves)}".encode()).digest()
        bot = make(bots[state.seat])
        moves.append(bot.choose(state.observe(state.seat), Work(work), key).move)
        state = state.play(moves[-1]).after
    return Record(game, len(bots), seed, tuple(moves))


def graded(records: list[Record], work: int, key: str) -> list[list[Decision]]:
    """The decisions of games, without their luck: that takes half as long as whole reviews."""
    return [[decision_of(step, ply, work, key) for ply, step in enumerate(each.steps())] for each in records]


def luck(records: list[Record], work: int) -> None:
    """Its mean, and how much of the result's variance it explains."""
    found = [review(each, work=work, key="a") for each in records]
    lucks = np.array([each.accounts[0].luck for each in found])
    results = np.array([each.accounts[0].result for each in found])
    error = lucks.std(ddof=1) / np.sqrt(len(lucks))
    ratio = (results - lucks).var(ddof=1) / results.var(ddof=1)
    print(f"  luck of seat 0: mean {lucks.mean():+.3f} ± {error:.3f}, spread {lucks.std(ddof=1):.3f}")
    print(f"  variance of result less luck, beside that of the result: {ratio:.2f}")


def other_key(first: list[list[Decision]], second: list[list[Decision]]) -> None:
    """Of the moves marked in either review, the part that is marked in both."""
    pairs = [[{d.ply for d in each if d.mark} for each in both] for both in zip(first, second, strict=True)]
    either, both = sum(len(a | b) for a, b in pairs), sum(len(a & b) for a, b in pairs)
    print(f"  marks: {fmean(len(a) for a, _ in pairs):.1f} a game; with another key {both} of {either} again")


def planted(view: Observation, worlds: int, seed: int) -> tuple[list[Move], np.ndarray]:
    """Some moves and what playouts say of each."""
    moves = list(view.legal_moves)
    some = [moves[at * (len(moves) - 1) // (TRIED - 1)] for at in range(min(TRIED, len(moves)))]
    return some, Worlds.sample(view, worlds, seed).playouts(some, policy="guessing").win_shares(view.seat)


def blunders(records: list[Record], work: int, worlds: int) -> None:
    """Moves that playouts say cost a tenth of a win: how many get the mark of a mistake at least."""
    tried = found = 0
    for view, ply in positions(records):
        moves, shares = planted(view, worlds, 99)
        at = int(np.argmin(shares))
        again = Worlds.sample(view, worlds, 7).playouts(
            [moves[int(np.argmax(shares))], moves[at]], policy="guessing"
        )
        best, worst = again.win_shares(view.seat)
        if best - worst >= 0.1:
            tried += 1
            found += grade(view, moves[at], ply, work, "").mark in FOUND
    print(f"  planted blunders found: {found} of {tried}")


def alarms(found: list[list[Decision]], records: list[Record], worlds: int) -> None:
    """Marks of a mistake at least on moves that playouts say cost less than a hundredth."""
    marked = false = decisions = 0
    for each, record in zip(found, records, strict=True):
        decisions += len(each)
        for decision in each:
            if decision.mark in FOUND and not decision.decided:
                marked += 1
                view = record.state(decision.ply).observe(decision.seat)
                moves = [m for m in view.legal_moves if str(m) in (decision.best, decision.played)]
                shares = (
                    Worlds.sample(view, worlds, 7).playouts(moves, policy="guessing").win_shares(view.seat)
                )
                cost = dict(zip(map(str, moves), shares, strict=True))
                false += bool(cost[decision.best] - cost[decision.played] < 0.01)
    print(f"  false alarms: {false} of {marked} marks, in {decisions} decisions")


def positions(records: list[Record]) -> Iterator[tuple[Observation, int]]:
    for record in records:
        for ply, step in enumerate(record.steps()):
            if ply % 9 == 5 and not step.before.asked and len(step.before.legal_moves) > 1:
                yield step.before.observe(step.before.seat), ply


def order(game: str, seats: int, games: int, work: int, levels: list[str]) -> None:
    """The mean cost of each bot's decisions, bots that are next to each other playing in turn."""
    costs = defaultdict(list)
    for pair in pairwise(levels):
        for number in range(games):
            seating = tuple(pair[(seat + number) % 2] for seat in range(seats))
            found = review(play(game, seating, f"order {number}", 1000), work=work)
            for bot, grades in zip(seating, found.grades, strict=True):
                costs[bot].append(grades.mean_cost)
    told = [f"{bot} {100 * fmean(each):.1f} ± {100 * _error(each):.1f}" for bot, each in costs.items()]
    print(f"  mean cost in %: {', '.join(told)}")


def _error(numbers: list[float]) -> float:
    return stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--work", type=int, default=6000)
    parser.add_argument("--worlds", type=int, default=10_000, help="playouts that judge a planted move")
    parser.add_argument("--bots", default="sprout,greedy,careful,planner,master", help="from the weakest up")
    parser.add_argument("--game", choices=game_names(), nargs="*", default=list(game_names()))
    parser.add_argument("--check", choices=CHECKS, nargs="*", default=list(CHECKS))
    given = parser.parse_args()
    for game in given.game:
        print(f"{game} for {given.seats}, {given.games} games of greedy, work {given.work}", flush=True)
        seeds = [f"bench {number}" for number in range(given.games)]
        records = [play(game, ("greedy",) * given.seats, seed, 1) for seed in seeds]
        _checks(game, records, given)


def _checks(game: str, records: list[Record], given: argparse.Namespace) -> None:
    wanted, work = given.check, given.work
    if "luck" in wanted:
        luck(records, work)
    first = graded(records, work, "a") if {"key", "alarms"} & {*wanted} else []
    if "key" in wanted:
        other_key(first, graded(records, work, "b"))
    if "blunders" in wanted:
        blunders(records, work, given.worlds)
    if "alarms" in wanted:
        alarms(first, records, given.worlds)
    if "order" in wanted:
        order(game, given.seats, max(1, given.games // 10), work, given.bots.split(","))


if __name__ == "__main__":
    main()
