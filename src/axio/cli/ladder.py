"""`axio ladder`: every level against every other, and the page about it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from axio.arena import start_workers
from axio.rules import Malformed, game, game_names

from .command import complain, manual
from .match_options import Jobs, Ray, Threads, told
from .progress import watched
from .screen import Screen

if TYPE_CHECKING:
    from axio.arena.ladder import Goal, Requirement, Results

HELP = manual(
    """Measure how strong the levels are, and write docs/programmers/strength.md with its pictures.

    For each game and each number of seats every level meets every other; ratings, intervals, times and the
    requirements on the levels are worked out from all results. Whatever has been played is kept in a
    file of results, and never played again: stop at any time, go on with the same command. Results follow
    from the seed, so files from other machines can be joined: --results may be given several times, and new
    results go to the first.

    All of it takes many hours. --short does two seats and solo within ten minutes, as well as that goes;
    --minutes stops anything in time, and --minutes 0 plays nothing and writes the page anew.""",
    "axio ladder --short",
    "axio ladder --requirements # the promised matches only",
    "axio ladder --dial --game rota # the levels of the dial",
    "axio ladder --only careful-greedy --jobs 8 # one of them",
    "axio ladder --game hex --seats 2 --level careful --level planner",
    "axio ladder --minutes 0 --results all.jsonl --results more.jsonl # join, and write the page",
)
SHORT = 8.0  # minutes of play, with time left for the rest


def ladder(
    short: Annotated[bool, typer.Option("--short", help="Two seats and solo, ten minutes in all.")] = False,
    requirements: Annotated[
        bool, typer.Option("--requirements", help="Only the matches of the requirements.")
    ] = False,
    dial: Annotated[
        bool, typer.Option("--dial", help="Only the levels of the dial, each against the level below.")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this requirement. Repeat for more.")
    ] = None,
    games: Annotated[
        list[str] | None, typer.Option("--game", metavar="NAME", help="Only this game. Repeat for more.")
    ] = None,
    seats: Annotated[
        list[int] | None, typer.Option(metavar="N", help="Only with so many seats. Repeat for more.")
    ] = None,
    levels: Annotated[
        list[str] | None, typer.Option("--level", metavar="NAME", help="Only these levels. Repeat for more.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="N", min=0, help="Begin no deal after so many minutes.")
    ] = None,
    results: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Where results are kept.", show_default="strength/results.jsonl"),
    ] = None,
    docs: Annotated[
        str, typer.Option(metavar="DIR", help="The folder to write the page in.")
    ] = "docs/programmers",
    page: Annotated[bool, typer.Option("--page/--no-page", help="Time the moves and write the page.")] = True,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help="All deals and all chance follow from it.")
    ] = "ladder",
    jobs: Jobs = None,
    threads: Threads = None,
    ray: Ray = None,
    bars: Annotated[bool, typer.Option("--bars", hidden=True)] = False,  # the requirements' old name
) -> None:
    from axio.arena.ladder import Results, chosen, dial_goals, missing, play, prepare, seats_taken

    folder = Path(docs)
    known = Results([Path(name) for name in results or [str(folder / "strength" / "results.jsonl")]])
    named = chosen(only or [])
    if dial:
        wanted = dial_goals(_checked_games(games or ()), seed)
    else:
        wanted = _goals(
            named if requirements or bars or only else None,
            short,
            games or (),
            seats or (),
            levels or (),
            seed,
        )
    limit = minutes if minutes is not None else SHORT if short else float("inf")
    end = monotonic() + 60 * limit
    with told():
        if limit != 0 and (todo := missing(wanted, known)):
            for place, count, bot in seats_taken(fixture for fixture, _ in todo):
                prepare(bot, place, count)
            with start_workers(jobs, threads, ray) as workers:
                for _ in watched(play(todo, known, workers, end), len(todo), "deals"):
                    pass
        if page:
            _finish(wanted, known, folder, seed, timed=limit != 0)
    if known.differing:
        complain(f"{known.differing} deals are told differently by two files: the first was kept of each")
    Screen().console.print(_verdicts(named, known, seed))


def _goals(
    requirements: Sequence[Requirement] | None,
    short: bool,
    games: Sequence[str],
    seats: Sequence[int],
    levels: Sequence[str],
    seed: str,
) -> list[Goal]:
    """What is to be played: some requirements, or a part of the ladder, or all of it with all of them."""
    from axio.arena.ladder import REQUIREMENTS, checked, dial_goals, goals, plan

    if requirements is not None:
        return goals(requirements, seed)
    if wrong := [count for count in seats if count not in range(1, 5)]:
        raise Malformed(f"{wrong[0]} is not a number of seats: expected 1 to 4")
    known = _checked_games(games)
    part = plan.ladder(known, seats or ((2, 1) if short else (2, 1, 3, 4)), checked(tuple(levels)), seed)
    if short or games or seats or levels:
        return part
    return part + goals(REQUIREMENTS, seed) + dial_goals(known, seed)


def _checked_games(games: Sequence[str]) -> Sequence[str]:
    """These games, or all of them where none is named."""
    for name in games:
        game(name, 2)
    return games or game_names()


def _finish(wanted: Sequence[Goal], known: Results, docs: Path, seed: str, timed: bool) -> None:
    """Time the moves, where that is still to be done, and write the page and its pictures."""
    from axio.arena.ladder import FOLDER, StrengthPage, timing, untimed

    slow = untimed(wanted, known) if timed else []
    for each in watched(slow, len(slow), "times"):
        known.add_timing(timing(*each))
    made = StrengthPage(known, seed, date.today().isoformat(), shlex.join(["axio", *sys.argv[1:]]))
    (docs / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, picture in made.pictures.items():
        (docs / FOLDER / name).write_text(picture + "\n", encoding="utf-8")
    (docs / "strength.md").write_text(made.text(), encoding="utf-8")
    known.compact()


def _verdicts(requirements: Sequence[Requirement], known: Results, seed: str) -> Table:
    table = Table("requirement", "wanted", "seen", "")
    for each in requirements:
        lacking = each.lacking()
        seen = None if lacking else each.seen(known, seed)
        if seen is None:
            table.add_row(each.name, each.wanted, f"no {lacking} here" if lacking else "not played yet", "")
        else:
            table.add_row(each.name, each.wanted, seen.told, "met" if seen.met else "missed")
    return table
