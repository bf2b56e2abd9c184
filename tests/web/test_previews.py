"""What the page shows of a placement is what the rules make of it: its own code, run in Node."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from axio.rules import Place, State, deal, game_names
from axio.rules.events import PyramidPlaced, Scored
from axio.rules.game import SEATS
from axio.server.views.geometry import geometry
from axio.server.views.preview import spots, tracks_after
from axio.server.views.public_view import namer

from .node import answered, board_modules

SCRIPT = """
import { readPlace } from "./board/moves.js";
import { previewOf, tracksAfter } from "./board/preview.js";
console.log(JSON.stringify(data.positions.map(({ spots, tracks, after, moves }) => moves.map((move) => {
  const { marks, cells, named } = readPlace(move);
  const preview = previewOf(spots.find(([each]) => each.join() === cells.join()), marks, named);
  const pyramids = preview.pyramids.map(({ at }) => at);
  return { points: preview.points, pyramids, tracks: tracksAfter(preview, tracks, data.geometry, after) };
}))));
"""
GAMES, PLIES, MOVES = 6, 4, 60  # of each kind; positions looked at in a game, moves in a position


def positions(game: str, seats: int) -> Iterator[State]:
    """Out of games played for the lowest colour and for one alone; each also with tracks near their stops."""
    for number in range(GAMES):
        random, state = Random(f"{game} {seats} {number}"), deal(game, seats, f"preview {number}")
        played = []
        while not state.over:
            if not state.asked:
                played.append(state)
            moves = state.legal_moves
            tried = [state.play(moves[random.randrange(len(moves))]).after for _ in range(6)]
            state = max(tried, key=lambda after: _liking(after, state.seat, number % 2 == 0))
        for each in random.sample(played, min(PLIES, len(played))):
            yield from (each, _near_its_stops(each, random))


def _liking(state: State, seat: int, one: bool) -> tuple[int, ...]:
    tracks = state.tracks[seat]
    return (max(tracks), sum(tracks)) if one else (min(tracks), sum(tracks))


def _near_its_stops(state: State, random: Random) -> State:
    scores = [max(0, random.choice(state.game.stops) - random.randrange(6)) for _ in state.game.colours]
    tracks = tuple(tuple(scores) if seat == state.seat else each for seat, each in enumerate(state.tracks))
    return dataclasses.replace(state, tracks=tracks)


def sampled(state: State, random: Random) -> list[Place]:
    """Some of the placements that can be made, those that name a colour among them."""
    moves = [move for move in state.legal_moves if isinstance(move, Place)]
    return random.sample(moves, min(MOVES, len(moves)))


def asked(state: State, moves: list[Place]) -> dict[str, Any]:
    known = state.observe(None)
    after = tracks_after(known)
    return {
        "spots": msgspec.to_builtins(spots(known)),
        "tracks": state.tracks[state.seat],
        "after": after[state.seat] if after else {},
        "moves": [str(move) for move in moves],
    }


def by_the_rules(state: State, move: Place) -> dict[str, Any]:
    """What the page should say: points before tracks end, pyramids, and the tracks after it."""
    step, named = state.play(move), namer(state.game)
    points: dict[str, int] = {}
    for event in step.events:
        if isinstance(event, Scored):
            points[event.colour] = points.get(event.colour, 0) + event.points
    raised = [named(event.at) for event in step.events if isinstance(event, PyramidPlaced)]
    return {"points": points, "pyramids": raised, "tracks": list(step.after.tracks[state.seat])}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("game", game_names())
def test_previews_agree_with_the_rules(game: str, seats: int, tmp_path: Path) -> None:
    """Points, pyramids and tracks after any placement, in positions of whole games."""
    random = Random(seats)
    cases = [(state, sampled(state, random)) for state in positions(game, seats)]
    data = {
        "geometry": msgspec.to_builtins(geometry(game, seats)),
        "positions": [asked(state, moves) for state, moves in cases],
    }
    found = answered(board_modules(tmp_path), SCRIPT, data)
    wanted = [[by_the_rules(state, move) for move in moves] for state, moves in cases]
    assert found == wanted


@pytest.mark.parametrize("game", [name for name in game_names() if len(geometry(name, 1).stops) > 1])
def test_some_tracks_would_not_stand_at_the_sum(game: str) -> None:
    """The positions above hold what addition gets wrong: a surplus lost at a stop, and orders that matter."""
    cases = [steps for state in positions(game, 1) for steps in tracks_after(state.observe(None))[:1]]
    assert sum(map(bool, cases)) > len(cases) / 3
    assert any("+" in key for steps in cases for key in steps)
    assert any("/" in key for steps in cases for key in steps) or game == "hex"
