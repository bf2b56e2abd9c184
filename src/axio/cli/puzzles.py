"""`axio puzzles`: finds puzzles in games between bots, and checks those of a file."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.table import Table

from axio.arena import start_workers
from axio.puzzles import Puzzle, PuzzleSet, read_puzzles, write_puzzles
from axio.rules import Malformed
from axio.rules import game as game_of

from .command import any_game, complain, manual
from .match_options import FAILED, Jobs, Threads, told
from .progress import warmed, watched
from .screen import Screen

WANTED = 300

app = typer.Typer(help="Find puzzles in games between bots, and check them.", no_args_is_help=True)

MINE = manual(
    """Find puzzles: positions from games between bots in which one move is clearly best, as two independent
    searches confirm, or whose ending is proved.

    The file is written after every game. Stop at any time, and go on with the same command. The same seed
    gives the same puzzles, however many processes look for them.""",
    "axio puzzles mine hex --count 300 --out hex.json.gz",
    "axio puzzles mine rota --count 50 --out rota.json.gz --jobs 8 --minutes 30",
)
CHECK = manual(
    """Check the puzzles of a file: every position and move by the rules, and a sample of the answers by
    `master` with 20 times the work that found them. Proved endings are proved again.

    The exit status is 1 if an answer does not stand.""",
    "axio puzzles check hex.json.gz",
    "axio puzzles check hex.json.gz --sample 60",
)


@app.command("mine", help=MINE)
def mine(
    game: Annotated[str, typer.Argument(metavar="GAME", help=any_game())],
    out: Annotated[str, typer.Option(metavar="FILE", help="The file, new or to be gone on with.")],
    count: Annotated[int, typer.Option(metavar="N", min=1, help="Stop with so many puzzles.")] = WANTED,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help="All games and all chance follow from it.")
    ] = "puzzles",
    minutes: Annotated[
        float | None, typer.Option(metavar="N", min=0, help="Begin no game after so many minutes.")
    ] = None,
    jobs: Jobs = None,
    threads: Threads = None,
) -> None:
    from axio.puzzles import mining

    path, tally = Path(out), mining.MiningTally()
    found = _begun(path, game_of(game, mining.SEATS).name, seed)
    warmed(mining.needed(), game, mining.SEATS)
    with told(), start_workers(jobs, threads) as workers:
        for after, finds in mining.mine(found, count, workers, minutes=minutes):
            tally.add(finds, len(after.puzzles) - len(found.puzzles))
            found = after
            write_puzzles(path, found)
            print(f"axio: {len(found.puzzles)} of {count} puzzles; {tally}", file=sys.stderr, flush=True)
    Screen().console.print(_summary(found))


def _begun(path: Path, game: str, seed: str) -> PuzzleSet:
    """What the file holds already."""
    if not path.exists():
        return PuzzleSet(game, seed)
    found = read_puzzles(path)
    if (found.game, found.seed) != (game, seed):
        was = f"{found.game} by the seed {found.seed[:40]!r}"
        raise Malformed(f"{path} holds puzzles of {was}: expected the same game and seed, or a new file")
    return found


def _summary(found: PuzzleSet) -> Table:
    table = Table("puzzles", str(len(found.puzzles)), title=f"{found.game}, {found.games} games")
    kinds = Counter[str](theme for puzzle in found.puzzles for theme in puzzle.themes)
    kinds.update(puzzle.proof for puzzle in found.puzzles)
    for name, number in kinds.most_common():
        table.add_row(name, str(number))
    for rating, number in sorted(Counter(puzzle.rating for puzzle in found.puzzles).items()):
        table.add_row(f"difficulty {rating:g}", str(number))
    return table


@app.command("check", help=CHECK)
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of puzzles.")],
    sample: Annotated[int, typer.Option(metavar="N", min=0, help="How many answers to judge.")] = 60,
    work: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Work for each.", show_default="20 times")
    ] = None,
) -> None:
    from axio.puzzles import mining

    found = read_puzzles(Path(file))
    for puzzle in found.puzzles:
        puzzle.check()
    some = Random(found.seed).sample(found.puzzles, min(sample, len(found.puzzles)))
    warmed(mining.needed(), found.game, mining.SEATS)
    amount = work or mining.CHECKING * mining.USUAL_EFFORT.second
    wrong = [each for each in watched(some, len(some), "puzzles checked") if not mining.check(each, amount)]
    print(f"{len(some) - len(wrong)} of {len(some)} answers stand")
    _complain(wrong)


def _complain(wrong: Iterable[Puzzle]) -> None:
    for puzzle in wrong:
        complain(f"{puzzle.name}: {puzzle.answers[0]} does not stand in {puzzle.position}")
    if wrong:
        raise typer.Exit(FAILED)
