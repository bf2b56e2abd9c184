"""What a seat may know: what it cannot see leaves no trace in what it receives."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from axio.rules import Observation, Refused, State, Step
from axio.rules.data import observation_data
from axio.rules.events import Event, ExchangeOffered, RackExchanged, TilesDrawn
from axio.rules.tiles import in_order

from .holding import tiles_conserved
from .playing import TABLES, Mover, chance, greedy, states, steps, steps_from
from .positions import play, position

at_every_table = pytest.mark.parametrize(("name", "seats"), TABLES)


def viewers(state: State) -> list[int | None]:
    return [*range(state.game.seats), None]


def worlds(state: State, viewer: int | None, count: int = 2) -> list[State]:
    return [state.observe(viewer).sample(f"world {number}") for number in range(count)]


def in_every_phase(name: str, seats: int, mover: Mover = chance) -> list[State]:
    """Some states of a game, with all those in which something is asked or owed."""
    game = states(name, seats, "known", mover)
    return [state for ply, state in enumerate(game) if ply % 6 == 0 or state.asked or state.owed]


@at_every_table
def test_a_world_looks_like_the_real_one(name: str, seats: int) -> None:
    """`view.sample(k).observe(seat) == view`, for every seat and a spectator, in every phase."""
    for state in in_every_phase(name, seats):
        for viewer in viewers(state):
            view = state.observe(viewer)
            for world in worlds(state, viewer):
                assert world.observe(viewer) == view
                assert hash(world.observe(viewer)) == hash(view)


@pytest.mark.parametrize("name", ["axio", "rota", "hex"])
def test_every_phase_is_seen(name: str) -> None:
    """The states above include questions and bonuses, or the test would say nothing about them."""
    seen = [state for seats in (2, 3, 4) for state in in_every_phase(name, seats, greedy)]
    assert any(state.owed for state in seen)
    assert name == "rota" or any(state.asked for state in seen)


@at_every_table
def test_every_byte_stays_the_same(name: str, seats: int) -> None:
    """Change what a seat cannot see, and everything it receives is the same, to the byte."""
    for state in in_every_phase(name, seats, greedy):
        for viewer in viewers(state):
            real = received(state.observe(viewer))
            assert all(received(world.observe(viewer)) == real for world in worlds(state, viewer))


def received(view: Observation) -> str:
    moves = [str(move) for move in view.legal_moves[:50]]
    facts = [
        view.unseen,
        view.to_move,
        view.first,
        repr(view.outcome),
        moves,
        len(view.legal_moves),
        repr(view),
    ]
    return json.dumps([observation_data(view), facts])


@at_every_table
def test_secrets_differ_between_worlds(name: str, seats: int) -> None:
    """The worlds do differ: in racks, in what will be drawn, and in the key."""
    state = states(name, seats, "known")[3]
    one, two = worlds(state, 0)
    assert one.key != two.key != state.key
    assert (one.racks[1:], one.stacks, one.bag) != (two.racks[1:], two.stacks, two.bag) or seats == 1
    assert one.racks[0] == two.racks[0] == state.racks[0]


@at_every_table
def test_worlds_are_legal_states(name: str, seats: int) -> None:
    """A world holds every tile once, in racks and stacks of the real sizes, and can be played to its end."""
    rng = random.Random(name)
    for state in in_every_phase(name, seats)[::3]:
        for viewer in viewers(state):
            (world,) = worlds(state, viewer, 1)
            tiles_conserved(world)
            assert [*map(len, world.racks)] == [*map(len, state.racks)]
            assert [*map(len, world.stacks)] == [*map(len, state.stacks)]
            for made in steps_from(world, rng):
                tiles_conserved(made.after)


@at_every_table
def test_a_key_decides_the_world(name: str, seats: int) -> None:
    """The same view and key give the same world, whether the key is bytes, text or a number."""
    view = states(name, seats, "known")[5].observe(0)
    for key in (b"key", "key", 7):
        assert view.sample(key) == view.sample(key)
    assert len({view.sample(key) for key in range(10)}) == 10


@pytest.mark.parametrize("name", ["axio", "hex"])
def test_an_asked_seat_shows_no_lowest_colour(name: str) -> None:
    """While a seat is asked, no world gives it a tile with one of its lowest colours."""
    asked = [state for seats in (2, 3, 4) for state in states(name, seats, "asked", greedy) if state.asked]
    assert len(asked) > 5
    for state in asked:
        tracks = state.tracks[state.seat]
        lowest = {c for c, score in zip(state.game.colours, tracks, strict=True) if score == min(tracks)}
        for viewer in viewers(state):
            for world in worlds(state, viewer, 4):
                assert not lowest & set("".join(world.racks[state.seat]))
                assert world.asked


@at_every_table
def test_what_is_unseen(name: str, seats: int) -> None:
    """The tiles a seat has not seen are those in other racks, in stacks and in the bag, in order."""
    for state in in_every_phase(name, seats):
        for viewer in viewers(state):
            others = [rack for seat, rack in enumerate(state.racks) if seat != viewer]
            hidden = [tile for tiles in (*others, *state.stacks, state.bag) for tile in tiles]
            assert state.observe(viewer).unseen == in_order(hidden)


@at_every_table
def test_moves_are_offered_only_to_the_seat_to_move(name: str, seats: int) -> None:
    """A seat is offered its own moves, on its own turn; a spectator never."""
    for state in in_every_phase(name, seats):
        for viewer in viewers(state):
            view = state.observe(viewer)
            expected = list(state.legal_moves) if viewer == state.to_move else []
            assert list(view.legal_moves) == expected
            assert (view.over, view.to_move, view.outcome) == (state.over, state.to_move, state.outcome)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_looks_from_a_seat_that_is_not_there(seat: int) -> None:
    """A seat that does not exist sees nothing."""
    with pytest.raises(Refused):
        position().observe(seat)


def masked(events: tuple[Event, ...], viewer: int | None) -> list[Event]:
    """What a viewer is told, less which tiles it drew itself: those are news in any world."""
    return [
        event.seen_by(None) if isinstance(event, TilesDrawn) and event.seat == viewer else event
        for event in events
    ]


def paired(state: State, viewer: int | None) -> Iterator[tuple[Step, Step]]:
    """The same public move in the real game and in worlds a viewer cannot tell from it."""
    for world in worlds(state, viewer, 3):
        common = [move for move in state.legal_moves[:40] if move in world.legal_moves]
        for move in common[:4]:
            yield state.play(move), world.play(move)


@at_every_table
def test_steps_tell_no_more_than_they_may(name: str, seats: int) -> None:
    """The same move in two worlds is told alike to whoever cannot tell them apart.

    Only the question after it, and the tiles shown in an exchange, may differ: those are made public.
    """
    alike = 0
    for state in in_every_phase(name, seats, greedy):
        for viewer in viewers(state):
            for real, other in paired(state, viewer) if not state.over else ():
                if not public_news(real, other):
                    assert masked(real.seen_by(viewer), viewer) == masked(other.seen_by(viewer), viewer)
                    alike += 1
    assert alike > 20


def public_news(real: Step, other: Step) -> bool:
    """Whether the moves revealed something of the mover's rack."""
    news = (ExchangeOffered, RackExchanged)
    shown = [[e for e in made.events if isinstance(e, news)] for made in (real, other)]
    return shown[0] != shown[1]


