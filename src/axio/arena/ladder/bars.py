"""The bars that the levels have to clear, each with a name."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules import Malformed

from .bar import Bar, Solo, Swift, Wins
from .plan import Goal

SECOND = 1 / 0.15  # one second, in budgets of 150 ms

BARS: tuple[Bar, ...] = (
    Wins("sprout-random", ("sprout", "random"), 1000, 0.80),
    Wins("greedy-sprout", ("greedy", "sprout"), 1000, 0.80, 0.90),
    Wins("careful-greedy", ("careful", "greedy"), 2000, 0.62),
    Wins("planner-careful", ("planner", "careful"), 400, 0.85),
    Wins("net-careful", ("net", "careful"), 1000, 0.80),
    Swift("net-time", "net", 30),
    Wins("master-planner", ("master", "planner"), 400, 0.60),
    Swift("master-time", "master", 1.1, "planner"),
    Wins("master-greedy", ("master", "greedy"), 400, 0.95),
    Wins("master-second", ("master", "planner"), 60, 0.70, times=SECOND, remark=" at 1 s a move"),
    Wins("master-three", ("master", *["careful"] * 2), 200, 0.70),
    Wins("master-four", ("master", *["careful"] * 3), 200, 0.60),
    Solo("solo-axio", "axio", 1.25),
    Solo("solo-hex", "hex", 1.25),
    Solo("solo-rota", "rota", 1.15),
)


def chosen(names: Sequence[str]) -> tuple[Bar, ...]:
    """The bars of these names, or all of them where none is named."""
    known = {bar.name: bar for bar in BARS}
    for name in names:
        if name not in known:
            raise Malformed(f"{name[:40]!r} is not a bar: expected one of {', '.join(known)}")
    return tuple(known[name] for name in names) or BARS


def goals(bars: Sequence[Bar], seed: str) -> list[Goal]:
    """What these bars want played, as far as their levels are there."""
    return [goal for bar in bars if bar.lacking() is None for goal in bar.goals(seed)]
