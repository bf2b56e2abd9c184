"""Calibrate the dial: which blur each level has. `python -m bench.dial --game axio --minutes 20`.

Every deal goes to a file of results as soon as it is played, so the same command goes on where it stopped,
and files from several machines can be joined. It prints Elo by blur and the blurs that belong into
`axio.bots.levels.BLURS`; `axio ladder --dial` then plays the levels against their neighbours.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic

from axio.arena import start_workers
from axio.arena.ladder import Goal, Results, missing, play, prepare, seats_taken
from axio.arena.ladder.dial import (
    calibrated,
    calibration_goals,
    contenders,
    number_of_levels,
    without_master,
)
from axio.cli.progress import watched
from axio.rules import game_names

RESULTS = Path("docs/programmers/strength/dial.jsonl")


def played(goals: list[Goal], known: Results, minutes: float, jobs: int | None) -> None:
    """Play what is missing, as long as there is time."""
    todo = missing(goals, known) if minutes else []
    if not todo:
        return
    for game, seats, bot in seats_taken(fixture for fixture, _ in todo):
        prepare(bot, game, seats)
    with start_workers(jobs) as workers:
        for _ in watched(play(todo, known, workers, monotonic() + 60 * minutes), len(todo), "deals"):
            pass


def show_calibration(game: str, goals: list[Goal], known: Results, levels: int, ahead: float | None) -> None:
    """What the results say about the blurs."""
    for goal in goals:
        if deals := known.of(goal.fixture.key):
            wins = sum(game[0] for each in deals.values() for game in each.shares)
            print(f"{' against '.join(goal.fixture.bots)}: {wins:g} of {2 * len(deals)}")
    found = calibrated(goals, known, levels, ahead)
    if found is None:
        print(f"{game}: not enough was played yet")
        return
    print(", ".join(f"{blur:g}: {elo:.0f}" for blur, elo in found.elo.items()), f"master: {found.top:.0f}")
    print(f'"{game}": {found.blurs},  # {found.step:.0f} Elo a step')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", choices=game_names(), default="axio")
    parser.add_argument("--deals", type=int, default=200, help="for each pair, from both seats")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="0 plays nothing")
    parser.add_argument("--levels", type=int, help="of the dial, both ends included")
    parser.add_argument("--ahead", type=float, help="Elo of master above the network, instead of matches")
    parser.add_argument("--results", type=Path, nargs="+", default=[RESULTS])
    parser.add_argument("--seed", default="dial")
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    known = Results(given.results)
    names = contenders() if given.ahead is None else without_master(contenders())
    goals = calibration_goals(given.game, given.deals, given.seed, names)
    played(goals, known, given.minutes, given.jobs)
    levels = given.levels or number_of_levels(given.game)
    show_calibration(given.game, goals, known, levels, given.ahead)


if __name__ == "__main__":
    main()
