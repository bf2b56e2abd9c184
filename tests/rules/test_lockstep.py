"""Against a second, naive implementation that shares no code: the same game, ply by ply."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from axio.rules import Exchange, State, deal
from axio.rules.events import Axio
from tests import naive

from .playing import TABLES, Mover, chance, greedy, steps_from

# Games at each table: random moves, greedy moves, and rare ones, from high tracks or with few tiles, where
# axios, chains, instant wins and empty bags are common. Small boards play more, since they cost less.
GAMES = {
    ("axio", 1): (50, 10, 20),
    ("axio", 2): (25, 8, 12),
    ("axio", 3): (8, 4, 6),
    ("axio", 4): (4, 3, 4),
    ("rota", 1): (40, 15, 25),
    ("rota", 2): (30, 10, 20),
    ("rota", 3): (12, 6, 10),
    ("rota", 4): (8, 5, 8),
    ("hex", 1): (25, 6, 10),
    ("hex", 2): (8, 4, 6),
    ("hex", 3): (4, 2, 3),
    ("hex", 4): (2, 2, 2),
}
BATCH = 5
KINDS = ("random", "greedy", "rare")


def batches(factor: int = 1) -> list[tuple[str, int, str, range]]:
    """Games in batches small enough to spread over processes."""
    return [
        (name, seats, kind, range(first, min(first + BATCH * factor, count * factor)))
        for (name, seats), counts in GAMES.items()
        for kind, count in zip(KINDS, counts, strict=True)
        for first in range(0, count * factor, BATCH * factor)
    ]


def compare(state: State, other: naive.Game) -> None:
    """Everything both sides know, down to the order of the racks."""
    legal = other.legal()
    assert {str(move) for move in state.legal_moves} == legal
    assert len(state.legal_moves) == len(legal)
    assert [list(tracks) for tracks in state.tracks] == other.scores
    assert [list(rack) for rack in state.racks] == other.racks
    assert [list(stack) for stack in state.stacks] == other.stacks
    assert list(state.bag) == other.bag
    assert [str(cell) for cell in state.board.pyramids] == other.pyramids
    assert (state.owed, state.asked, state.to_move) == (other.owed, other.asked, other.to_move)
    outcome = state.outcome
    assert (outcome and list(outcome.ranking), outcome and list(outcome.winners)) == (
        other.ranking,
        other.winners,
    )
    assert (state.over, state.ending) == (other.over, other.ending)


def begun(name: str, seats: int, kind: str, number: int, rng: random.Random) -> tuple[State, naive.Game]:
    """Both sides at the start; the rare kind has high tracks, and in every second game few tiles."""
    seed = f"{kind} {number}"
    state, other = deal(name, seats, seed), naive.Game(name, seats, seed)
    if kind == "rare":
        end = state.game.end
        rows = [[rng.randint(end - 8, end - 1) for _ in state.game.colours] for _ in range(seats)]
        bag = state.bag[:: 8 if number % 2 else 1]
        other.table.scores, other.table.bag = rows, list(bag)
        state = replace(state, tracks=tuple(map(tuple, rows)), bag=bag)
    return state, other


def mover_of(kind: str, number: int) -> Mover:
    return greedy if kind == "greedy" or (kind == "rare" and number % 4 < 2) else chance


def lockstep(name: str, seats: int, kind: str, number: int) -> None:
    rng = random.Random(f"{name} {seats} {kind} {number}")
    state, other = begun(name, seats, kind, number, rng)
    compare(state, other)
    for step in steps_from(state, rng, mover_of(kind, number)):
        other.play(str(step.move))
        compare(step.after, other)
    assert other.over


@pytest.mark.parametrize(("name", "seats", "kind", "numbers"), batches())
def test_lockstep(name: str, seats: int, kind: str, numbers: range) -> None:
    """Legal moves, tracks, racks, bag, pyramids, turns and outcome agree after every move."""
    for number in numbers:
        lockstep(name, seats, kind, number)


def test_enough_games() -> None:
    """At least 300 games over all games and seats, each kind at every table; 5,000 in the long run."""
    played = [len(numbers) for *_, numbers in batches()]
    assert set(GAMES) == set(TABLES)
    assert sum(played) == sum(map(sum, GAMES.values())) >= 300
    assert all(min(counts) > 0 for counts in GAMES.values())
    assert sum(len(numbers) for *_, numbers in batches(SOAK)) >= 5_000


def test_rare_games_hold_what_is_rare() -> None:
    """The games compared above do meet instant wins, chains of bonuses, empty bags and lapsed bonuses."""
    games = [(*batch[:3], number) for batch in batches() for number in batch[3] if batch[2] == "rare"]
    met = {what for game in games for what in rare(*game)}
    assert met == {"instant", "chain", "empty bag", "exchange", "lapse", "no tile for a bonus", "two at once"}


def rare(name: str, seats: int, kind: str, number: int) -> Iterator[str]:
    rng = random.Random(f"{name} {seats} {kind} {number}")
    state, _ = begun(name, seats, kind, number, rng)
    for step in steps_from(state, rng, mover_of(kind, number)):
        before, after = step.before, step.after
        earned = sum(isinstance(event, Axio) and event.bonus for event in step.events)
        facts = {
            "instant": after.ending == "instant",
            "chain": before.owed > 0 and earned > 0,
            "two at once": earned > 1,
            "empty bag": not after.bag,
            "exchange": isinstance(step.move, Exchange),
            "lapse": earned > 0 and not after.owed and not after.over,
            "no tile for a bonus": earned > 0 and after.ending == "board" and not after.racks[after.seat],
        }
        yield from (what for what, is_so in facts.items() if is_so)


SOAK = 13


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats", "kind", "numbers"), batches(SOAK))
def test_lockstep_for_long(name: str, seats: int, kind: str, numbers: range) -> None:
    """The same, for thousands of games."""
    for number in numbers:
        lockstep(name, seats, kind, number)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_previews_agree(name: str, seats: int) -> None:
    """For every legal placement both sides foretell the same tracks."""
    rng = random.Random(f"{name} {seats}")
    state, other = deal(name, seats, "previews"), naive.Game(name, seats, "previews")
    stops = set(rng.sample(range(2, 12 * seats), 3))
    for ply in range(12 * seats):
        if state.over:
            break
        if ply in stops and not state.asked:
            told = {str(move): list(state.play(move).after.tracks[state.seat]) for move in state.legal_moves}
            assert told == other.previews()
        move = chance(state, rng)
        state = state.play(move).after
        other.play(str(move))
