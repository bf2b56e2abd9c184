"""`axio arena`: bots against bots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from axio.arena import BotStanding, Match, Played, Sprt, Workers, standings, start_workers, write_record
from axio.bots import USUAL, listing, make
from axio.bots.program import PATIENCE
from axio.rules import Malformed

from .command import any_game, complain, manual
from .match_options import FAILED, Jobs, Logs, Patience, Ray, Threads, for_programs, told, works
from .progress import warmed, watched
from .screen import Screen

HELP = manual(
    """Let bots play each other, and say how well each did.

    As many names as seats. Every deal is played once in each rotation of the seats, so that luck cancels
    out; the interval around a share of the wins covers the true one 95 times in 100. The result follows from
    the seed, whatever --jobs or --ray say; only the milliseconds depend on the machine.

    --sprt 0,50 asks whether the first of two bots is 50 Elo stronger than the second, or not stronger at all,
    and stops as soon as that can be said with 5 % error either way. --games is then the most it may take.

    Bots: random, greedy, careful and others that --list shows, with options as in careful:weight=0.5; or
    exec:COMMAND, any program that plays over lines of JSON; NAME=exec:COMMAND gives it a name.

    A bot that fails forfeits its game, and the match goes on; then the exit status is 1.""",
    "axio arena careful greedy --games 400 --seed 7",
    "axio arena careful:weight=0.5 greedy random --game hex",
    "axio arena greedy --game rota --json # solo",
    "axio arena careful greedy careful:weight=1 --work 1000,1000,500 # work for each",
    "axio arena careful careful:weight=1 --sprt 0,50 --games 2000 # until decided",
    "axio arena careful greedy --records games # for axio export",
    'axio arena "mine=exec:python my_bot.py" careful --patience 10 # a program',
)


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
    game: Annotated[str, typer.Option(metavar="NAME", help=any_game())] = "axio",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games in all.")] = 100,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="All deals and all chance follow from it.")] = "1",
    work: Annotated[
        str, typer.Option(metavar="N[,N…]", help="How much each bot may think about a move.")
    ] = str(USUAL.amount),
    sprt: Annotated[
        str | None, typer.Option(metavar="LOW,HIGH", help="Stop once one of two Elo differences is refuted.")
    ] = None,
    records: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write every game there, one file each.")
    ] = None,
    patience: Patience = PATIENCE,
    logs: Logs = None,
    jobs: Jobs = None,
    threads: Threads = None,
    ray: Ray = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    listed: Annotated[
        bool, typer.Option("--list", callback=_list, is_eager=True, help="Show the bots there are, and stop.")
    ] = False,
) -> None:
    met = for_programs(map(make, bots), patience, logs)
    match = Match(game, met, games, seed, works(work), forfeits=True)
    test = Sprt.read(sprt, match) if sprt is not None else None
    folder = _folder(records) if records is not None else None
    warmed(match.bots, game, match.seats)
    with told(), start_workers(jobs, threads, ray) as workers:
        played = list(watched(_kept(match, folder, workers, test), games, "games"))
    results = standings(match, played)
    if as_json:
        print(json.dumps(as_data(match, played, results, test)))
    else:
        Screen().console.print(as_table(match, len(played), results))
        if test is not None:
            Screen().say(str(test))
    if any(each.forfeit for each in played):
        raise typer.Exit(FAILED)


def as_data(
    match: Match, played: Sequence[Played], results: Iterable[BotStanding], test: Sprt | None = None
) -> dict[str, object]:
    """The result as `--json` prints it."""
    told: dict[str, object] = {
        "game": match.game,
        "seats": match.seats,
        "games": len(played),
        "bots": [standing.as_data() for standing in results],
    }
    if lost := [forfeit_data(each) for each in played if each.forfeit]:
        told["forfeits"] = lost
    return told if test is None else {**told, "sprt": test.as_data()}


def forfeit_data(played: Played) -> dict[str, object]:
    """A game that a bot forfeited: the deal, and the position as the moves that led to it."""
    assert played.forfeit is not None
    moves = [str(move) for move in played.record.moves]
    where = {"deal": played.deal, "seed": played.record.seed, "rotation": played.rotation}
    return {**where, **asdict(played.forfeit), "moves": moves}


def forfeit_sentence(played: Played) -> str:
    """The same for a person."""
    lost = played.forfeit
    assert lost is not None
    position = " ".join(map(str, played.record.moves)) or "the deal"
    where = f"deal {played.deal} (seed {played.record.seed}), rotation {played.rotation}, ply {lost.ply}"
    log = f"; its standard error: {lost.log}" if lost.log else ""
    return f"{lost.why}; it forfeits {where}, seat {lost.seat}, after {position}{log}"


def as_table(match: Match, games: int, results: Iterable[BotStanding]) -> Table:
    """The result as a person reads it."""
    seats = f"{match.seats} seat{'s' if match.seats > 1 else ''}"
    table = Table(title=f"{match.game}, {seats}, {games} games, seed {match.seed}")
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


def _kept(match: Match, folder: Path | None, workers: Workers, test: Sprt | None) -> Iterator[Played]:
    """The games of a match, each written down as soon as it is over, until they have said enough."""
    for played in workers.play(match):
        if folder is not None:
            write_record(folder, match, played)
        if played.forfeit is not None:
            complain(forfeit_sentence(played))
        yield played
        if test is not None:
            test.add(played)
            if test.verdict is not None:
                return


def _folder(name: str) -> Path:
    folder = Path(name)
    if folder.exists() and not folder.is_dir():
        raise Malformed(f"{name} is a file: expected a folder for the records")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _span(interval: tuple[float, float], scale: float, unit: str) -> str:
    low, high = interval
    return f"{scale * low:.1f} – {scale * high:.1f}{unit}" if high < float("inf") else ""
