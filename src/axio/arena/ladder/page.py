"""The page `docs/programmers/strength.md` with its tables, written in full from results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from axio import __version__
from axio.bots.levels import dial
from axio.rules import game_names

from . import plan
from .dial import neighbour_shares
from .fixtures import ANCHOR, LEVELS, NETWORKED, plays, present, work_of
from .plots import elo_plot, heat_map
from .requirements import REQUIREMENTS, Requirement
from .results import Results
from .standings import FEW_GAMES, Estimate, Standings

FOLDER = "strength"  # beside the page, for its pictures
NOTHING = "–"
EFFORT = ("work", "ms a move", "slowest")
TITLES = {1: "Alone", 2: "Two seats", 3: "Three seats", 4: "Four seats"}
ABOUT = """\
A program writes this page. Every deal is played once in each rotation of the seats, every bot gets a fixed
amount of work for a move, and all randomness follows from the seed: the same command gives the same games on
every machine. Shared wins count in shares. Intervals cover 95 %; their unit is the deal with all its
rotations.

Elo is fitted to all matches of a table at once (the Bradley–Terry model; with more seats, a bot wins with the
probability of its strength over the sum of all strengths at the table), with `greedy` at 1000. Every match
gets one extra deal that all seats share, so that a bot that never lost has a finite rating. With three and
four seats, one bot of the level in the row plays against several of the level in the column: equals would win
33.3 % and 25 %.

