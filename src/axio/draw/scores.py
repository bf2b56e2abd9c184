"""Scoreboards: one card for each seat where there is room, one line for each seat where there is little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from axio.rules.position import Position
from axio.rules.tracks import Tracks, low

from .markup import TABULAR, Ink, element, group, move, shortened, words
from .palette import SYMBOLS, TILE
from .tiles import symbol, tile_paint
from .wording import seat_name

PAD = 20.0
GAP = 14.0
LINE = 34.0
CELL = 41.0


@dataclass(frozen=True, slots=True)
class Card:
    """The contents of one scoreboard. Tracks with two stops take two scoreboards."""

    title: str
    tracks: Tracks
    colours: str
    span: tuple[int, int]
    moving: bool
    place: int | None  # when a game of several seats is over

    def holds(self, points: int) -> bool:
        """Whether a marker stands on this scoreboard, not on the one before or after."""
        start, end = self.span
        return start < points <= end or points == start == 0

    def lowest(self, points: int) -> bool:
        """Whether a track with these points is one of the lowest."""
        return points == min(self.tracks)

    @property
    def low(self) -> str:
        """The sorted scores, which decide the game; shown once for each seat."""
        return "" if self.span[0] else " · ".join(map(str, low(self.tracks)))


def cards(position: Position, names: Sequence[str] | None) -> list[Card]:
    """The scoreboards of a position, seat by seat."""
    game, outcome = position.game, position.outcome
    spans = list(zip((0, *game.stops), game.stops, strict=False))
    places = outcome.ranking if outcome is not None and game.seats > 1 else None
    return [
        Card(
            title=f"{span[0]}–{span[1]}" if span[0] else seat_name(names, seat),
            tracks=tracks,
            colours=game.colours,
            span=span,
            moving=position.to_move == seat,
            place=places[seat] if places is not None and not span[0] else None,
        )
        for seat, tracks in enumerate(position.tracks)
        for span in spans
    ]


def scoreboards(ink: Ink, shown: Sequence[Card], width: float, height: float) -> str:
    """Draw scoreboards one below the other. They fill the height, unless tracks would stand too far apart."""
    each = min((height - GAP * (len(shown) - 1)) / len(shown), most(shown[0]))
    drawn = (
        group(_card(ink, card, width, each), transform=move(-7 if card.moving else 0, index * (each + GAP)))
        for index, card in enumerate(shown)
    )
    return group(*drawn, class_="scores")


def most(card: Card) -> float:
    """The most height that a scoreboard should have."""
    return 58.0 + 58.0 * len(card.tracks)


def card_paint(ink: Ink) -> str:
    top, foot = ink.theme.card
    return ink.fade("card-paint", (0, top, 1), (1, foot, 1))


def _card(ink: Ink, card: Card, width: float, height: float) -> str:
    head = min(46.0, height * 0.22)
    row = (height - head - 10) / len(card.tracks)
    tracks = enumerate(zip(card.colours, card.tracks, strict=True))
    return group(
        _plate(ink, width, height, card.moving),
        _header(ink, card, width, head),
        *(
            group(_track(ink, card, *track, width, row), transform=move(0, head + row * (line + 0.5)))
            for line, track in tracks
        ),
        class_="card moving" if card.moving else "card",
    )


def _plate(ink: Ink, width: float, height: float, lifted: bool) -> str:
    theme, drop = ink.theme, 9 if lifted else 3
    shape = {"width": width, "height": height, "rx": 14.0}
    rim = {"x": 0.75, "y": 0.75, "width": width - 1.5, "height": height - 1.5, "rx": 13.3}
    stroke, thick, clear = (theme.brass, 2, 1) if lifted else (theme.light, 1.2, 0.6)
    return (
        element("rect", **shape, y=drop, fill="#000", fill_opacity=theme.shadow * 0.28)
        + element("rect", **shape, y=drop / 2, fill="#000", fill_opacity=theme.shadow * 0.35)
        + element("rect", **shape, fill=card_paint(ink))
        + (element("rect", **shape, fill=theme.light, fill_opacity=0.12) if lifted else "")
        + element("rect", **rim, fill="none", stroke=stroke, stroke_width=thick, stroke_opacity=clear)
    )


def _header(ink: Ink, card: Card, width: float, head: float) -> str:
    """The seat's name, its place if the game is over, and the sorted scores."""
    theme, size, line = ink.theme, min(18.0, head * 0.48), head * 0.5 + 7
    left = PAD if card.place is None else PAD + 28
    room = width - left - PAD - size * 0.4 * len(card.low) - 12
    return (
        ("" if card.place is None else _medal(ink, card.place, PAD + 9, head * 0.5 + 1))
        + words(shortened(card.title, room, size), left, line, size, theme.text, font_weight=650)
        + words(card.low, width - PAD, line, size * 0.8, theme.muted, text_anchor="end", style=TABULAR)
    )


