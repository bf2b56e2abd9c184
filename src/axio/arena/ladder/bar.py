"""A bar: something a level is asked to do, and what came out. Wins, a lowest colour alone, or speed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from axio.bots import label

from .fixtures import Fixture
from .levels import absent, bot_of, work_of
from .plan import Goal
from .reading import ratio, share
from .results import Pace, Results


@dataclass(frozen=True, slots=True)
class Seen:
    """What came out, and whether it is enough by the point estimate."""

    told: str
    met: bool


class Bar(Protocol):
    """Something a level is asked to do."""

    @property
    def name(self) -> str: ...

    @property
    def what(self) -> str: ...

    @property
    def wanted(self) -> str: ...

    def lacking(self) -> str | None:
        """A level it takes that is not there."""
        ...

    def goals(self, seed: str) -> list[Goal]: ...

    def seen(self, results: Results, seed: str) -> Seen | None:
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

    def seen(self, results: Results, seed: str) -> Seen | None:
        (goal,) = self.goals(seed)
        deals = results.of(goal.fixture.key)
        found = share({number: deals[number] for number in range(goal.deals) if number in deals})
        if found is None:
            return None
        return Seen(found.percent(self.games), self.least <= found.value <= self.most)

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

    def seen(self, results: Results, seed: str) -> Seen | None:
        own, other = (results.of(goal.fixture.key) for goal in self.goals(seed))
        found = ratio(own, other)
        if found is None:
            return None
        return Seen(found.multiple(self.deals), found.value >= self.least)


@dataclass(frozen=True)
class Swift:
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

    def seen(self, results: Results, seed: str) -> Seen | None:
        found = [self._pace(results, level) for level in self.levels]
        paces = [pace for pace in found if pace is not None]
        if len(paces) < len(found):
            return None
        told = " and ".join(f"{pace.ms:.0f} ms" for pace in paces)
        seen = paces[0].ms / (paces[1].ms if self.other else 1)
        return Seen(f"{seen:.2f} × ({told})" if self.other else told, seen <= self.limit)

    def _pace(self, results: Results, level: str) -> Pace | None:
        return results.paces.get((self.game, self.seats, label(bot_of(level)), str(work_of(level))))
