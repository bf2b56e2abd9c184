"""Games to look at: every table, movers that are reproducible, and the steps they make."""

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from hypothesis import strategies as st

from axio.rules import Move, Place, State, Step, deal
from axio.rules.tracks import Tracks, advanced, in_favour, low

GAMES = ("axio", "rota", "hex")
SEATS = (1, 2, 3, 4)
LONGEST = 300  # moves; a real game has some 100
TABLES = [(name, seats) for name in GAMES for seats in SEATS]

Mover: TypeAlias = Callable[[State, random.Random], Move]


def chance(state: State, rng: random.Random) -> Move:
    return rng.choice(state.legal_moves)


def greedy(state: State, rng: random.Random) -> Move:
    """The placement with the best sorted scores, one at random where none scores."""
    if state.asked:
        return rng.choice(state.legal_moves)
    best, scores = rng.choice(state.legal_moves), low(state.tracks[state.seat])
    for place, after in scoring(state):
        if low(after) > scores:
            best, scores = place, low(after)
    return best


def scoring(state: State) -> Iterator[tuple[Place, Tracks]]:
    """The placements that move a track, as the board's prospects tell them, and the tracks after."""
    game, tracks, turned = state.game, state.tracks[state.seat], state.legal_moves.turned
    for prospect in state.board.prospects(state.first):
        if not any(prospect.points) and not prospect.pyramids:
            continue
        for marks in turned:
            for place in prospect.placements(marks, game.colours):
                halves, pyramids = prospect.steps(place)
                if len(game.stops) > 1:
                    halves = [halves[n] for n in in_favour(halves, tracks, game.colours, game.stops)]
                if halves or pyramids:
                    yield place, advanced(tracks, [*halves, *pyramids], game.colours, game.stops)


def steps_from(state: State, rng: random.Random, mover: Mover = chance) -> Iterator[Step]:
    """A game to its end, which must come."""
    for _ in range(LONGEST):
        if state.over:
            return
        step = state.play(mover(state, rng))
        yield step
        state = step.after
    raise AssertionError(f"no end after {LONGEST} moves")


def steps(name: str, seats: int, seed: str, mover: Mover = chance) -> list[Step]:
    """A whole game; the same for the same seed."""
    return list(steps_from(deal(name, seats, seed), random.Random(f"{name} {seats} {seed}"), mover))


def states(name: str, seats: int, seed: str, mover: Mover = chance) -> list[State]:
    return [deal(name, seats, seed), *(step.after for step in steps(name, seats, seed, mover))]


# For Hypothesis.
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
MOVERS = st.sampled_from([chance, chance, chance, greedy])
