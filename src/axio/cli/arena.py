"""`axio arena`: bots against bots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from axio.arena import Match, Played, Standing, cores, play, standings, write_record
from axio.bots import USUAL, BotFailed, Work, listing, make
from axio.rules import Malformed

from .faults import complain
from .manual import manual
from .screen import Screen

HELP = manual(
    """Let bots play each other, and say how well each did.

    As many names as seats. Every deal is played once in each rotation of the seats, so that luck cancels
    out; the interval around a share of the wins covers the true one 95 times in 100. The result follows from
    the seed, whatever --jobs says; only the milliseconds depend on the machine.

    Bots: random, greedy, careful and others that --list shows, with options as in careful:weight=0.5; or
    exec:COMMAND, any program that plays over lines of JSON.""",
    "axio arena careful greedy --games 400 --seed 7",
    "axio arena careful:weight=0.5 greedy random --game hex",
    "axio arena greedy --game rota --json # solo",
    "axio arena careful greedy --records games # for axio export",
    'axio arena "exec:python my_bot.py" careful # a program',
)
FAILED = 1
T = TypeVar("T")


def _list(asked: bool) -> None:
    if not asked:
        return
    screen = Screen()
    for each in listing():
        screen.say(f"{each.name:<10}{each.description}")
        if each.options:
            screen.say(f"options: {', '.join(map(str, each.options))}", indent=10)
    raise typer.Exit


def arena(
    bots: Annotated[list[str], typer.Argument(metavar="BOT…", help="As many as seats; one plays solo.")],
    game: Annotated[str, typer.Option(metavar="NAME", help="axio, rota or hex.")] = "axio",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games in all.")] = 100,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="All deals and all chance follow from it.")] = "1",
    work: Annotated[
        int, typer.Option(metavar="N", min=1, help="How much each bot may think about a move.")
    ] = USUAL.amount,
    records: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write every game there, one file each.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes.", show_default="one a core")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    listed: Annotated[
        bool, typer.Option("--list", callback=_list, is_eager=True, help="Show the bots there are, and stop.")
    ] = False,
) -> None:
    match = Match(game, tuple(make(bot) for bot in bots), games, seed, Work(work))
    folder = _folder(records) if records is not None else None
    try:
        played = list(watched(_kept(match, folder, jobs or cores()), games, "games"))
    except (BotFailed, BrokenProcessPool) as fault:
        complain(fault)
        raise typer.Exit(FAILED) from None
    results = standings(match, played)
    if as_json:
        print(json.dumps(as_data(match, results)))
    else:
        Screen().console.print(as_table(match, results))


def as_data(match: Match, results: Iterable[Standing]) -> dict[str, object]:
    """The result as `--json` prints it."""
    return {
        "game": match.game,
        "seats": match.seats,
        "games": match.games,
        "bots": [standing.as_data() for standing in results],
    }


def as_table(match: Match, results: Iterable[Standing]) -> Table:
    """The result as a person reads it."""
    seats = f"{match.seats} seat{'s' if match.seats > 1 else ''}"
    table = Table(title=f"{match.game}, {seats}, {match.games} games, seed {match.seed}")
    table.add_column("bot", overflow="fold")
    for heading in ("wins", "95 %", "mean low", "95 %", "ms a move"):
        table.add_column(heading, justify="right")
    for each in results:
        table.add_row(
            each.bot,
            f"{100 * each.win_share:.1f} %",
            _span(each.interval, 100, " %"),
            f"{each.mean_low:.2f}",
            _span(each.low_interval, 1, ""),
            f"{each.ms_per_move:.2f}",
        )
    return table


def watched(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The same things, with a bar on standard error where that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(things, total=total)


def _kept(match: Match, folder: Path | None, jobs: int) -> Iterator[Played]:
    """The games of a match, each written down as soon as it is over."""
    for played in play(match, jobs):
        if folder is not None:
            write_record(folder, match, played)
        yield played


def _folder(name: str) -> Path:
    folder = Path(name)
    if folder.exists() and not folder.is_dir():
        raise Malformed(f"{name} is a file: expected a folder for the records")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _span(interval: tuple[float, float], scale: float, unit: str) -> str:
    low, high = interval
    return f"{scale * low:.1f} – {scale * high:.1f}{unit}" if high < float("inf") else ""
