"""What holds in every game, whatever is dealt and played."""

import pickle
import random
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given, settings

from axio.rules import Place, Record, Step, deal, parse_move, read_record
from axio.rules.data import read_state, state_data
from axio.rules.events import ExchangeOffered, RackExchanged, TilesDrawn, TurnPassed

from . import holding
from .playing import MOVERS, SEEDS, TABLES, Mover, states, steps
from .positions import play, position
from .telling import events_agree

at_every_table = pytest.mark.parametrize(("name", "seats"), TABLES)
anything = given(seed=SEEDS, mover=MOVERS)
few = settings(max_examples=6)


@at_every_table
@few
@anything
def test_tiles_are_conserved(name: str, seats: int, seed: str, mover: Mover) -> None:
    """No tile is lost or made: board, racks, stacks and bag always hold the whole game."""
    for state in states(name, seats, seed, mover):
        holding.tiles_conserved(state)
        holding.racks_full(state, stacked=name == "rota")


@at_every_table
@few
@anything
def test_tracks_and_turns(name: str, seats: int, seed: str, mover: Mover) -> None:
    """Tracks never fall and never pass their end; turns pass from seat to seat."""
    for step in steps(name, seats, seed, mover):
        holding.tracks_rise(step)
        holding.turns_pass(step)


@at_every_table
@few
@anything
def test_events_agree_with_the_states(name: str, seats: int, seed: str, mover: Mover) -> None:
    """What a step tells is what happened between its states."""
    for step in steps(name, seats, seed, mover):
        events_agree(step)


@at_every_table
@settings(max_examples=4)
@anything
def test_legal_moves_are_a_sequence(name: str, seats: int, seed: str, mover: Mover) -> None:
    """As many as listed, all distinct, index and iteration agree."""
    rng = random.Random(seed)
    for state in states(name, seats, seed, mover)[:: rng.randint(3, 6)]:
        holding.moves_listed(state, rng)


@at_every_table
@settings(max_examples=4)
@anything
def test_play_accepts_exactly_the_legal_moves(name: str, seats: int, seed: str, mover: Mover) -> None:
    """`in` and `play` agree with the list, for moves from this game and from elsewhere."""
    rng, game = random.Random(seed), steps(name, seats, seed, mover)
    everything = [rng.choice(made.before.legal_moves) for made in game]
    foreign = [rng.choice(deal(*table, seed).legal_moves) for table in TABLES]
    for made in game[:: rng.randint(7, 12)]:
        holding.only_listed_moves_play(made.before, holding.sample(everything, 20, rng) + foreign)


@at_every_table
@settings(max_examples=4)
@anything
def test_prospects_foretell_the_points(name: str, seats: int, seed: str, mover: Mover) -> None:
    """What the board says a placement would score is what it scores."""
    rng = random.Random(seed)
    for state in states(name, seats, seed, mover)[:: rng.randint(2, 5)]:
        holding.prospects_foretell(state, rng)


@at_every_table
@few
@anything
def test_replay_gives_the_same_states(name: str, seats: int, seed: str, mover: Mover) -> None:
    """Same seed and same moves: same game, by hand, by text and by record."""
    game = steps(name, seats, seed, mover)
    state = deal(name, seats, seed)
    for made in game:
        assert (state, hash(state)) == (made.before, hash(made.before))
        state = state.play(parse_move(str(made.move))).after
    record = Record(name, seats, seed, tuple(made.move for made in game))
    assert read_record(record.text()).final == state == game[-1].after
    assert hash(record.final) == hash(state)


@at_every_table
@settings(max_examples=4)
@anything
def test_equal_states_are_equal_by_any_route(name: str, seats: int, seed: str, mover: Mover) -> None:
    """Copies by pickle and by data equal the original and share its hash; other states differ."""
    game = states(name, seats, seed, mover)
    for state in game[::7]:
        for copy in (pickle.loads(pickle.dumps(state)), read_state(state_data(state))):
            assert copy == state
            assert hash(copy) == hash(state)
            assert list(copy.legal_moves[:9]) == list(state.legal_moves[:9])
    assert len(set(game)) == len(game)


