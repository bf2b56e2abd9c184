"""A review as one HTML page that needs nothing else: chart, moves, marked positions, account."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from axio.draw import svg
from axio.rules import Place, Record, parse_move

from .account import ACCOUNT_ROWS, GRADE_ROWS
from .model import Decision, Review
from .reasons import text_of

WIDTH, HEIGHT, EDGE = 720, 240, 34
SEAT_COLOURS = ("#1f6feb", "#d1495b", "#2a9d5c", "#8a5cc2")
MARK_COLOURS = {"inaccuracy": "#d9a400", "mistake": "#e07b00", "blunder": "#cf222e"}
STYLE = """
:root { color-scheme: light dark; --line: #8885; --ink: CanvasText }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right }
th:first-child, td:first-child, td.text { text-align: left }
tr:last-child td { font-weight: 650 }
.boards { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0; flex: 1 1 18rem }
figure svg, .chart { width: 100%; height: auto } article { margin: 2.5rem 0; break-inside: avoid }
"""


def page(record: Record, review: Review, names: Sequence[str]) -> str:
    """The page. It has no script and loads nothing."""
    return Page(record, review, names).text()


class Page:
    """A page while it is written."""

    def __init__(self, record: Record, review: Review, names: Sequence[str]) -> None:
        self.record, self.review = record, review
        self.names = [escape(name) for name in names]
        self.game = record.opening.game

    def text(self) -> str:
        title = f"{escape(self.game.title)}: {', '.join(self.names)}"
        body = "".join([f"<h1>{title}</h1>", self._key(), self._chart(), *self._parts()])
        head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>\n'

    def _parts(self) -> Iterator[str]:
        yield "<h2>Marked moves</h2>"
        yield "".join(map(self._marked, self.review.marked)) or "<p>No move has a mark.</p>"
        yield f"<h2>Where the result came from</h2>{self._account()}"
        yield "<p>Decisions here are with hindsight, all racks known. They are no grades.</p>"
        yield f"<h2>Grades, by what each could know</h2>{self._grades()}<h2>All moves</h2>{self._moves()}"
        made = f"version {self.review.version}, work {self.review.work}, key “{escape(self.review.key)}”"
        yield f"<p>Review of {made}. Whoever repeats it gets the same figures.</p>"

    def _key(self) -> str:
        """Which colour is whose in the chart."""
        seats = zip(self.names, SEAT_COLOURS, strict=False)
        return "<p>" + " ".join(f'<span style="color:{ink}">● {name}</span>' for name, ink in seats) + "</p>"

    def _chart(self) -> str:
        lines = [self._curve(seat) for seat in range(self.review.seats)]
        marks = [self._dot(each) for each in self.review.marked]
        top = f"{self.game.end}" if self.review.seats == 1 else "100 %"
        half = self._y(self._full / 2)
        rule = f'<path d="M{EDGE} {half}H{WIDTH - EDGE}" stroke="var(--line)"/>'
        words = f'<text x="0" y="{EDGE}" font-size="12" fill="currentColor">{top}</text>'
        label = (
            "How the chances went" if self.review.seats > 1 else "How the lowest colour was expected to end"
        )
        return (
            f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
            f"{rule}{words}{''.join(lines)}{''.join(marks)}</svg>"
        )

    @property
    def _full(self) -> float:
        return self.game.end if self.review.seats == 1 else 1.0

    def _x(self, ply: int) -> float:
        return round(EDGE + (WIDTH - 2 * EDGE) * ply / max(len(self.review.plies), 1), 1)

    def _y(self, value: float) -> float:
        return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * value / self._full, 1)

    def _curve(self, seat: int) -> str:
        values = enumerate(self.review.values)
        points = " ".join(f"{self._x(ply)},{self._y(each[seat])}" for ply, each in values)
        return f'<polyline points="{points}" fill="none" stroke="{SEAT_COLOURS[seat]}" stroke-width="2"/>'

    def _dot(self, each: Decision) -> str:
        y = self._y(self.review.values[each.ply][each.seat])
        ink = MARK_COLOURS[each.mark or ""]
        circle = f'<circle cx="{self._x(each.ply)}" cy="{y}" r="6" fill="{ink}"/>'
        title = f"<title>Move {each.ply + 1}, {self.names[each.seat]}: {each.mark}</title>"
        return f'<a href="#ply-{each.ply + 1}">{title}{circle}</a>'

    def _marked(self, each: Decision) -> str:
        reasons = "; ".join(escape(text_of(reason)) for reason in each.reasons)
        head = f'<span style="color:{MARK_COLOURS[each.mark or ""]}">{each.mark}</span>'
        boards = "".join(
            self._board(each, move, words) for move, words in ((each.played, "Played"), (each.best, "Better"))
        )
        return (
            f'<article id="ply-{each.ply + 1}"><h3>Move {each.ply + 1}, {self.names[each.seat]}: {head}</h3>'
            f"<p>{each.played} costs {self.cost(each)}. Better is {each.best}: {reasons}.</p>"
            f'<div class="boards">{boards}</div></article>'
        )

    def _board(self, each: Decision, text: str, words: str) -> str:
        move = parse_move(text)
        after = self.record.state(each.ply).play(move).after
        last = move if isinstance(move, Place) else None
        drawn = svg(after.observe(None), last=last, board_only=True)
        return f"<figure><figcaption>{words}: {text}</figcaption>{drawn}</figure>"

    def cost(self, each: Decision) -> str:
        if each.decided:
            return f"{each.lead_cost:.1f} ± {each.lead_error:.1f} points of lead"
        return f"{self.amount(each.cost)} ± {self.amount(each.error)}"

    def amount(self, value: float) -> str:
        return f"{value:.1f}" if self.review.seats == 1 else f"{100 * value:.1f} %"

    def _account(self) -> str:
        rows = [
            [title, *(self.amount(getattr(each, part)) for each in self.review.accounts)]
            for part, title in ACCOUNT_ROWS.items()
            if part in ("start", "result") or any(getattr(each, part) for each in self.review.accounts)
        ]
        return table(["", *self.names], rows)

    def _grades(self) -> str:
        grades = self.review.grades
        rows = [["decisions counted", *(str(each.decisions) for each in grades)]]
        for mark, plural in GRADE_ROWS.items():
            rows.append([plural, *(str(each.marks[mark]) for each in grades)])
        rows.append(["mean cost", *(self.amount(each.mean_cost) for each in grades)])
        return table(["", *self.names], rows)

    def _moves(self) -> str:
        rows = []
        for part in self.review.plies:
            each = part.decision
            luck = sum(draw.luck[each.seat] for draw in part.draws)
            tiles = " ".join(tile for draw in part.draws for tile in draw.tiles)
            marked = f'<a href="#ply-{each.ply + 1}">{each.mark}</a>' if each.mark else ""
            drawn = [tiles, self.amount(luck) if tiles else ""]
            cost = self.amount(each.cost) if each.surely_worse else ""
            rows.append([str(each.ply + 1), self.names[each.seat], each.played, cost, marked, *drawn])
        return table(["", "player", "move", "cost", "mark", "drew", "luck"], rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table of cells that are safe already."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"
