"""Any text as a move, any bytes as a record: Malformed or IllegalMove, never another exception."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest

from axio.rules import IllegalMove, Malformed, Observation, Record, State, parse_move, read_record
from axio.rules.data import observation_data, read_observation, read_state, state_data
from axio.rules.proof import Proof, commitment_of, seed_from
from axio.rules.record import End, Player

from .garbling import as_json, garbled, garbled_bytes, garbled_data
from .playing import TABLES, states, steps

Value = TypeVar("Value")

SHARDS, MOVES, RECORDS, POSITIONS = 8, 1_300, 1_000, 100  # in the tests: 8 × 2,500 inputs
LONG_SHARDS, LONGER = 40, 10  # in the long run: 40 × 25,000


@cache
def some_states() -> tuple[State, ...]:
    return tuple(state for table in TABLES for state in states(*table, "fuzz")[::11])


@cache
def some_records() -> tuple[dict[str, Any], ...]:
    """Short games, a few of them finished, and one with everything a record can hold."""
    games = [(table, [step.move for step in steps(*table, "fuzz")]) for table in TABLES]
    short = [Record(*table, "fuzz", tuple(moves[:4])) for table, moves in games]
    over = Record("rota", 1, "fuzz", tuple(dict(games)["rota", 1]))
    secret, nonces = bytes(32), (bytes(16), bytes(16))
    rich = Record(
        "axio",
        2,
        seed_from(secret, nonces),
        (),
        ((Player("Ada"), Player("Bo", 1)), (Player("Cy"),)),
        End("resign", 1),
        Proof(commitment_of(secret), secret, nonces),
        "2026",
        "here",
    )
    return tuple(json.loads(record.text()) for record in (*short, over, rich))


def try_move(text: str, state: State) -> bool:
    """Whether a text is a legal move, by every way to ask; nothing but the two errors may come out."""
    try:
        move = parse_move(text)
    except Malformed:
        return False
    assert parse_move(str(move)) == move
    try:
        state.play(move)
    except IllegalMove:
        assert move not in state.legal_moves
        return False
    assert move in state.legal_moves
    return True


def answer(read: Callable[[Any], Value], source: object) -> Value | str:
    """What was read, or the sentence that says why not."""
    try:
        return read(source)
    except (Malformed, IllegalMove) as fault:
        return str(fault)


def try_record(source: str | bytes) -> bool:
    record = answer(read_record, source)
    if isinstance(record, str):
        assert record.isprintable() and record
        return False
    assert read_record(record.text().encode()) == record
    return True


def fuzz_moves(rng: random.Random, count: int) -> int:
    good = 0
    for number in range(count):
        state = rng.choice(some_states())
        sound = str(rng.choice(state.legal_moves)) if state.legal_moves else "keep"
        text = garbled(sound, rng) if number % 4 else garbled("", rng)
        good += try_move(text, rng.choice(some_states()))
    return good


def fuzz_records(rng: random.Random, count: int) -> int:
    good = 0
    for number in range(count):
        data = rng.choice(some_records())
        if number % 3 == 0:
            good += try_record(garbled_bytes(json.dumps(data).encode(), rng))
        elif number % 3 == 1:
            good += try_record(garbled(json.dumps(data, ensure_ascii=False), rng))
        else:
            good += try_record(as_json(garbled_data(data, rng)))
    return good


def fuzz_positions(rng: random.Random, count: int) -> int:
    good = 0
    for _ in range(count):
        state = rng.choice(some_states())
        view = state.observe(rng.choice([0, None]))
        read = answer(read_state, garbled_data(state_data(state), rng))
        seen = answer(read_observation, garbled_data(observation_data(view), rng))
        good += isinstance(read, State) and usable(read) and explorable(read.observe(None))
        good += isinstance(seen, Observation) and explorable(seen)
    return good


def explorable(view: Observation) -> bool:
    """Whatever was let in has worlds that can be played on, or says in a sentence that none fits."""
    world = answer(lambda key: view.sample(key), 1)
    return isinstance(world, State) and usable(world)


def usable(state: State) -> bool:
    """Whatever was let in can be played on and written again."""
    assert read_state(state_data(state)) == state
    assert hash(state) == hash(read_state(state_data(state)))
    return state.over or not state.legal_moves or len(state.play(state.legal_moves[0]).events) > 0


def fuzz(seed: str, factor: int) -> None:
    rng = random.Random(seed)
    assert 0 <= fuzz_moves(rng, MOVES * factor) < MOVES * factor / 2
    assert 0 < fuzz_records(rng, RECORDS * factor) < RECORDS * factor / 2
    assert 0 < fuzz_positions(rng, POSITIONS * factor) < 2 * POSITIONS * factor


@pytest.mark.parametrize("shard", range(SHARDS))
def test_bad_input(shard: int) -> None:
    """20,000 bad moves, records and positions: one of the errors each, and what is sound is read."""
    fuzz(f"shard {shard}", 1)


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(LONG_SHARDS))
def test_bad_input_for_long(shard: int) -> None:
    """A million of them."""
    fuzz(f"long {shard}", LONGER)


def test_enough_inputs() -> None:
    """As many inputs as promised."""
    assert SHARDS * (MOVES + RECORDS + 2 * POSITIONS) == 20_000
    assert LONG_SHARDS * LONGER * (MOVES + RECORDS + 2 * POSITIONS) == 1_000_000
