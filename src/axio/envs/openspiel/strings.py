"""What a seat knows, as text: what it sees now, and everything it was ever told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import singledispatch

from axio.rules import Observation
from axio.rules.data import observation_data
from axio.rules.events import Event, ExchangeOffered, RackExchanged, TilePlaced, TilesDrawn

from .moment import Moment


def seen(view: Observation) -> str:
    """An observation in one line, canonical."""
    return json.dumps(observation_data(view), separators=(",", ":"), sort_keys=True)


def recalled(moment: Moment, seat: int | None) -> str:
    """Everything a seat was told, from the opening on. Scores and all else follow from it."""
    placed = {event.place.at for event in moment.told if isinstance(event, TilePlaced)}
    opening = [str(place) for place in moment.state.board.tiles if place.at not in placed]
    waits = ["…"] if moment.waiting is not None else []
    return " ".join([*opening, *_lines(moment.told, seat), *waits])


def _lines(told: Iterable[Event], seat: int | None) -> list[str]:
    return [line for event in told if (line := _line(event.seen_by(seat)))]


@singledispatch
def _line(event: Event) -> str:
    return ""


@_line.register
def _(event: TilePlaced) -> str:
    return f"{event.seat}:{event.place}"


@_line.register
def _(event: TilesDrawn) -> str:
    return f"{event.seat}+{','.join(event.tiles)}"


@_line.register
def _(event: ExchangeOffered) -> str:
    return f"{event.seat}?"


@_line.register
def _(event: RackExchanged) -> str:
    return f"{event.seat}-{','.join(event.shown)}"
