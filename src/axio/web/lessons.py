"""A guided first game: positions, what is asked in each, and every placement that answers it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from axio.rules import Place, State, deal
from axio.rules.laying import Prospect
from axio.rules.tiles import EMPTY, canonical

from .material import Wanted, course, laid, placements, plain_spots, with_tracks

WAYS = 4  # to do what an early step asks


def lessons(name: str) -> list[dict[str, Any]]:
    """The steps of a lesson; the page has a text for each `key`."""
    start = deal(name, 2, "lesson")
    early, late = _early(name), _late(name)
    game = start.game
    end, colours = game.end, game.colours
    behind = tuple(3 if colour == "B" else 8 + index for index, colour in enumerate(colours))
    near = tuple(end - 2 if colour == "G" else 7 + index % 3 for index, colour in enumerate(colours))
    steps = [
        _step("place", start, list(start.racks[0]), lambda *_: True),
        _step("score", _open(early), _rack(early, _good), _good),
        _step("lowest", with_tracks(early, behind), _rack(early, _blue), _blue),
    ]
    if any(prospect.pyramids for prospect in late.board.prospects(first=False)):
        steps.append(_step("pyramid", _open(late), _rack(late, _pyramid), _pyramid))
    if any(EMPTY in tile for tile in game.tiles):
        steps.append(_step("name", _open(late), _rack(late, _naming), _naming))
    axio = with_tracks(late, near)
    steps.append(_step("axio", axio, _rack(late, _green), _green))
    bonus = with_tracks(
        late, tuple(end if colour == "G" else score for colour, score in zip(colours, near, strict=True))
    )
    steps.append(_step("bonus", bonus, _rack(late, _good), lambda *_: True))
    if game.supply.exchanges:
        steps.append(_step("exchange", with_tracks(late, behind), _without(late, "B"), None))
    return steps


def _early(name: str) -> State:
    """A position with nothing in it that is explained later, and with several ways to help blue."""
    for number in count():
        state = course(name, f"lesson {number}", 8)[-1]
        raised = any(prospect.pyramids for prospect in state.board.prospects(first=False))
        if not raised and not state.board.pyramids and _answers(state, _blue) >= WAYS:
            return state
    raise AssertionError(name)


def _late(name: str) -> State:
    """A position in the middle of a game, with several ways to bring green to the end."""
    for number in count():
        state = course(name, f"lesson {number}" if number else "lesson", 15)[-1]
        if _answers(state, _green) >= WAYS:
            return state
    raise AssertionError(name)


def _answers(state: State, wanted: Wanted) -> int:
    """How many placements of the rack that would be shown do what is wanted."""
    try:
        rack = _rack(state, wanted)
    except StopIteration:
        return 0
    return sum(wanted(*each) for each in placements(_open(state), rack))


def _step(key: str, state: State, rack: list[str], wanted: Wanted | None) -> dict[str, Any]:
    state = _open(state) if key != "place" else state
    found = [
        str(place)
        for place, prospect, points in placements(state, rack)
        if wanted and wanted(place, prospect, points)
    ]
    assert wanted is None or found, f"nothing answers {key} in {state.game.name}"
    free = [] if key in ("place", "bonus") else found
    return laid(state) | {
        "key": key,
        "tracks": list(state.tracks[0]),
        "rack": rack,
        "spots": plain_spots(state),
        "wants": free,
    }


def _open(state: State) -> State:
    """Seat 0 to move in the middle of a game."""
    return with_tracks(state, state.tracks[0])


def _rack(state: State, wanted: Wanted) -> list[str]:
    """A rack with a tile that can do what is wanted, and others from the bag."""
    tiles = sorted(set(state.game.tiles))
    best = next(
        canonical(place.marks)
        for place, prospect, points in placements(_open(state), tiles)
        if wanted(place, prospect, points)
    )
    size = state.game.supply.rack
    others = [tile for index, tile in enumerate(tiles) if tile != best and index % 3 == 1]
    return [*others[: (size - 1) // 2], best, *others[(size - 1) // 2 :]][:size] if size > 1 else [best]


def _without(state: State, colour: str) -> list[str]:
    tiles = [tile for tile in sorted(set(state.game.tiles)) if colour not in tile]
    return tiles[1::2][: state.game.supply.rack - 1]


def _good(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    return EMPTY not in place.marks and sum(points.values()) >= 3


def _scores(colour: str, least: int) -> Callable[[Place, Prospect, dict[str, int]], bool]:
    """With a tile that shows the colour and no empty corner, which is a lesson of its own."""

    def wanted(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
        return EMPTY not in place.marks and colour in place.marks and points.get(colour, 0) >= least

    return wanted


_blue = _scores("B", 2)
_green = _scores("G", 2)


def _pyramid(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    return bool(prospect.pyramids)


def _naming(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    return place.named is not None and points.get(place.named, 0) >= 1
