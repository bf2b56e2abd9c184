"""A fourth game, added here without a word in shared code: dealt, played, observed, recorded, drawn."""

import random
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from axio import draw
from axio.bots import Work, make
from axio.rules import (
    Malformed,
    Move,
    Record,
    State,
    deal,
    game_names,
    parse_move,
    read_record,
    register,
    unregister,
)
from axio.rules.data import observation_data, read_observation, read_state, state_data
from axio.rules.events import PyramidPlaced
from tests.toys import TOYS, registered

from . import holding
from .playing import SEATS, chance, greedy, states, steps, steps_from
from .telling import events_agree, of


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with registered():
        yield


every_toy = pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in TOYS for seats in SEATS])


@every_toy
def test_a_toy_game_keeps_all_rules(name: str, seats: int) -> None:
    """What holds for every game holds for a new one: tiles, tracks, turns, events, moves, prospects."""
    rng = random.Random(name)
    for mover in (chance, greedy):
        for number in range(10):
            for step in steps(name, seats, f"toy {number}", mover):
                holding.tiles_conserved(step.after)
                holding.racks_full(step.after, stacked=False)
                holding.tracks_rise(step)
                holding.turns_pass(step)
                holding.moves_listed(step.before, rng)
                holding.prospects_foretell(step.before, rng)
                events_agree(step)


def test_a_toy_game_meets_everything() -> None:
    """The toy's games really hold bonuses, questions, pyramids moved, and both ways to end."""
    games = [steps("patch", seats, f"{n}", greedy) for seats in (2, 3, 4) for n in range(30)]
    after = [step.after for game in games for step in game]
    assert any(state.owed for state in after)
    assert any(state.asked for state in after)
    assert {state.ending for state in after} >= {"board", "instant"}
    raised = [event for game in games for step in game for event in of(PyramidPlaced, step.events)]
    assert any(event.taken_from for event in raised)


@every_toy
def test_a_toy_game_is_observed_and_sampled(name: str, seats: int) -> None:
    """Seats see what they may, and their worlds can be played to the end."""
    rng = random.Random(name)
    for state in states(name, seats, "seen")[::2]:
        for viewer in (*range(seats), None):
            view = state.observe(viewer)
            world = view.sample(seats)
            assert world.observe(viewer) == view
            assert read_observation(observation_data(view)) == view
            for step in steps_from(world, rng):
                holding.tiles_conserved(step.after)


@every_toy
def test_a_toy_game_is_recorded(name: str, seats: int) -> None:
    """Its moves have texts, its games are records, its states are data."""
    game = steps(name, seats, "saved")
    record = Record(name, seats, "saved", tuple(parse_move(str(step.move)) for step in game))
    again = read_record(record.text())
    assert again == record
    assert again.final == game[-1].after
    assert again.outcome is not None
    assert read_state(state_data(again.final)) == again.final


@every_toy
def test_a_toy_game_is_drawn(name: str, seats: int) -> None:
    """It has a picture and a text without anyone having drawn it before."""
    for state in states(name, seats, "drawn")[::4]:
        picture = ElementTree.fromstring(draw.svg(state, seat=0, spots=True))
        assert picture.tag.endswith("svg")
        assert len(list(picture.iter())) > 50
        written = draw.text(state)
        assert all(written.count(letter) for letter in ("a", "e", "5")) and "\n" in written


@every_toy
@pytest.mark.parametrize("bot", ["random", "greedy", "careful"])
def test_bots_play_a_toy_game(name: str, seats: int, bot: str) -> None:
    """Every bot plays it to the end."""
    player = make(bot)

    def mover(state: State, _: random.Random) -> Move:
        return player.choose(state.observe(state.seat), Work(50), b"key").move

    assert states(name, seats, bot, mover)[-1].outcome is not None


def test_a_toy_game_disturbs_no_other() -> None:
    """Games come and go by name; states of the others stay equal throughout."""
    before = deal("axio", 2, "7")
    assert set(TOYS) < set(game_names())
    unregister("patch")
    assert "patch" not in game_names()
    with pytest.raises(Malformed, match="expected one of"):
        deal("patch", 2, "7")
    register("patch", TOYS["patch"])
    assert deal("axio", 2, "7") == before
    assert deal("patch", 2, "7") == deal("patch", 2, "7")
