"""What the levels are required to do, and what came out: wins, a lowest colour alone, or speed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from axio.bots import label
from axio.rules import Malformed

from .fixtures import Fixture, absent, bot_of, work_of
from .plan import Goal
from .results import Results, Timing
from .standings import ratio, share


@dataclass(frozen=True, slots=True)
class Finding:
    """What came out, and whether it is enough by the point estimate."""

    told: str
    met: bool


class Requirement(Protocol):
    """Something a level is asked to do."""

    @property
    def name(self) -> str:
        """The name that `--only` takes."""
        ...

    @property
    def what(self) -> str:
        """What is measured, for the page."""
        ...

    @property
    def wanted(self) -> str:
        """The bound that the result must meet, for the page."""
        ...

    def lacking(self) -> str | None:
        """A level it takes that is not there."""
        ...

    def goals(self, seed: str) -> list[Goal]:
        """The matches to play, and how many deals of each."""
        ...

    def seen(self, results: Results, seed: str) -> Finding | None:
        """None before anything was played."""
        ...


@dataclass(frozen=True)
class Wins:
    """The first bot's share of the wins, among others."""

    name: str
    bots: tuple[str, ...]
    games: int
    least: float
    most: float = 1.0
    times: float = 1.0  # the first bot's work, in those of the ladder
    remark: str = ""
    game: str = "axio"

    @property
    def what(self) -> str:
        first, *others = self.bots
        against = f"`{others[0]}`" if len(others) == 1 else f"{len(others)} × `{others[0]}`"
        return f"`{first}`{self.remark} against {against}, {self.games:,} games"

    @property
    def wanted(self) -> str:
        least, most = f"{100 * self.least:g}", f"{100 * self.most:g}"
        return f"≥ {least} %" if self.most == 1 else f"{least}–{most} %"

    def lacking(self) -> str | None:
        return absent(self.bots, self.game)

    def goals(self, seed: str) -> list[Goal]:
        return [Goal(self._fixture(seed), -(-self.games // len(self.bots)))]

    def seen(self, results: Results, seed: str) -> Finding | None:
        (goal,) = self.goals(seed)
        deals = results.of(goal.fixture.key)
        found = share({number: deals[number] for number in range(goal.deals) if number in deals})
        if found is None:
            return None
        return Finding(found.percent(self.games), self.least <= found.value <= self.most)

    def _fixture(self, seed: str) -> Fixture:
        return Fixture.usual(self.game, self.bots, seed, self.times)


@dataclass(frozen=True)
class Solo:
    """The lowest colour alone, beside greedy's."""

    name: str
    game: str
    least: float
    deals: int = 100
    bots: tuple[str, str] = ("master", "greedy")

    @property
    def what(self) -> str:
        first, second = self.bots
        return f"`{first}` alone at {self.game}, lowest colour beside `{second}`'s, {self.deals} deals"

    @property
    def wanted(self) -> str:
        return f"≥ {self.least:g} ×"

    def lacking(self) -> str | None:
        return absent(self.bots, self.game)

    def goals(self, seed: str) -> list[Goal]:
        return [Goal(Fixture.usual(self.game, (bot,), seed), self.deals) for bot in self.bots]

    def seen(self, results: Results, seed: str) -> Finding | None:
        own, other = (results.of(goal.fixture.key) for goal in self.goals(seed))
        found = ratio(own, other)
        if found is None:
            return None
        return Finding(found.multiple(self.deals), found.value >= self.least)


@dataclass(frozen=True)
class Speed:
    """How long a move takes, beside a limit or beside another level."""

    name: str
    level: str
    limit: float  # in milliseconds, or in moves of the other
    other: str | None = None
    game: str = "axio"
    seats: int = 2

    @property
    def what(self) -> str:
        return f"`{self.level}`'s time for a move" + (f" beside `{self.other}`'s" if self.other else "")

    @property
    def wanted(self) -> str:
        return f"≤ {self.limit:g} {'×' if self.other else 'ms'}"

    @property
    def levels(self) -> tuple[str, ...]:
        return (self.level, self.other) if self.other else (self.level,)

    def lacking(self) -> str | None:
        return absent(self.levels, self.game)

    def goals(self, seed: str) -> list[Goal]:
        """Nothing to be played: whoever is named is timed."""
        bots = self.levels if self.other else (self.level,) * self.seats
        return [Goal(Fixture.usual(self.game, bots, seed), 0)]

    def seen(self, results: Results, seed: str) -> Finding | None:
        found = [self._timing(results, level) for level in self.levels]
        times = [time for time in found if time is not None]
        if len(times) < len(found):
            return None
        told = " and ".join(f"{time.ms:.0f} ms" for time in times)
        seen = times[0].ms / (times[1].ms if self.other else 1)
        return Finding(f"{seen:.2f} × ({told})" if self.other else told, seen <= self.limit)

    def _timing(self, results: Results, level: str) -> Timing | None:
        return results.timings.get((self.game, self.seats, label(bot_of(level)), str(work_of(level))))


SECOND = 1 / 0.15  # one second, in budgets of 150 ms

REQUIREMENTS: tuple[Requirement, ...] = (  # what the levels are promised to reach
    Wins("sprout-random", ("sprout", "random"), 1000, 0.80),
    Wins("greedy-sprout", ("greedy", "sprout"), 1000, 0.80, 0.90),
    Wins("careful-greedy", ("careful", "greedy"), 2000, 0.62),
    Wins("planner-careful", ("planner", "careful"), 400, 0.85),
    Wins("net-careful", ("net", "careful"), 1000, 0.80),
    Speed("net-time", "net", 30),
    Wins("master-planner", ("master", "planner"), 400, 0.60),
    Speed("master-time", "master", 1.1, "planner"),
    Wins("master-greedy", ("master", "greedy"), 400, 0.95),
    Wins("master-second", ("master", "planner"), 60, 0.70, times=SECOND, remark=" at 1 s a move"),
    Wins("master-three", ("master", *["careful"] * 2), 200, 0.70),
    Wins("master-four", ("master", *["careful"] * 3), 200, 0.60),
    Solo("solo-axio", "axio", 1.25),
    Solo("solo-hex", "hex", 1.25),
    Solo("solo-rota", "rota", 1.15),
)


def chosen(names: Sequence[str]) -> tuple[Requirement, ...]:
    """The requirements of these names, or all of them where none is named."""
    known = {each.name: each for each in REQUIREMENTS}
    for name in names:
        if name not in known:
            raise Malformed(f"{name[:40]!r} is not a requirement: expected one of {', '.join(known)}")
    return tuple(known[name] for name in names) or REQUIREMENTS


def goals(requirements: Sequence[Requirement], seed: str) -> list[Goal]:
    """What these requirements want played, as far as their levels are there."""
    return [goal for each in requirements if each.lacking() is None for goal in each.goals(seed)]