A pair that played fewer than 30 games has no figure (–). With two seats neighbours on the ladder are to play
400 games and other pairs 100; with more seats each level plays 60 deals, in all rotations, against the level
below; alone each plays 200 deals. Where a bot searches, the luck of the draw is taken out of a share if that
narrows its interval; “−8 %” says by how much."""

AGAIN = """\
`axio ladder` measures again; `axio ladder --short` takes ten minutes; `axio ladder --requirements` plays only
the requirements, and `axio ladder --only NAME` one of them. Deals that are in `{results}` are not played
again."""


@dataclass(frozen=True)
class StrengthPage:
    """What the page is made of."""

    results: Results
    seed: str
    date: str
    command: str
    requirements: Sequence[Requirement] = REQUIREMENTS

    def text(self) -> str:
        """The page as Markdown."""
        parts = ["# Playing strength", self._head(), "## Requirements", self._required()]
        for game in game_names():
            parts += [f"## {game}", *self._game(game)]
        return "\n\n".join(part for part in parts if part) + "\n"

    @cached_property
    def pictures(self) -> dict[str, str]:
        """File names, and what belongs in them."""
        made = {}
        for game in game_names():
            tables = [self._standings(game, seats) for seats in (2, 3, 4)]
            found = {each.seats: stands for each in tables if (stands := each.ratings())}
            if found:
                made[f"{game}-elo.svg"] = elo_plot(f"{game}: Elo, {ANCHOR} at 1000", LEVELS, found)
            if shares := _shares(tables[0]):
                made[f"{game}-wins.svg"] = heat_map(
                    f"{game}, two seats: wins of the row", tables[0].levels, shares
                )
        return made

    def _standings(self, game: str, seats: int) -> Standings:
        return Standings(self.results, game, seats, self.seed)

    def _head(self) -> str:
        machines = sorted({timing.machine for timing in self.results.timings.values()})
        goals = plan.ladder(game_names(), (1, 2, 3, 4), LEVELS, self.seed)
        left, wanted = len(plan.missing(goals, self.results)), sum(goal.deals for goal in goals)
        written = [
            f"Written on {self.date} by `{self.command}`, Axio {__version__}, seed `{self.seed}`.",
            f"Played so far: {wanted - left:,} of the {wanted:,} deals that the tables below ask for.",
            f"Work for a move: {_works()}.",
            *([f"Milliseconds a move were measured on {'; '.join(machines)}."] if machines else []),
        ]
        again = AGAIN.format(results=self.results.path.name)
        return "\n\n".join(["\n".join(written), ABOUT, _networks(), again])

    def _required(self) -> str:
        return table(("requirement", "what", "wanted", "seen", ""), map(self._finding, self.requirements))

    def _finding(self, required: Requirement) -> tuple[str, ...]:
        if lacking := required.lacking():
            return f"`{required.name}`", required.what, required.wanted, f"no `{lacking}` for it here", ""
        seen = required.seen(self.results, self.seed)
        told, verdict = (seen.told, "met" if seen.met else "**missed**") if seen else ("not played yet", "")
        return f"`{required.name}`", required.what, required.wanted, told, verdict

    def _game(self, game: str) -> list[str]:
        shown = [
            f"![{game}, {what}]({FOLDER}/{name})"
            for what, name in (("Elo", f"{game}-elo.svg"), ("wins", f"{game}-wins.svg"))
            if name in self.pictures
        ]
        parts = ["\n\n".join(shown)]
        for seats in (2, 3, 4, 1):
            standings = self._standings(game, seats)
            if body := solo_table(standings) if seats == 1 else level_table(standings):
                parts += [f"### {game}: {TITLES[seats].lower()}", body]
        if body := self._dial(game):
            parts += [f"### {game}: the dial", body]
        return parts if len(parts) > 1 else ["Not played yet."]

    def _dial(self, game: str) -> str:
        """What each level of the dial takes from the level below."""
        shares, names = neighbour_shares(game, self.results, self.seed), dial(game)
        rows = [
            (f"{number}", f"`{names[number - 1]}`", _share_cell(found), "60–75 %")
            for number, found in sorted(shares.items(), reverse=True)
        ]
        return (
            table(("level", "bot", "against the level below", "wanted"), rows) if any(shares.values()) else ""
        )


def _shares(standings: Standings) -> dict[tuple[str, str], float]:
    pairs = [(row, column) for row in standings.levels for column in standings.levels if row != column]
    found = {pair: standings.share(*pair) for pair in pairs}
    return {pair: share.value for pair, share in found.items() if share and share.games >= FEW_GAMES}


def _works() -> str:
    return ", ".join(f"`{level}` {work_of(level).amount:,}" for level in LEVELS if present(level))


def _networks() -> str:
    """Which games go without a trained network, and so without what needs one."""
    if not any(present(level) for level in NETWORKED):
        return "No game has a trained network here: there is neither `net` nor `master`."
    without = [game for game in game_names() if not any(plays(level, game) for level in NETWORKED)]
    return f"No trained network: {', '.join(without)}." if without else "Every game has a trained network."


def level_table(standings: Standings) -> str:
    """Ratings, and everybody against everybody."""
    stands = standings.ratings()
    if not stands:
        return ""
    rows = [
        (f"`{level}`", f"{stands[level].elo:.0f}", _range(stands[level].interval), *_effort(standings, level))
        for level in reversed(standings.levels)
        if level in stands
    ]
    heads = ("level", "Elo", "95 %", *EFFORT)
    return f"{table(heads, rows)}\n\n{_matrix(standings)}"


def _matrix(standings: Standings) -> str:
    levels = standings.levels
    rows = [
        (f"`{row}`", *(_against(standings, row, column) for column in levels)) for row in reversed(levels)
    ]
    rows = [row for row in rows if any(cell not in ("", NOTHING) for cell in row[1:])]
    return table(("wins of", *(f"`{level}`" for level in levels)), rows)


def _against(standings: Standings, row: str, column: str) -> str:
    if row == column:
        return ""
    return _share_cell(standings.share(row, column))


def _share_cell(found: Estimate | None) -> str:
    """A share with its interval and games; of few games nothing is said."""
    if found is None or found.games < FEW_GAMES:
        return NOTHING
    narrowed = f", −{100 * found.narrowed:.0f} %" if found.narrowed >= 0.005 else ""
    return f"{found.percent()}, {found.games:,} games{narrowed}"


def solo_table(standings: Standings) -> str:
    rows = [
        (f"`{level}`", f"{found.value:.2f}", _around(found), f"{found.games}", *_effort(standings, level))
        for level in reversed(standings.levels)
        if (found := standings.solo(level)) and found.games >= FEW_GAMES
    ]
    heads = ("level", "lowest colour", "95 %", "deals", *EFFORT)
    return table(heads, rows) if rows else ""


def _effort(standings: Standings, level: str) -> tuple[str, str, str]:
    """The work a level had for a move, and the time that took."""
    found, work = standings.timing(level), f"{work_of(level).amount:,}"
    return (work, _ms(found.ms), _ms(found.slowest)) if found else (work, NOTHING, NOTHING)


def _ms(value: float) -> str:
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _range(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{low:.0f} – {high:.0f}" if low < high else NOTHING


def _around(estimate: Estimate) -> str:
    low, high = estimate.interval
    return f"{low:.2f} – {high:.2f}" if high < float("inf") else NOTHING