@at_every_table
def test_observations_pickle(name: str, seats: int) -> None:
    """Observations, steps, moves and records survive pickling as equals."""
    game = steps(name, seats, "pickled")
    made = game[len(game) // 2]
    record = Record(name, seats, "pickled", tuple(step.move for step in game))
    for value in (made, made.move, made.events, made.after.observe(0), made.after.observe(None), record):
        assert pickle.loads(pickle.dumps(value)) == value


def test_two_orders_one_state() -> None:
    """Two bonus placements in either order lead to the same state."""
    state = position(racks=["RG BB GG", "OO"], owed=3)
    one = play(state, "Ra1-Ga2", "Bh7-Bh8")
    other = play(state, "Bh7-Bh8", "Ra1-Ga2")
    assert (one, hash(one)) == (other, hash(other))
    board = deal("rota", 2, "7").board
    right, left = parse_move("RBOP@2,0"), parse_move("GBOP@-1,1")
    assert isinstance(right, Place) and isinstance(left, Place)
    both = board.lay(right).board.lay(left).board, board.lay(left).board.lay(right).board
    assert both[0] == both[1]
    assert hash(both[0]) == hash(both[1])


def test_facts_of_different_kinds_are_never_equal() -> None:
    """Events compare by kind and content: that a seat is asked is not that a turn passed to it."""
    facts = [ExchangeOffered(0), TurnPassed(0), TilesDrawn(0, ("RG",)), RackExchanged(0, ("RG",))]
    assert len(set(facts)) == len(facts)
    assert facts[0] == ExchangeOffered(0) != ExchangeOffered(1)


def test_any_difference_makes_states_unequal() -> None:
    """A state differs from one with other tracks, racks, key or draws."""
    base = position(racks=["RG BB", "OO"])
    others = [
        position(racks=["BB RG", "OO"]),
        position(racks=["RG BB", "OO"], seed="other"),
        position(racks=["RG BB", "OO"], tracks=[[1, 0, 0, 0, 0]]),
        position(racks=["RG BB", "OO"], seat=1),
        position(racks=["RG BB", "OO"], owed=1),
        position(racks=["RG BB", "OO"], tracks=[[1, 1, 1, 1, 0]], asked=True),
        position(racks=["RG BB", "OO"], tracks=[[1, 1, 1, 1, 0]]),
        position(racks=["RG BB", "OO"], ending="board"),
        position(racks=["RG BB", "OO"], placed=[0, 1]),
        position("axio", 3, racks=["RG BB", "OO"]),
    ]
    assert position(racks=["RG BB", "OO"]) == base
    assert len({base, *others}) == len(others) + 1


@at_every_table
def test_states_are_immutable(name: str, seats: int) -> None:
    """Nothing in a state can be set, and playing leaves the state before as it was."""
    for made in steps(name, seats, "immutable")[::4]:
        before = state_data(made.before)
        for move in list(made.before.legal_moves)[:5]:
            _ = made.before.play(move).events
        assert state_data(made.before) == before
        for value in (made.before, made.before.board, made.before.observe(0), made.move):
            for field in fields(value):  # type: ignore[arg-type]  # a Board is a dataclass here
                with pytest.raises((FrozenInstanceError, TypeError)):
                    setattr(value, field.name, None)


def everything_holds(made: Step, rng: random.Random) -> None:
    holding.tiles_conserved(made.after)
    holding.racks_full(made.after, stacked=made.after.game.name == "rota")
    holding.tracks_rise(made)
    holding.turns_pass(made)
    holding.prospects_foretell(made.before, rng)
    holding.moves_listed(made.after, rng)
    events_agree(made)


@pytest.mark.soak
@at_every_table
@settings(max_examples=100)
@anything
def test_everything_holds_for_long(name: str, seats: int, seed: str, mover: Mover) -> None:
    """All of the above, in many more games."""
    rng = random.Random(seed)
    for made in steps(name, seats, seed, mover):
        everything_holds(made, rng)
