"""`axio analyse`: the best moves of a position, with values that sharpen."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.live import Live
from rich.table import Table
from rich.text import Text

from axio.bots import make
from axio.review.model import ANALYSIS_WORK
from axio.review.reasons import text_of
from axio.rules import Game, parse_position
from axio.rules.set_up import mover_view

from .command import manual
from .narration import picture
from .progress import warmed
from .screen import Screen

if TYPE_CHECKING:
    from axio.review import Analysis

HELP = manual(
    """Find the best moves of a position: what each is worth, how sure that is, and why the best is better.

    A position is one line of text: pages of a game copy it, `str(position)` in Python writes it. Moves are
    valued by what the seat to move knows.""",
    "axio analyse 'axio/2;Pd8-Rd9;-;1,0,0,0,0/0,0,0,0,0;1/0;1;?5/RR_BP_BB_RG_OO;-;1'",
    "axio analyse POSITION --work 100000",
    "axio analyse POSITION --json",
)
BAR = 24


def analyse(
    text: Annotated[str, typer.Argument(metavar="POSITION", help="A position as text; `-` reads it.")],
    work: Annotated[
        int, typer.Option(metavar="N", help="Trials of the last step; more of them tell more apart.")
    ] = ANALYSIS_WORK,
    key: Annotated[str, typer.Option(metavar="TEXT", help="Another key gives independent values.")] = "",
    open_racks: Annotated[
        bool, typer.Option("--open-racks", help="Whoever is to move knows all racks.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the last step as JSON.")] = False,
) -> None:
    from axio.review import analyse  # loads the compiled kernel

    position = parse_position(sys.stdin.readline().strip() if text == "-" else text)
    view, screen = mover_view(position), Screen()
    steps = analyse(position, work=work, key=key, open_racks=open_racks)
    warmed([make("master")], view.game.name, view.game.seats)
    if as_json:
        *_, last = steps
        sys.stdout.write(json.dumps(last.as_data()) + "\n")
        return
    names = [f"Seat {seat}" for seat in range(view.game.seats)]
    picture(screen, view, last=None, names=names)
    report = AnalysisReport(view.game, screen)
    with Live(console=screen.console, auto_refresh=False, transient=True) as live:
        for last in steps:
            live.update(report.table(last), refresh=True)
    report.tell(last)


class AnalysisReport:
    """An analysis in the terminal."""

    def __init__(self, game: Game, screen: Screen) -> None:
        self.screen, self.alone, self.end = screen, game.seats == 1, game.end

    def tell(self, found: Analysis) -> None:
        """Print the moves, and why the best one is better."""
        self.screen.console.print(self.table(found))
        reasons = found.moves[0].reasons
        if reasons:
            best, other = found.moves[0].move, found.moves[1].move
            self.screen.say(f"{best} rather than {other}: {'; '.join(map(text_of, reasons))}.")

    def table(self, found: Analysis) -> Table:
        title = (
            f"Best moves of seat {found.seat}, {'solved' if found.solved else f'{found.worlds} worlds each'}"
        )
        value = "lowest colour" if self.alone else "chance to win"
        table = Table("", "move", value, "±", title=title, title_justify="left")
        if not self.alone:
            table.add_column("lead", justify="right")
        for number, each in enumerate(found.moves, start=1):
            lead = [] if self.alone else [f"{each.lead:+.1f}"]
            bar, error = self._bar(each.value), self._amount(each.error)
            table.add_row(str(number), each.move, bar, error, *lead, style="bold" if number == 1 else "")
        return table

    def _bar(self, value: float) -> Text:
        full = self.end if self.alone else 1
        filled = round(BAR * min(max(value / full, 0), 1))
        glyphs = "█░" if self.screen.can_show("█░") else "#."
        return Text(glyphs[0] * filled + glyphs[1] * (BAR - filled) + f" {self._amount(value)}")

    def _amount(self, value: float) -> str:
        """A value as people read it: percent of a win, or points of the lowest colour."""
        return f"{value:.1f}" if self.alone else f"{100 * value:.1f} %"
