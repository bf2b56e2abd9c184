"""The page `docs/programmers/strength.md`, written in full from results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from axio import __version__
from axio.rules import game_names

from .bar import Bar
from .bars import BARS
from .levels import ANCHOR, LEVELS, NETWORKED, plays, present, work_of
from .plots import elo_plot, heat_map
from .results import Results
from .section import Section
from .tables import solo, standing, table

FOLDER = "strength"  # beside the page, for its pictures
TITLES = {1: "Alone", 2: "Two seats", 3: "Three seats", 4: "Four seats"}
ABOUT = """\
Nothing here is written by hand. Every deal is played once in each rotation of the seats, every bot gets a
fixed amount of work for a move, and all chance follows from the seed: the same command gives the same games
on every machine. Wins that are shared count as shared. Intervals cover 95 %; their unit is the deal with all
its rotations.

Elo is fitted to all matches of a table at once (Bradley and Terry's model; with more seats, a bot is first
with the chance of its strength among all strengths at the table), with `greedy` at 1000. One deal that all
seats share is added to every match, so that whoever never lost does not stand at infinity. With three and
four seats, one bot of the level in the row meets others of the level in the column: equals would win 33.3 %
and 25 %."""

AGAIN = """\
Again: `axio ladder`; within ten minutes `axio ladder --short`; the bars alone `axio ladder --bars`, or one of
them `axio ladder --only NAME`. What was played stands in `{results}`, and is not played again."""


@dataclass(frozen=True)
class Page:
    """What the page is made of."""

    results: Results
    seed: str
    date: str
    command: str
    bars: Sequence[Bar] = BARS

    def text(self) -> str:
        parts = ["# Playing strength", self._head(), "## The bars", self._bars()]
        for game in game_names():
            parts += [f"## {game}", *self._game(game)]
        return "\n\n".join(part for part in parts if part) + "\n"

    @cached_property
    def pictures(self) -> dict[str, str]:
        """File names, and what belongs in them."""
        made = {}
        for game in game_names():
            sections = [self._section(game, seats) for seats in (2, 3, 4)]
            found = {each.seats: stands for each in sections if (stands := each.ratings())}
            if found:
                made[f"{game}-elo.svg"] = elo_plot(f"{game}: Elo, {ANCHOR} at 1000", LEVELS, found)
            if shares := _shares(sections[0]):
                made[f"{game}-wins.svg"] = heat_map(
                    f"{game}, two seats: wins of the row", sections[0].levels, shares
                )
        return made

    def _section(self, game: str, seats: int) -> Section:
        return Section(self.results, game, seats, self.seed)

    def _head(self) -> str:
        machines = sorted({pace.machine for pace in self.results.paces.values()})
        written = [
            f"Written on {self.date} by `{self.command}`, Axio {__version__}, seed `{self.seed}`.",
            f"Work for a move: {_works()}.",
            *([f"Milliseconds a move were measured on {'; '.join(machines)}."] if machines else []),
        ]
        again = AGAIN.format(results=self.results.path.name)
        return "\n\n".join(["\n".join(written), ABOUT, _networks(), again])

    def _bars(self) -> str:
        return table(("bar", "what", "wanted", "seen", ""), map(self._bar, self.bars))

    def _bar(self, bar: Bar) -> tuple[str, ...]:
        if lacking := bar.lacking():
            return f"`{bar.name}`", bar.what, bar.wanted, f"no `{lacking}` for it here", ""
        seen = bar.seen(self.results, self.seed)
        told, verdict = (seen.told, "met" if seen.met else "**missed**") if seen else ("not played yet", "")
        return f"`{bar.name}`", bar.what, bar.wanted, told, verdict

    def _game(self, game: str) -> list[str]:
        shown = [
            f"![{game}, {what}]({FOLDER}/{name})"
            for what, name in (("Elo", f"{game}-elo.svg"), ("wins", f"{game}-wins.svg"))
            if name in self.pictures
        ]
        parts = ["\n\n".join(shown)]
        for seats in (2, 3, 4, 1):
            section = self._section(game, seats)
            if body := solo(section) if seats == 1 else standing(section):
                parts += [f"### {game}: {TITLES[seats].lower()}", body]
        return parts if len(parts) > 1 else ["Not played yet."]


def _shares(section: Section) -> dict[tuple[str, str], float]:
    pairs = [(row, column) for row in section.levels for column in section.levels if row != column]
    return {pair: found.value for pair in pairs if (found := section.share(*pair))}


def _works() -> str:
    return ", ".join(f"`{level}` {work_of(level).amount:,}" for level in LEVELS if present(level))


def _networks() -> str:
    """Which games go without a trained network, and so without what needs one."""
    if not any(present(level) for level in NETWORKED):
        return "No game has a trained network here: there is neither `net` nor `master`."
    without = [game for game in game_names() if not any(plays(level, game) for level in NETWORKED)]
    return f"No trained network: {', '.join(without)}." if without else "Every game has a trained network."
