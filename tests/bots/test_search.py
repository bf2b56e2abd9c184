"""Search: the work it does, the time it takes, and what it finds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import ClassVar

import numpy as np
import pytest

from axio.bots import Planner, Time, Work, make, plays
from axio.bots.search import FixedWeighing, MovePrior, Trials, VarianceWeighing, halve, to_choice
from axio.bots.search.halving import Tally
from axio.bots.search.schedule import TimeSchedule, WorkSchedule
from axio.kernel import Worlds
from axio.rules import Exchange, Keep, Move, Observation, State, deal

from .games import TABLES, states, views


@dataclass
class Known:
    """An evaluator that knows what every move is worth, and adds chance."""

    best: Move
    spread: float
    trials: int = 0
    cost: ClassVar[int] = 1
    met: list[tuple[int, int]] = field(default_factory=list)  # moves and worlds, call by call

    def __call__(self, worlds: Worlds, moves: Sequence[Move], seat: int) -> Trials:
        chance = np.random.default_rng(self.trials)
        self.trials += len(moves) * len(worlds)
        self.met.append((len(moves), len(worlds)))
        values = chance.normal(0, self.spread, (len(moves), len(worlds)))
        values[[move == self.best for move in moves]] += 1
        return Trials(values, values, values)


def first_moves(view: Observation, seed: int, most: int) -> list[MovePrior]:
    return [MovePrior(move, 0.0) for move in view.legal_moves[:most]]


@pytest.mark.parametrize("work", [16, 100, 1000, 5000])
def test_halving_spends_its_work_and_finds_the_best(work: int) -> None:
    """Half of the moves go on to each next round, no more work is done than granted, the best is found."""
    view = deal("axio", 2, "halving").observe(0)
    best = view.legal_moves[11]
    known = Known(best, spread=0.2)
    result = halve(view, b"key", WorkSchedule(work), first_moves, known, 16)
    assert known.trials <= work
    assert known.trials > work / 2 or work < 64
    assert [moves for moves, _ in known.met] == [16, 8, 4, 2][-len(known.met) :]
    assert sorted(map(str, result.moves)) == sorted(map(str, view.legal_moves[:16]))
    if work >= 100:
        assert result.moves[0] == best
        assert result.worlds[0] == max(result.worlds)


def test_a_value_of_few_worlds_stands_below_one_of_many() -> None:
    """What a choice tells is in order, although moves were tried in different numbers of worlds."""
    view = deal("axio", 2, "halving").observe(0)
    result = halve(view, b"key", WorkSchedule(64), first_moves, Known(view.legal_moves[3], spread=5.0), 16)
    assert list(result.values) != sorted(result.values, reverse=True)
    values = [each.value for each in to_choice(view, result).candidates]
    assert values == sorted(values, reverse=True)


def test_the_prior_floor_counts_to_the_last() -> None:
    """However many the trials, the prior of a move decides where they say nearly the same, and not where
    they say something else."""
    view = deal("axio", 2, "halving").observe(0)
    best, favoured = view.legal_moves[3], view.legal_moves[5]

    def priors(view: Observation, seed: int, most: int) -> list[MovePrior]:
        return [MovePrior(move, 1.0 if move == favoured else 0.0) for move in view.legal_moves[:most]]

    for prior_floor, first in ((0.0, best), (0.5, best), (1.5, favoured)):
        evaluator = Known(best, spread=0.2)  # a whole point better than the others
        result = halve(
            view, b"key", WorkSchedule(20_000), priors, evaluator, 8, FixedWeighing(4, prior_floor)
        )
        assert result.moves[0] == first


def test_no_prior_counts_where_the_end_is_solved() -> None:
    """What is certain is not weighed against a prior."""
    state = list(states("axio", 2, "last 0"))[-1]
    view = state.observe(state.seat)
    plain = halve(view, b"key", WorkSchedule(2000), first_moves, _flat, 8, FixedWeighing(0))
    worst = plain.moves[-1]

    def priors(view: Observation, seed: int, most: int) -> list[MovePrior]:
        return [MovePrior(move, 9.0 if move == worst else 0.0) for move in view.legal_moves[:most]]

    assert plain.solved
    for weighing in (FixedWeighing(0, 1.0), VarianceWeighing(1e-3, 1.0)):
        assert halve(view, b"key", WorkSchedule(2000), priors, _flat, 8, weighing).moves[0] == plain.moves[0]


def test_priors_and_trials_count_by_how_far_they_err() -> None:
    """Of two moves the prior favours one and the trials the other: the surer voice decides, and noise makes
    trials unsure until there are many."""
    spread = np.array([[1.0, -1.0] * 8, [-1.0, 1.0] * 8])
    means = np.array([[0.1], [0.0]])
    for noise, prior, trials, first in (
        (0.0, 0.1, 0.01, 0),
        (0.0, 0.01, 0.1, 1),
        (0.02, 0.05, 0.01, 0),
        (2.0, 0.05, 0.01, 1),
    ):
        weighing = VarianceWeighing(prior, trials)
        tally = Tally([Keep(), Exchange()], np.array([0.0, 0.1]), weighing, solved=False)
        assert tally.ranked([0, 1])[0] == 1
        values = means + noise * spread
        tally.add([0, 1], Trials(values, values, values))
        assert tally.noise == pytest.approx(noise**2 * 32 / 15, abs=1e-12)
        assert tally.ranked([0, 1])[0] == first


@dataclass
class Slow:
    """A machine on which a trial takes so long, and then longer: others want it too."""

    each: float
    now: float = 0.0
    trials: int = 0

    def __call__(self) -> float:
        return self.now

    def work(self, trials: int) -> None:
        self.trials += trials
        self.now += trials * self.each * (1.0 if self.trials < 500 else 1.8)


@pytest.mark.parametrize("each", [1e-5, 1e-4, 1e-3, 5e-3])
def test_time_is_kept_on_a_machine_that_grows_slower(each: float) -> None:
    """The rounds together take about the time granted, and never half as much again."""
    machine = Slow(each)
    pace = TimeSchedule(1.0, machine.now, machine)
    for rounds, moves in zip((4, 3, 2, 1), (16, 8, 4, 2), strict=True):
        for worlds in pace.batches(moves, 1, rounds):
            machine.work(worlds * moves)
    assert machine.now < 1.5
    assert machine.trials >= 16


def test_a_world_that_takes_far_longer_does_not_spoil_the_time() -> None:
    """After worlds that take next to nothing, others take fifty times as long, and the batch is small."""
    now = 0.0
    pace = TimeSchedule(1.0, now, lambda: now)
    seen = 0
    for worlds in pace.batches(16, 1, 1):
        seen += worlds
        now += 16 * worlds * (1e-5 if seen < 64 else 5e-4)
    assert seen >= 64 and now < 1.2


def test_a_planner_at_a_table_keeps_its_time() -> None:
    """A move takes no more than twice its budget; of a few tries one must not have been disturbed."""
    planner = Planner()
    for game, seats in (("axio", 2), ("hex", 4), ("rota", 3)):
        view = deal(game, seats, "time").observe(0)
        planner.choose(view, Work(20), b"warm")
        took = []
        for number in range(4):
            start = perf_counter()
            planner.choose(view, Time(0.3), bytes([number]))
            took.append(perf_counter() - start)
        assert min(took) < 0.6, (game, seats, took)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "game", "seats"),
    [
        (name, *table)
        for name in ("planner", "net", "master")
        for table in TABLES
        if plays(make(name), table[0])
    ],
)
def test_no_move_at_a_table_takes_twice_its_time(name: str, game: str, seats: int) -> None:
    """At every position of a game, with less time than tables grant."""
    bot, budget = make(name), Time(0.3)
    positions = views(game, seats)
    bot.choose(positions[0], Work(20), b"warm")
    for number, view in enumerate(positions):
        start = perf_counter()
        bot.choose(view, budget, bytes([number]))
        assert perf_counter() - start < 2 * budget.seconds, (number, view.viewer)


def ending(state: State) -> dict[str, float]:
    """Per move the share of the win, if every one of them ends the game."""
    shares = {}
    for move in state.legal_moves:
        after = state.play(move).after
        if after.outcome is None:
            return {}
        won = state.seat in after.outcome.winners
        shares[str(move)] = 1 / len(after.outcome.winners) if won else 0.0
    return shares


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if table[1] > 1])
def test_the_last_placement_is_exact(game: str, seats: int) -> None:
    """Where the game ends with this move, the planner takes one that wins, if there is any."""
    for number in range(6):
        state = list(states(game, seats, f"last {number}"))[-1]
        shares = ending(state)
        if not shares:
            continue
        choice = Planner(width=96).choose(state.observe(state.seat), Work(2000), b"key")
        assert shares[str(choice.move)] == max(shares.values())


def test_a_lost_game_is_still_played_for_the_better_scores() -> None:
    """The margin decides between moves that all lose, so that nobody sees a bot give up."""
    view = views("axio", 2, "margin")[-6]
    result = halve(view, b"key", WorkSchedule(200), first_moves, _flat, 4)
    assert result.values[0] == max(result.values)


class _Flat:
    """All moves lose; a later one by less."""

    cost = 1

    def __call__(self, worlds: Worlds, moves: Sequence[Move], seat: int) -> Trials:
        lows = np.repeat(np.arange(float(len(moves)))[:, None], len(worlds), axis=1)
        return Trials(lows * 0.01, lows * 0, lows)


_flat = _Flat()


def test_threads_change_nothing() -> None:
    """The same work and key give the same choice on one thread as on many."""
    program = (
        "import axio; from axio import bots\n"
        "for game in ('axio', 'rota'):\n"
        "    view = axio.deal(game, 3, 'threads').observe(0)\n"
        "    print(bots.make('planner').choose(view, bots.Work(160), b'key'))\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "AXIO_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    }
    assert len(told) == 1
    assert "Choice" in told.pop()


def test_chances_are_told() -> None:
    """A planner says how often it expects to win, and where its lowest colour will come to."""
    for game, seats in (("axio", 2), ("hex", 1)):
        choice = make("planner").choose(deal(game, seats, "told").observe(0), Work(64), b"key")
        assert len(choice.candidates) > 1
        for each in choice.candidates:
            assert (each.win is None) == (seats == 1)
            assert each.win is None or 0 <= each.win <= 1
            assert each.low is not None
            assert 0 <= each.low <= 36
        assert choice.reason.key == ("outlook" if seats > 1 else "outlook_low")
