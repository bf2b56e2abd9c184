"""Positions worth looking at, kept as records. `python -m tests.browser.positions` finds them again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from axio.rules import Place, State, deal
from axio.rules.events import Axio, PyramidPlaced
from axio.rules.tracks import low

FILE = Path(__file__).with_name("positions.json")


class Saved(TypedDict):
    game: str
    seats: int
    seed: str
    moves: list[str]
    move: str  # the one worth making


def saved(name: str) -> Saved:
    """One of the positions by name."""
    found: Saved = json.loads(FILE.read_text())[name]
    return found


Wanted = Callable[[State], str | None]


def _find(game: str, wanted: Wanted, seats: int = 2) -> Saved:
    for number in range(500):
        state, moves = deal(game, seats, str(number)), list[str]()
        while not state.over:
            if state.seat == 0 and (move := wanted(state)):
                return Saved(game=game, seats=seats, seed=str(number), moves=moves, move=move)
            step = _greedy(state, len(moves))
            moves.append(step[0])
            state = step[1]
    raise LookupError(game)


def _greedy(state: State, salt: int) -> tuple[str, State]:
    moves = list(state.legal_moves)
    few = moves[salt % 7 :: max(1, len(moves) // 60)] or moves
    steps = [state.play(move) for move in few]
    best = max(
        steps, key=lambda step: (low(step.after.tracks[state.seat])[0], sum(step.after.tracks[state.seat]))
    )
    return str(best.move), best.after


def _brings(kind: type, bonus: bool = False) -> Wanted:
    def wanted(state: State) -> str | None:
        if state.asked or state.owed or max(state.tracks[0]) < (state.game.end - 3 if bonus else 0):
            return None
        for move in list(state.legal_moves):
            step = state.play(move)
            if any(isinstance(event, kind) for event in step.events) and not step.after.over:
                return str(move) if not bonus or step.after.owed else None
        return None

    return wanted


def _exchange(state: State) -> str | None:
    return "exchange" if state.asked else None


def _naming(state: State) -> str | None:
    """Two colours or more that score: only then is there a choice."""
    gains: dict[str, list[str]] = {}
    for move in state.legal_moves:
        if isinstance(move, Place) and move.named and _sum(state.play(move).after) > _least(state, move):
            gains.setdefault(str(move).split("=")[0], []).append(str(move))
    return next((moves[0] for moves in gains.values() if len(moves) > 1), None)


def _sum(state: State) -> int:
    return sum(state.tracks[0])


def _least(state: State, move: Place) -> int:
    """What the placement scores if the empty corner gives nothing."""
    named = (replace(move, named=colour) for colour in state.game.colours)
    return min(_sum(state.play(each).after) for each in named)


def _last(state: State) -> str | None:
    if state.asked or len(state.legal_moves) > 60:
        return None
    return next((str(move) for move in state.legal_moves if state.play(move).after.over), None)


WANTED: dict[str, tuple[str, Wanted]] = {
    "exchange": ("axio", _exchange),
    "pyramid": ("axio", _brings(PyramidPlaced)),
    "axio": ("axio", _brings(Axio, bonus=True)),
    "axio-hex": ("hex", _brings(Axio, bonus=True)),
    "naming": ("rota", _naming),
    "end": ("axio", _last),
}

if __name__ == "__main__":
    FILE.write_text(json.dumps({name: _find(*found) for name, found in WANTED.items()}, indent=1) + "\n")
