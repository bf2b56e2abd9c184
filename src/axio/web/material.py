"""Games for show: what small boards play, what rules pages draw, what lessons ask. All by the rules."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from axio.rules import Place, State, deal
from axio.rules.game import SEATS
from axio.rules.laying import Prospect
from axio.rules.tiles import orientations
from axio.rules.tracks import low
from axio.server.protocol import Spot
from axio.server.views.geometry import geometry
from axio.server.views.preview import spots, tracks_after

TEXTS = Path(__file__).parent / "texts" / "en.json"
Wanted = Callable[[Place, Prospect, dict[str, int]], bool]


def stock(name: str) -> dict[str, Any]:
    """All tiles of a game, and how many are dealt where, so that a page can draw them once more."""
    return {"tiles": deal(name).game.tiles, "deals": {seats: _dealt(deal(name, seats)) for seats in SEATS}}


def _dealt(state: State) -> dict[str, int]:
    rack, stack = len(state.racks[0]), len(state.stacks[0])
    each = rack + stack
    return {"rack": rack, "stack": each if stack else 0, "opening": state.drawn - each * state.game.seats}


@cache
def course(name: str, seed: str, plies: int, seats: int = 2) -> tuple[State, ...]:
    """The positions of a game in which everyone takes the best scores one move can give."""
    states = [deal(name, seats, seed)]
    while len(states) <= plies and not states[-1].over:
        states.append(_greedy(states[-1]))
    return tuple(states)


def _greedy(state: State) -> State:
    seat = state.seat
    after = (state.play(move).after for move in state.legal_moves)
    return max(after, key=lambda next_: (low(next_.tracks[seat])[:3], sum(next_.tracks[seat])))


def placements(state: State, tiles: list[str]) -> Iterator[tuple[Place, Prospect, dict[str, int]]]:
    """Every placement of these tiles with what it scores, colour by colour."""
    for prospect in state.board.prospects(state.first):
        for tile in tiles:
            for marks in dict.fromkeys(orientations(tile)):
                for place in prospect.placements(marks, state.game.colours):
                    points: dict[str, int] = {}
                    for steps in prospect.steps(place):
                        for colour, by in steps:
                            points[colour] = points.get(colour, 0) + by
                    yield place, prospect, points


def find(name: str, plies: int, wanted: Wanted) -> tuple[State, Place]:
    """A position after so many plies, and a placement in it that is as wanted."""
    for number in range(200):
        state = course(name, f"show {number}", plies)[-1]
        if len(course(name, f"show {number}", plies)) <= plies or state.asked:
            continue
        tiles = sorted(set(state.game.tiles))
        for place, prospect, points in placements(state, tiles):
            if wanted(place, prospect, points):
                return state, place
    raise LookupError(f"no such position in {name} after {plies} plies")


def plain_spots(state: State) -> list[Any]:
    made: list[Any] = msgspec.to_builtins(spots(state.observe(None)))
    return made


def laid(state: State) -> dict[str, Any]:
    """What lies on a board, as views tell it."""
    return {
        "tiles": [str(place) for place in state.board.tiles],
        "pyramids": [str(cell) for cell in state.board.pyramids],
    }


def board_data(state: State) -> str:
    """A position with the rack of the seat to move, as JSON for the board's `mount` and `show`."""
    known = state.observe(None)
    after = tracks_after(known)
    position = laid(state) | {
        "rack": list(state.racks[state.seat]),
        "spots": spots(known),
        "tracks": state.tracks[state.seat],
        "after": after[state.seat] if after else {},
    }
    board = geometry(state.game.name, state.game.seats)
    return msgspec.json.encode({"geometry": board, "position": position}).decode() + "\n"


def figure(state: State, place: Place) -> dict[str, Any]:
    """A picture of a tile about to be placed, with what it would score."""
    text = str(Place(place.marks, place.at)).replace("=", "")
    cells = [part[1:] for part in text.split("-")] if len(place.at) > 1 else [text.split("@")[1]]
    spot: Spot = next(spot for spot in spots(state.observe(None)) if spot.cells == cells)
    return laid(state) | {"spot": msgspec.to_builtins(spot), "marks": place.marks, "named": place.named}


def examples(name: str) -> dict[str, dict[str, Any]]:
    """The pictures of a rules page: by section, where the game has that section and it has a picture."""
    sections = [key.removeprefix(f"rules.{name}.") for key in json.loads(TEXTS.read_text("utf-8"))]
    return {section: figure(*find(name, *_SHOWN[section])) for section in sections if section in _SHOWN}


def _apart(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    """Both marks score, in different colours, and no pyramid distracts."""
    return len(points) == 2 and min(points.values()) >= 2 and not prospect.pyramids and place.named is None


def _raises(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    return len(prospect.pyramids) == 1 and len(points) >= 3 and len(set(place.marks)) == 2


def _one_colour(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    return len(points) == 1 and max(points.values()) >= 5


def _three(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    return max(points.values(), default=0) == 3 and "." not in place.marks and len(points) == 1


def _names(place: Place, prospect: Prospect, points: dict[str, int]) -> bool:
    return place.named is not None and points.get(place.named, 0) == 2 and place.named not in place.marks


# By section: after how many plies, and what is to be seen.
_SHOWN: dict[str, tuple[int, Wanted]] = {
    "score": (7, _apart),
    "pyramid": (12, _raises),
    "lines": (14, _one_colour),
    "circle": (9, _three),
    "name": (7, _names),
}


def with_tracks(state: State, tracks: tuple[int, ...]) -> State:
    """The same position with seat 0 to move and its tracks set."""
    return dataclasses.replace(state, seat=0, owed=0, asked=False, tracks=(tracks, *state.tracks[1:]))
