"""`axio bot`: a sample of what a program is asked, and a check of a program in every phase of the games."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated

import typer
from rich.table import Table

from axio.arena.checkup import PHASES, CheckResult, check, same_again, sample
from axio.bots import USUAL, Bot, make
from axio.bots.program import Program, request
from axio.rules import game as game_of
from axio.rules import game_names

from .command import any_game, complain, manual
from .match_options import FAILED, Logs, Patience, for_programs
from .progress import warmed
from .screen import Screen

SHORT = 10.0  # seconds: a check is no match

app = typer.Typer(help="Check a bot of your own, and see what it is asked.", no_args_is_help=True)

CHECK = manual(
    """Ask a bot for a move in every phase of the games, with one to four seats, and let it play a whole game
    of each. What it does wrong is told in one sentence, and the check goes on.

    The exit status is 1 if anything was wrong.""",
    'axio bot check "exec:python my_bot.py"',
    'axio bot check "mine=exec:./my_bot --fast" --game hex --patience 30',
)
QUESTION = manual(
    """Print a question as a program gets it, on one line: what `exec:` bots read from standard input.

    Phases: first, placement, bonus, exchange (AXIO and hex), naming (rota), last.""",
    "axio bot question --game hex",
    "axio bot question --phase exchange --seats 3 | python my_bot.py",
)

Games = Annotated[
    list[str] | None, typer.Option("--game", metavar="NAME", help="Only this game. Repeat for more.")
]


@app.command("check", help=CHECK)
def check_bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as the arena names it.")],
    games: Games = None,
    patience: Patience = SHORT,
    logs: Logs = None,
) -> None:
    chosen = tuple(games or game_names())
    for name in chosen:
        game_of(name, 2)
    (made,) = for_programs([make(bot)], patience, logs)
    for name in chosen:
        warmed([made], name, 2)
    results = list(_told(check(made, chosen)))
    if not results[-1].late and not same_again(made, chosen[0]):
        complain("the same question got two answers: results will differ from run to run")
    _close(made)
    wrong = sum(bool(each.fault) for each in results)
    if wrong:
        stopped = "; it took too long again and again, so the check stops" if results[-1].late else ""
        complain(f"{wrong} of {len(results)} checks failed{stopped}")
        raise typer.Exit(FAILED)
    Screen().console.print(_table(results))


@app.command("question", help=QUESTION)
def question(
    game: Annotated[str, typer.Option(metavar="NAME", help=any_game())] = "axio",
    seats: Annotated[int, typer.Option(metavar="N", min=1, max=4, help="Seats.")] = 2,
    phase: Annotated[str, typer.Option(metavar="NAME", help=", ".join(PHASES))] = PHASES[1],
) -> None:
    found = sample(game, seats, phase)
    print(json.dumps(request(found.view, USUAL, found.key, found.history)))


def _told(results: Iterable[CheckResult]) -> Iterable[CheckResult]:
    """The same results; what is wrong is told at once."""
    for each in results:
        if each.fault:
            log = f" (its standard error: {each.log})" if each.log else ""
            complain(f"{each.game}, {each.seats} seats, {each.phase}: {each.fault}{log}")
        yield each


def _table(results: Iterable[CheckResult]) -> Table:
    table = Table("game", "seats", "phase", "answer", "ms")
    for each in results:
        table.add_row(each.game, str(each.seats), each.phase, each.move, f"{each.ms:.1f}")
    return table


def _close(bot: Bot) -> None:
    if isinstance(bot, Program):
        bot.close()