def test_other_racks_are_hidden_in_events() -> None:
    """Draws are told by number to everyone else, and by tile to their seat."""
    for name, seats in TABLES:
        for made in steps(name, seats, "told"):
            for event in made.events:
                if isinstance(event, TilesDrawn):
                    hidden = TilesDrawn(event.seat, ("?",) * len(event.tiles))
                    assert [
                        event.seen_by(viewer) for viewer in viewers(made.after) if viewer != event.seat
                    ] == [hidden] * seats
                    assert event.seen_by(event.seat) == event


def test_a_view_does_not_depend_on_the_order_of_the_bag() -> None:
    """Key, bag and draws leave no trace in a view."""
    state = position(racks=["RG BB", "OO GG"])
    for other in (
        replace(state, key=b"x" * 32),
        replace(state, drawn=9),
        replace(state, bag=state.bag[::-1]),
    ):
        assert other.observe(0) == state.observe(0)


def test_a_view_after_a_move_follows_from_public_facts() -> None:
    """Two games that differ in another's rack look alike until that rack is played from."""
    one = position(racks=["RG BB GG RR OO", "OO OO"], bag="BB BB BB BB")
    two = replace(one, racks=(one.racks[0], ("GP", "RB")))
    assert play(one, "Ra1-Ga2").observe(0) == play(two, "Ra1-Ga2").observe(0)
