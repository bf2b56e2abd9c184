"""What holds for every bot on every game: legal, reproducible, honest, and able to say why."""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from random import Random

import pytest

from axio.bots import Bot, Choice, Time, Work, make, plays
from axio.bots.reasons import ENGLISH
from axio.rules import Exchange, Keep, Observation, State, deal

from .games import TABLES, views

BOTS = ("random", "sprout", "greedy", "careful", "planner", "net", "master")
SEATED = [(name, *table) for name in BOTS for table in TABLES if plays(make(name), table[0])]
LITTLE = Work(40)  # a fiftieth of what a planner takes in a match


def key(number: int) -> bytes:
    return sha256(b"%d" % number).digest()


def choices(bot: Bot, state: State) -> Iterator[tuple[Observation, Choice]]:
    """A whole game of a bot against itself."""
    ply = 0
    while not state.over:
        view = state.observe(state.seat)
        choice = bot.choose(view, LITTLE, key(ply))
        yield view, choice
        state = state.play(choice.move).after
        ply += 1


@pytest.mark.parametrize(("name", "game", "seats"), SEATED)
def test_whole_games_are_legal_and_explained(name: str, game: str, seats: int) -> None:
    """Every bot plays every game to its end by the rules; candidates are legal and begin with the move."""
    plies = 0
    for view, choice in choices(make(name), deal(game, seats, "a game")):
        plies += 1
        assert choice.move in view.legal_moves
        assert all(candidate.move in view.legal_moves for candidate in choice.candidates)
        assert not choice.candidates or choice.candidates[0].move == choice.move
        values = [candidate.value for candidate in choice.candidates]
        assert values == sorted(values, reverse=True)
        assert choice.reason.key in ENGLISH
        assert str(choice.reason)
    assert plies >= 4


@pytest.mark.parametrize(("name", "game", "seats"), SEATED)
def test_the_hidden_does_not_matter(name: str, game: str, seats: int) -> None:
    """Replace all that a seat cannot see, and the bot chooses the same: it knows its observation only."""
    for number, view in enumerate(views(game, seats)[:: 6 + 3 * seats]):
        choice = make(name).choose(view, LITTLE, key(number))
        for world in (view.sample(b"one"), view.sample(b"another")):
            seen = world.observe(view.viewer)
            assert seen == view
            assert make(name).choose(seen, LITTLE, key(number)) == choice


@pytest.mark.parametrize("name", BOTS)
def test_the_same_choice_in_every_process(name: str) -> None:
    """Observation, work and key decide the choice: the order of sets, which differs by process, does not."""
    program = (
        "import sys, axio; from axio import bots\n"
        "bot = bots.make(sys.argv[1])\n"
        "for game in ('axio', 'rota', 'hex'):\n"
        "    state = axio.deal(game, 2, 'x')\n"
        "    for ply in range(8 * bots.plays(bot, game)):\n"
        "        view = state.observe(state.seat)\n"
        "        move = bot.choose(view, bots.Work(40), bytes([ply])).move\n"
        "        print(move)\n"
        "        state = state.play(move).after\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program, name],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert len(told.pop().split()) == 8 * sum(plays(make(name), game) for game in ("axio", "rota", "hex"))


@pytest.mark.parametrize("name", [name for name in BOTS if name != "net"])  # numbers of its own for each
def test_ties_are_broken_by_the_key(name: str) -> None:
    """On an open board with much alike, other keys give other moves, and the same key the same one."""
    view = deal("axio", 2, "7").observe(0)
    moves = [make(name).choose(view, LITTLE, key(number)).move for number in range(12)]
    again = [make(name).choose(view, LITTLE, key(number)).move for number in range(12)]
    assert moves == again
    assert len(set(moves)) > 1


@pytest.mark.parametrize("name", [name for name in BOTS if name not in ("planner", "master")])
def test_a_budget_without_end_is_no_harm(name: str) -> None:
    """A bot that looks at one move comes to its end whatever it may spend."""
    for view in views("axio", 2)[::11]:
        assert make(name).choose(view, Work(10**9), b"key").move in view.legal_moves


@pytest.mark.parametrize("name", BOTS)
def test_a_budget_of_any_size_and_kind(name: str) -> None:
    """A bot plays on the least work there is, and on time."""
    for view in views("axio", 2)[::11]:
        for budget in (Work(1), Work(400), Time(0.01)):
            assert make(name).choose(view, budget, b"key").move in view.legal_moves


@pytest.mark.parametrize("name", BOTS)
def test_exchange_or_keep(name: str) -> None:
    """Asked to exchange or keep, a bot answers that question."""
    asked = [
        view
        for seed in range(12)
        for game in ("axio", "hex")
        for view in views(game, 2, str(seed))
        if view.asked and plays(make(name), game)
    ]
    assert len(asked) >= 3
    for number, view in enumerate(asked):
        assert isinstance(make(name).choose(view, LITTLE, key(number)).move, Exchange | Keep)


def play_mixed(number: int) -> None:
    """A game of some levels against each other, at any table."""
    chance = Random(number)
    game, seats = TABLES[number % len(TABLES)]
    able = [name for name in BOTS if plays(make(name), game)]
    seated = [make(chance.choice(able)) for _ in range(seats)]
    state = deal(game, seats, f"sane {number}")
    ply = 0
    while not state.over:
        choice = seated[state.seat].choose(state.observe(state.seat), LITTLE, key(ply))
        state = state.play(choice.move).after
        ply += 1
    assert state.outcome is not None


@pytest.mark.parametrize("number", range(100))
def test_levels_meet_in_sane_games(number: int) -> None:
    """Bots of all levels against each other: no illegal move, no exception."""
    play_mixed(number)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(2000))
def test_thousands_of_games_are_sane(number: int) -> None:
    """The same, two thousand times."""
    play_mixed(number)
