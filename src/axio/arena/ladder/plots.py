"""The ladder in pictures, for light pages and dark ones: ratings with error bars, and who beats whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor

from axio.arena.rating import Rating
from axio.draw.markup import FONT, TABULAR, clean, element, group, number, words
from axio.draw.palette import mix

WIDTH, LEFT, RIGHT, TOP, ROW = 720.0, 110.0, 30.0, 64.0, 46.0
INK = "currentColor"
# One colour and one shape for each number of seats; both readable on white and on black.
SEATS = {2: "#2F7FD8", 3: "#D9730D", 4: "#9A5BD6"}
WON, EVEN, LOST = "#3D8FE0", "#E9E6DF", "#E08A3D"
STYLE = ":root{color:#4B4B4B}@media (prefers-color-scheme:dark){:root{color:#C4C4C4}}"


def elo_plot(title: str, levels: Sequence[str], found: Mapping[int, Mapping[str, Rating]]) -> str:
    """A line for each level, from the strongest down, and on it a mark for each number of seats."""
    ends = [end for each in found.values() for rating in each.values() for end in rating.interval]
    low, high = 100 * floor(min(ends) / 100), 100 * ceil(max(ends) / 100)
    across = (WIDTH - LEFT - RIGHT) / max(high - low, 100)

    def x(elo: float) -> float:
        return LEFT + (elo - low) * across

    rows = [level for level in reversed(levels) if any(level in each for each in found.values())]
    foot = TOP + ROW * len(rows)
    marks = [
        _mark(seats, rating, x, TOP + ROW * place + ROW / 2 + 11 * (seats - 3))
        for place, level in enumerate(rows)
        for seats, each in found.items()
        if (rating := each.get(level))
    ]
    named = [_label(level, LEFT - 12, TOP + ROW * place + ROW / 2 + 5) for place, level in enumerate(rows)]
    return _picture(title, foot + 34, _axis(low, high, x, foot), *named, *marks, _legend(list(found)))


def heat_map(title: str, levels: Sequence[str], shares: Mapping[tuple[str, str], float]) -> str:
    """Shares of the wins of the row against the column."""
    side = (WIDTH - LEFT - RIGHT) / len(levels)
    cells = [
        _cell(shares[row, column], LEFT + side * across, TOP + ROW * down, side)
        for down, row in enumerate(levels)
        for across, column in enumerate(levels)
        if (row, column) in shares
    ]
    rows = [_label(level, LEFT - 12, TOP + ROW * (place + 0.5) + 5) for place, level in enumerate(levels)]
    heads = [
        words(level, LEFT + side * (place + 0.5), TOP - 10, 14, INK, text_anchor="middle")
        for place, level in enumerate(levels)
    ]
    return _picture(title, TOP + ROW * len(levels) + 16, *rows, *heads, *cells)


def _picture(title: str, height: float, *parts: str) -> str:
    return element(
        "svg",
        element("title", clean(title)),
        element("style", STYLE),
        words(title, 12, 22, 16, INK, font_weight=650),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        width=WIDTH,
        height=height,
        role="img",
        font_family=FONT,
        style=TABULAR,
    )


def _axis(low: int, high: int, x: Callable[[float], float], foot: float) -> str:
    step = next(step for step in (100, 200, 250, 500, 1000, 2500) if (high - low) / step <= 8 or step == 2500)
    ticks = range(step * ceil(low / step), high + 1, step)
    lines = [
        element("path", d=f"M{number(x(tick))} {number(TOP)}V{number(foot)}", stroke=INK, stroke_opacity=0.22)
        for tick in ticks
    ]
    texts = [words(str(tick), x(tick), foot + 20, 13, INK, text_anchor="middle") for tick in ticks]
    return group(*lines, *texts)


def _mark(seats: int, rating: Rating, x: Callable[[float], float], y: float) -> str:
    left, right = (number(x(end)) for end in rating.interval)
    whisker = f"M{left} {number(y - 4)}v8M{left} {number(y)}H{right}m0 -4v8"
    return group(
        element("path", d=whisker, stroke=SEATS[seats], stroke_width=2, fill="none"),
        _shape(seats, x(rating.elo), y),
    )


def _shape(seats: int, x: float, y: float) -> str:
    """A disc for two, a triangle for three, a square for four."""
    fill = SEATS[seats]
    if seats == 2:
        return element("circle", cx=x, cy=y, r=5, fill=fill)
    if seats == 3:
        return element("path", d=f"M{number(x)} {number(y - 6)}l6 10.5h-12z", fill=fill)
    return element("rect", x=x - 4.5, y=y - 4.5, width=9, height=9, fill=fill)


def _legend(seats: Sequence[int]) -> str:
    return group(
        *(
            _shape(count, WIDTH - RIGHT - 84 * (len(seats) - place), 42)
            + words(f"{count} seats", WIDTH - RIGHT - 84 * (len(seats) - place) + 12, 47, 13, INK)
            for place, count in enumerate(seats)
        )
    )


def _label(text: str, x: float, y: float) -> str:
    return words(text, x, y, 14, INK, text_anchor="end")


def _cell(share: float, x: float, y: float, side: float) -> str:
    fill = mix(WON if share > 0.5 else LOST, EVEN, min(1.0, abs(share - 0.5) * 2))
    return group(
        element("rect", x=x + 1, y=y + 1, width=side - 2, height=ROW - 2, rx=4, fill=fill),
        words(
            f"{100 * share:.0f} %",
            x + side / 2,
            y + ROW / 2 + 5,
            14,
            "#1B1B1B",
            text_anchor="middle",
        ),
    )
