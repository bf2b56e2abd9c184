"""What a scoreboard has to show: a seat's tracks between two stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from axio.rules.position import Position
from axio.rules.tracks import Tracks, low

from .wording import seat_name


@dataclass(frozen=True, slots=True)
class Card:
    """One scoreboard. Tracks with two stops take two boards, one after the other."""

    title: str
    tracks: Tracks
    colours: str
    span: tuple[int, int]
    moving: bool
    place: int | None  # when a game of several seats is over

    def holds(self, points: int) -> bool:
        """Whether a marker stands on this board, and not on the one before or after."""
        start, end = self.span
        return start < points <= end or points == start == 0

    def lowest(self, points: int) -> bool:
        return points == min(self.tracks)

    @property
    def low(self) -> str:
        """The sorted scores, which decide; said once for each seat."""
        return "" if self.span[0] else " · ".join(map(str, low(self.tracks)))


def cards(position: Position, names: Sequence[str] | None) -> list[Card]:
    """Every scoreboard of a position, seat by seat."""
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