def _medal(ink: Ink, place: int, x: float, y: float) -> str:
    theme = ink.theme
    metal, figure = (theme.last, "#3A2A00") if place == 1 else (theme.groove, theme.muted)
    disc = element("circle", cx=x, cy=y, r=12, fill=metal, class_="place")
    return disc + words(str(place), x, y + 5, 14, figure, text_anchor="middle", font_weight=700)


def _track(ink: Ink, card: Card, colour: str, points: int, width: float, row: float) -> str:
    """A groove with a hole for every point, filled as far as the marker has come."""
    (start, end), left, right = card.span, PAD + 12, width - 66
    step = (right - left) / (end - start)
    reached = left + step * (min(max(points, start), end) - start) + (6 if points > end else 0)
    here = card.holds(points)
    lit = here and card.lowest(points)
    return group(
        _light(ink, width, row) if lit else "",
        _groove(left, right, reached, row, SYMBOLS[colour]),
        _holes(left, step, end - start, row),
        _marker(ink, colour, reached, min(row * 0.86, 32)) if here else "",
        _value(ink, points, width - PAD, min(19, row * 0.68), lit) if here else "",
        class_="track",
    )


def _light(ink: Ink, width: float, row: float) -> str:
    shape = {"x": 8.0, "y": 1 - row / 2, "width": width - 16, "height": row - 2, "rx": 9.0}
    return element("rect", **shape, fill=ink.theme.lit, class_="lit")


def _groove(left: float, right: float, reached: float, row: float, colour: str) -> str:
    thick = min(9.0, row * 0.32)
    shape = {"x": left - 6, "y": -thick / 2, "height": thick, "rx": thick / 2}
    groove = element("rect", **shape, width=right - left + 12, fill=TILE)
    if reached <= left:
        return groove
    return groove + element("rect", **shape, width=reached - left + 6, fill=colour)


def _holes(left: float, step: float, count: int, row: float) -> str:
    radius = min(1.8, row * 0.064)
    holes = (element("circle", cx=left + step * hole, r=radius) for hole in range(count + 1))
    return group(*holes, fill="#FFF", fill_opacity=0.4)


def _marker(ink: Ink, colour: str, x: float, size: float) -> str:
    """A small tile with the track's symbol."""
    shape = {"x": -size / 2, "width": size, "height": size, "rx": size * 0.24}
    return group(
        element("rect", **shape, y=2 - size / 2, fill="#000", fill_opacity=ink.theme.shadow),
        element("rect", **shape, y=-size / 2, fill=tile_paint(ink)),
        symbol(ink, colour, (0, 0), size * 0.7),
        class_="marker",
        transform=move(x, 0),
    )


def _value(ink: Ink, points: int, x: float, size: float, lit: bool) -> str:
    fill, weight = (ink.theme.lit_text, 700) if lit else (ink.theme.text, 500)
    figure = {"text_anchor": "end", "style": TABULAR}
    return words(str(points), x, size * 0.36, size, fill, font_weight=weight, **figure)


def slim_scores(ink: Ink, position: Position, names: Sequence[str] | None, width: float) -> str:
    """Draw the scores in one line for each seat: a number for each colour, the lowest boxed."""
    lines = (
        group(
            _line(
                ink, seat_name(names, seat), position.game.colours, tracks, position.to_move == seat, width
            ),
            transform=move(0, seat * LINE),
        )
        for seat, tracks in enumerate(position.tracks)
    )
    return group(*lines, class_="scores")


def _line(ink: Ink, name: str, colours: str, tracks: Sequence[int], moving: bool, width: float) -> str:
    theme, start = ink.theme, width - 6 - CELL * len(tracks)
    plate = element(
        "rect",
        width=width,
        height=LINE - 5,
        rx=9,
        fill=card_paint(ink),
        stroke=theme.brass if moving else None,
        stroke_width=2 if moving else None,
    )
    return group(
        plate,
        words(shortened(name, start - 14, 14), 11, 19.5, 14, theme.text, font_weight=650 if moving else 500),
        *(
            group(_score(ink, colour, points, points == min(tracks)), transform=move(start + CELL * index, 0))
            for index, (colour, points) in enumerate(zip(colours, tracks, strict=True))
        ),
        class_="card moving" if moving else "card",
    )


def _score(ink: Ink, colour: str, points: int, lowest: bool) -> str:
    theme = ink.theme
    return group(
        element("rect", x=0.5, y=2.5, width=CELL - 1, height=LINE - 10, rx=6, fill=theme.lit, class_="lit")
        if lowest
        else "",
        symbol(ink, colour, (11, LINE / 2 - 2.5), 15, on_tile=False),
        words(
            str(points),
            21,
            19.5,
            14,
            theme.lit_text if lowest else theme.text,
            font_weight=700 if lowest else 500,
            style=TABULAR,
        ),
        class_="track",
    )
