"""Results as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .levels import work_of
from .reading import Figure
from .section import Section

NOTHING = "–"
EFFORT = ("work", "ms a move", "slowest")


def standing(section: Section) -> str:
    """Ratings, and everybody against everybody."""
    stands = section.ratings()
    if not stands:
        return ""
    rows = [
        (f"`{level}`", f"{stands[level].elo:.0f}", _range(stands[level].interval), *_effort(section, level))
        for level in reversed(section.levels)
        if level in stands
    ]
    heads = ("level", "Elo", "95 %", *EFFORT)
    return f"{table(heads, rows)}\n\n{_matrix(section)}"


def _matrix(section: Section) -> str:
    levels = section.levels
    rows = [(f"`{row}`", *(_against(section, row, column) for column in levels)) for row in reversed(levels)]
    rows = [row for row in rows if any(cell not in ("", NOTHING) for cell in row[1:])]
    return table(("wins of", *(f"`{level}`" for level in levels)), rows)


def _against(section: Section, row: str, column: str) -> str:
    if row == column:
        return ""
    found = section.share(row, column)
    return f"{found.percent()}, {found.games:,} games" if found else NOTHING


def solo(section: Section) -> str:
    rows = [
        (f"`{level}`", f"{found.value:.2f}", _around(found), f"{found.games}", *_effort(section, level))
        for level in reversed(section.levels)
        if (found := section.solo(level))
    ]
    heads = ("level", "lowest colour", "95 %", "deals", *EFFORT)
    return table(heads, rows) if rows else ""


def _effort(section: Section, level: str) -> tuple[str, str, str]:
    """The work a level had for a move, and the time that took."""
    found, work = section.pace(level), f"{work_of(level).amount:,}"
    return (work, _ms(found.ms), _ms(found.slowest)) if found else (work, NOTHING, NOTHING)


def _ms(value: float) -> str:
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _range(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{low:.0f} – {high:.0f}" if low < high else NOTHING


def _around(figure: Figure) -> str:
    low, high = figure.interval
    return f"{low:.2f} – {high:.2f}" if high < float("inf") else NOTHING
