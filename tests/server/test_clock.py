"""Clocks as a pure function: nobody pays for another's time, for a bot's, or for a server that is down."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from axio.server.protocol import LiveClock, TurnsClock
from axio.server.table.clock import DAY, GRACE, Clock, Moment, clock_of, read

SEATS = 3
seconds = st.floats(0, 1000, allow_nan=False).map(lambda value: round(value, 3))
clocks = st.builds(Clock, free=seconds, bank=seconds, increment=seconds, grace=seconds)


@st.composite
def games(draw: st.DrawFn) -> list[Moment]:
    """Turns of seats one after the other, some of them a bot's, some cut into several moves."""
    lengths = draw(st.lists(seconds, min_size=1, max_size=12))
    times = [1000.0, *accumulate(lengths, initial=1000.0)][1:]
    seats = [draw(st.integers(0, SEATS - 1)) for _ in times]
    return [Moment(at, seat, draw(st.booleans())) for at, seat in zip(times, seats, strict=True)]


@st.composite
def downtimes(draw: st.DrawFn) -> list[tuple[float, float]]:
    """Stretches that do not overlap, before, in and after the game."""
    edges = sorted(draw(st.lists(st.floats(0, 9000), min_size=0, max_size=6)))
    return list(zip(edges[::2], edges[1::2], strict=False))


@given(clocks, games(), downtimes(), seconds)
def test_waiting_costs_the_seat_on_move_and_nobody_else(
    clock: Clock, moments: list[Moment], downs: list[tuple[float, float]], wait: float
) -> None:
    """While one seat thinks, its time goes down by at most as much as passes, and no other changes."""
    now = moments[-1].at
    before, after = read(clock, SEATS, moments, downs, now), read(clock, SEATS, moments, downs, now + wait)
    for seat in range(SEATS):
        spent = before.left[seat] - after.left[seat]
        if seat == before.running:
            assert -1e-6 <= spent <= wait + 1e-6
        else:
            assert spent == 0


@given(clocks, games(), downtimes(), st.floats(0, 9000), st.floats(0, 5000))
def test_downtime_is_nobodys(
    clock: Clock, moments: list[Moment], downs: list[tuple[float, float]], at: float, long: float
) -> None:
    """A server that was away for a while leaves every clock as if that while had not been."""
    now = moments[-1].at + 50

    def late(time: float) -> float:
        return time + long if time >= at else time

    shifted = [Moment(late(m.at), m.seat, m.counts) for m in moments]
    cut = [(late(a), late(b)) for a, b in downs]
    without = read(clock, SEATS, moments, downs, now)
    if any(a < at < b for a, b in downs):
        return  # two downtimes would overlap
    with_it = read(clock, SEATS, shifted, [*cut, (at, at + long)], late(now))
    assert with_it.left == pytest.approx(without.left, abs=1e-3)


@given(clocks, games(), seconds)
def test_a_turn_costs_the_same_however_it_is_cut(clock: Clock, moments: list[Moment], part: float) -> None:
    """Several moves in one turn are one turn: one allowance, one increment."""
    now = moments[-1].at + 100
    cut = [
        piece
        for here, after in pairwise([*moments, Moment(now, None, False)])
        for piece in (here, Moment(min(here.at + part, after.at), here.seat, here.counts))
    ]
    whole, pieces = read(clock, SEATS, moments, (), now), read(clock, SEATS, cut, (), now)
    assert pieces.left == pytest.approx(whole.left, abs=1e-6)


@given(clocks, games(), downtimes(), st.lists(st.tuples(st.floats(0, 1), st.integers(0, SEATS - 1))))
def test_nobody_is_out_sooner_than_foretold(
    clock: Clock,
    moments: list[Moment],
    downs: list[tuple[float, float]],
    turns: list[tuple[float, int]],
) -> None:
    """Whatever is played next, no clock runs out before `soonest` has passed: that is when to look again."""
    now = moments[-1].at
    first = read(clock, SEATS, moments, downs, now)
    assume(min(first.left) >= 0)
    times = sorted(now + share * first.soonest for share, _ in turns)
    follow = [*moments, *(Moment(at, seat, True) for at, (_, seat) in zip(times, turns, strict=True))]
    last = read(clock, SEATS, follow, downs, now + first.soonest)
    assert min(last.left) >= -1e-3


@given(clocks, games())
def test_bots_use_no_time(clock: Clock, moments: list[Moment]) -> None:
    """A seat that a bot plays never runs, and has at the end what it had."""
    bots = [Moment(m.at, m.seat, False) for m in moments]
    clocked = read(clock, SEATS, bots, (), moments[-1].at + 1e6)
    assert clocked.running is None and not clocked.out
    assert clocked.left == (clock.free + clock.bank,) * SEATS


def test_live_main_time_and_increment() -> None:
    """Sixty seconds and five a turn: ten seconds thought beyond the grace, then it is the other's time."""
    clock = clock_of(LiveClock(main=60, increment=5))
    first, second = GRACE + 10, 2 * GRACE + 40
    moments = [Moment(0, 0, True), Moment(first, 1, True), Moment(second, 0, True)]
    assert read(clock, 2, moments, (), second + 1).left == (54, 35)
    assert not read(clock, 2, moments, (), second + 54.9).out
    late = read(clock, 2, moments, (), second + 55)
    assert (late.out, late.running) == (True, 0)


def test_the_first_turn_of_each_seat_has_a_grace() -> None:
    """It is not taken from the main time, what is not used of it is gone, and later turns have none."""
    clock = clock_of(LiveClock(main=60))
    deal = Moment(0, 0, True)
    early = read(clock, 2, [deal], (), 10)
    assert (early.left, early.grace) == ((60, 60), GRACE - 10)
    assert read(clock, 2, [deal], (), GRACE + 59.9).left[0] == pytest.approx(0.1)
    assert read(clock, 2, [deal], (), GRACE + 60).out
    other = read(clock, 2, [deal, Moment(5, 1, True)], (), 5)
    assert (other.left, other.running, other.grace) == ((60, 60), 1, GRACE)
    again = read(clock, 2, [deal, Moment(5, 1, True), Moment(6, 0, True)], (), 9)
    assert (again.left, again.grace) == ((57, 60), 0)


def test_a_grace_is_no_longer_than_the_main_time() -> None:
    """A game of ten seconds is not one of forty; by turns there is none at all."""
    assert clock_of(LiveClock(main=10)).grace == 10
    assert clock_of(TurnsClock(days=1)).grace == 0


def test_days_a_turn_and_the_holiday() -> None:
    """Two days a turn are given anew each turn; what is more comes out of the holiday, once."""
    clock = clock_of(TurnsClock(days=2, holiday=3))
    moments = [Moment(0, 0, True), Moment(1 * DAY, 1, True), Moment(5 * DAY, 0, True)]
    assert read(clock, 2, moments, (), 5 * DAY).left == (5 * DAY, 3 * DAY)
    assert read(clock, 2, moments, (), 10 * DAY).out
    assert not read(clock, 2, moments, [(6 * DAY, 7 * DAY)], 10 * DAY).out
