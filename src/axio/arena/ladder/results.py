"""What has been played, as lines of JSON: a long ladder goes on where it stopped, and files can be joined.

A line holds deals of one fixture, and is written as soon as a deal is done. Nothing in it depends on the
machine, except the lines that say how long a move took.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from axio.arena.match import Played
from axio.rules import Malformed

from .fixtures import FixtureKey


@dataclass(frozen=True, slots=True)
class DealResult:
    """How one deal went: for each rotation, which of the bots came first, the lowest colour of each, and the
    luck of each with its draws, where that was looked at."""

    winners: tuple[tuple[int, ...], ...]
    lows: tuple[tuple[int, ...], ...]
    luck: tuple[tuple[float, ...], ...] | None = field(default=None, compare=False)

    @classmethod
    def of(cls, games: Sequence[Played]) -> DealResult:
        """The result of a deal from its games."""
        winners = tuple(tuple(sorted(game.seating[seat] for seat in game.winners)) for game in games)
        lucks = [_bot_luck(game) for game in games]
        known = tuple(luck for luck in lucks if luck is not None)
        return cls(
            winners, tuple(game.bot_lows for game in games), known if len(known) == len(lucks) else None
        )

    @property
    def shares(self) -> list[list[float]]:
        """Per game, what each of the bots has of the win."""
        seats = range(len(self.lows[0]))
        return [[1 / len(won) if bot in won else 0.0 for bot in seats] for won in self.winners]


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a bot took over a move, on a machine with a name."""

    game: str
    seats: int
    bot: str
    budget: str
    machine: str
    ms: float  # on average
    slowest: float
    moves: int


TimingKey: TypeAlias = tuple[str, int, str, str]


class Results:
    """Everything known. New results go to the end of the first file."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.path = paths[0]
        self.deals: dict[FixtureKey, dict[int, DealResult]] = {}
        self.timings: dict[TimingKey, Timing] = {}
        self.differing = 0  # deals that two files tell differently; the first one read is kept
        for path in paths:
            if path.exists() or path is not self.path:
                self._read(path)

    def of(self, key: FixtureKey) -> dict[int, DealResult]:
        """The deals played of a fixture, by number."""
        return self.deals.get(key, {})

    def add(self, key: FixtureKey, number: int, result: DealResult) -> None:
        """Keep a deal, here and in the file."""
        self._keep(key, number, result)
        self._append(_line(key, {number: result}))

    def add_timing(self, timing: Timing) -> None:
        """Keep a timing, here and in the file."""
        self._keep_timing(timing)
        self._append(_timing_line(timing))

    def compact(self) -> None:
        """Write the first file anew with everything known, a line for each fixture."""
        lines = [_line(key, dict(sorted(deals.items()))) for key, deals in sorted(self.deals.items())]
        lines += [_timing_line(timing) for _, timing in sorted(self.timings.items())]
        draft = self.path.with_name(f".{self.path.name}.part")
        draft.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        draft.replace(self.path)

    def _append(self, line: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def _read(self, path: Path) -> None:
        *whole, torn = path.read_bytes().split(b"\n")
        if torn and path == self.path:  # somebody was stopped in the middle of a line
            path.write_bytes(b"".join(line + b"\n" for line in whole))
        for number, line in enumerate(whole, 1):
            try:
                self._take(json.loads(line))
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as fault:
                wanted = "expected a line of results, as `axio ladder` writes them"
                raise Malformed(f"{path}, line {number}: {wanted} ({type(fault).__name__})") from None

    def _take(self, data: dict[str, Any]) -> None:
        if "machine" in data:
            self._keep_timing(Timing(**data))
            return
        key = FixtureKey(data["game"], tuple(data["bots"]), tuple(data["budgets"]), data["seed"])
        for number, winners, lows, *more in data["deals"]:
            luck = tuple(tuple(map(float, row)) for row in more[0]) if more else None
            result = DealResult(tuple(map(tuple, winners)), tuple(map(tuple, lows)), luck)
            if {len(result.winners), len(result.lows), *map(len, result.lows)} != {len(key.bots)}:
                raise ValueError("a deal has as many games as seats, and every game a lowest colour for each")
            self._keep(key, int(number), result)

    def _keep(self, key: FixtureKey, number: int, result: DealResult) -> None:
        deals = self.deals.setdefault(key, {})
        known = deals.setdefault(number, result)
        self.differing += known != result
        if known.luck is None and known == result:
            deals[number] = result

    def _keep_timing(self, timing: Timing) -> None:
        self.timings[timing.game, timing.seats, timing.bot, timing.budget] = timing


def _bot_luck(game: Played) -> tuple[float, ...] | None:
    """The luck of each of the bots."""
    if game.luck is None:
        return None
    return tuple(round(game.luck[game.seating.index(bot)], 2) for bot in range(len(game.seating)))


def _line(key: FixtureKey, deals: dict[int, DealResult]) -> str:
    played = [
        [number, each.winners, each.lows, *([] if each.luck is None else [each.luck])]
        for number, each in deals.items()
    ]
    return json.dumps({**key._asdict(), "deals": played}, separators=(",", ":"), ensure_ascii=False)


def _timing_line(timing: Timing) -> str:
    data = {name: getattr(timing, name) for name in Timing.__slots__}
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
