"""`axio review`: what each decision of a saved game cost, what was luck, and what was better."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from axio.bots import make
from axio.review import WORK, Decision, Review
from axio.review.account import ACCOUNT_ROWS, GRADE_ROWS
from axio.review.reasons import text_of
from axio.rules import Place, Record, parse_move

from .command import manual
from .narration import ending, picture
from .progress import warmed, watched
from .record_files import load_named, write
from .screen import Screen
from .show import name_at

HELP = manual(
    """Review a finished game: what each decision cost by what the seat could know, what was luck, and which
    move was better.

    The same work and key give the same review on every machine.""",
    "axio review game.json",
    "axio review game.json --html review.html",
    "axio review game.json --work 40000 --json > review.json",
)
BAR = 20
STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record of a finished game; `-` is standard input.")
    ],
    work: Annotated[
        int, typer.Option(metavar="N", help="Trials for a decision; more of them find smaller mistakes.")
    ] = WORK,
    key: Annotated[str, typer.Option(metavar="TEXT", help="Another key gives an independent review.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    html: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write the review as one HTML page.")
    ] = None,
) -> None:
    record = load_named(file)
    found = _reviewed(record, work, key)
    if html is not None:
        from axio.review.page import page

        write(html, page(record, found, _names(record)))
    if as_json:
        sys.stdout.write(json.dumps(found.as_data()) + "\n")
    elif html is None:
        Report(record, found, Screen()).tell()


def _reviewed(record: Record, work: int, key: str) -> Review:
    from axio.review import reviewed  # loads the compiled kernel
    from axio.review.model import Deal
    from axio.review.reviewing import assembled

    parts = reviewed(record, work=work, key=key)
    warmed([make("master")], record.game, record.seats)
    deal = next(parts)
    assert isinstance(deal, Deal)
    plies = [
        part for part in watched(parts, len(record.moves), "moves reviewed") if not isinstance(part, Deal)
    ]
    return assembled(record, deal, plies, work, key)


def _names(record: Record) -> list[str]:
    return [name_at(record, seat, len(record.moves)) for seat in range(record.seats)]


class Report:
    """A review in the terminal."""

    def __init__(self, record: Record, found: Review, screen: Screen) -> None:
        self.record, self.found, self.screen = record, found, screen
        self.names = _names(record)
        self.alone = record.seats == 1

    def tell(self) -> None:
        screen, outcome = self.screen, self.record.outcome
        assert outcome is not None
        screen.say(
            f"{self.record.opening.game.title}, {len(self.record.moves)} moves, reviewed", style="bold"
        )
        for line in ending(outcome, self.record.final.tracks, self.names):
            screen.say(line)
        screen.say()
        screen.console.print(self._moves())
        for decision in self.found.marked:
            self._position(decision)
        screen.say()
        screen.console.print(self._account())
        screen.console.print(self._grades())

    def _moves(self) -> Table:
        table = Table(title="Moves", title_justify="left")
        value = "lowest colour" if self.alone else f"chances of {self.names[0]}"
        for head in ("", "player", "move", value, "cost", ""):
            table.add_column(head, no_wrap=True)
        for ply, part in enumerate(self.found.plies):
            each = part.decision
            mark = Text(each.mark or "", STYLES.get(each.mark or "", ""))
            cost = self._amount(each.cost) if each.surely_worse else ""
            bar = self._bar(self.found.values[ply][0])
            table.add_row(str(ply + 1), self.names[each.seat], each.played, bar, cost, mark)
        return table

    def _bar(self, value: float) -> Text:
        full = self.record.opening.game.end if self.alone else 1
        filled = round(BAR * min(max(value / full, 0), 1))
        glyphs = "█░" if self.screen.can_show("█░") else "#."
        return Text(glyphs[0] * filled + glyphs[1] * (BAR - filled) + f" {self._amount(value)}")

    def _amount(self, value: float) -> str:
        """A value as people read it: percent of a win, or points of the lowest colour."""
        return f"{value:.1f}" if self.alone else f"{100 * value:.1f} %"

    def _position(self, each: Decision) -> None:
        state, screen = self.record.state(each.ply), self.screen
        name, mark = self.names[each.seat], each.mark or ""
        screen.say()
        head = f"Move {each.ply + 1}, {name}: {each.played} ({mark}, costs {self._cost(each)})"
        screen.say(head, style=STYLES[mark])
        screen.say(f"Better: {each.best}; {'; '.join(map(text_of, each.reasons))}.")
        best = parse_move(each.best)
        if isinstance(best, Place):
            view = state.play(best).after.observe(None)
            picture(screen, view, last=best, names=self.names)

    def _cost(self, each: Decision) -> str:
        if each.decided:
            return f"{each.lead_cost:.1f} ± {each.lead_error:.1f} points of lead"
        return f"{self._amount(each.cost)} ± {self._amount(each.error)}"

    def _account(self) -> Table:
        table = Table("", *self.names, title="Where the result came from", title_justify="left")
        for part, title in ACCOUNT_ROWS.items():
            amounts = [getattr(each, part) for each in self.found.accounts]
            if any(amounts) or part in ("start", "result"):
                table.add_row(title, *map(self._amount, amounts), style="bold" if part == "result" else "")
        return table

    def _grades(self) -> Table:
        table = Table("", *self.names, title="Grades, by what each could know", title_justify="left")
        for title, cells in self._summed():
            table.add_row(title, *cells)
        return table

    def _summed(self) -> Iterator[tuple[str, list[str]]]:
        grades = self.found.grades
        yield "decisions counted", [str(each.decisions) for each in grades]
        yield "mean cost", [self._amount(each.mean_cost) for each in grades]
        for mark, plural in GRADE_ROWS.items():
            yield plural, [str(each.marks[mark]) for each in grades]
