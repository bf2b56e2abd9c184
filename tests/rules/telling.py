"""What the events of a step must say, given the states before and after it."""

from collections.abc import Sequence
from typing import TypeVar

from axio.rules import Cell, Exchange, Place, State, Step
from axio.rules.events import (
    Axio,
    Event,
    ExchangeOffered,
    GameEnded,
    PyramidPlaced,
    RackExchanged,
    Scored,
    TilePlaced,
    TilesDrawn,
    TurnPassed,
)
from axio.rules.tiles import Tile, canonical
from axio.rules.tracks import advance

from .holding import following, without

Kind = TypeVar("Kind", bound=Event)


def of(kind: type[Kind], events: Sequence[Event]) -> list[Kind]:
    return [event for event in events if isinstance(event, kind)]


def events_agree(step: Step) -> None:
    """Events and states tell the same story."""
    events = step.events
    assert events == step.events
    placement_told(step, events)
    points_told(step, events)
    pyramids_told(step, events)
    tiles_told(step, events)
    course_told(step, events)


def placement_told(step: Step, events: Sequence[Event]) -> None:
    expected = []
    if isinstance(step.move, Place):
        expected = [TilePlaced(step.before.seat, step.move, step.before.owed > 0)]
    assert of(TilePlaced, events) == expected
    shown = step.before.racks[step.before.seat]
    assert of(RackExchanged, events) == (
        [RackExchanged(step.before.seat, shown)] if isinstance(step.move, Exchange) else []
    )


def points_told(step: Step, events: Sequence[Event]) -> None:
    game, seat = step.before.game, step.before.seat
    scores = dict(zip(game.colours, step.before.tracks[seat], strict=True))
    reached = []
    for event in of(Scored, events):
        assert (event.seat, event.before) == (seat, scores[event.colour])
        assert event.after == advance(event.before, event.points, game.stops)
        assert event.points == sum(map(len, event.sight.lines)) > 0
        scores[event.colour] = event.after
        if event.before != event.after and event.after in game.stops:
            reached.append(Axio(seat, event.colour, game.bonus))
    assert tuple(scores.values()) == step.after.tracks[seat]
    assert of(Axio, events) == reached


def pyramids_told(step: Step, events: Sequence[Event]) -> None:
    pyramids: tuple[Cell, ...] = step.before.board.pyramids
    for event in of(PyramidPlaced, events):
        if event.taken_from is not None:
            assert event.taken_from == pyramids[0]
            pyramids = pyramids[1:]
        pyramids = (*pyramids, event.at)
    assert step.after.board.pyramids == pyramids


def tiles_told(step: Step, events: Sequence[Event]) -> None:
    seat = step.before.seat
    drawn = of(TilesDrawn, events)
    assert len(drawn) <= 1
    tiles = drawn[0].tiles if drawn else ()
    assert not drawn or (drawn[0].seat == seat and tiles)
    assert step.after.racks[seat] == kept(step.before, step) + tiles
    others = [n for n in range(step.before.game.seats) if n != seat]
    assert all(step.after.racks[n] == step.before.racks[n] for n in others)
    from_stack = len(step.before.stacks[seat]) - len(step.after.stacks[seat])
    assert len(tiles) == step.after.drawn - step.before.drawn + from_stack


def kept(before: State, step: Step) -> tuple[Tile, ...]:
    """What stays on the rack of the seat that moved."""
    if isinstance(step.move, Place):
        return without(before.racks[before.seat], canonical(step.move.marks))
    return () if isinstance(step.move, Exchange) else before.racks[before.seat]


def course_told(step: Step, events: Sequence[Event]) -> None:
    after = step.after
    assert of(ExchangeOffered, events) == ([ExchangeOffered(step.before.seat)] if after.asked else [])
    assert [event.outcome for event in of(GameEnded, events)] == ([after.outcome] if after.over else [])
    passes = not (after.asked or after.owed or after.over)
    assert of(TurnPassed, events) == ([TurnPassed(following(step.before))] if passes else [])
    assert not after.over or isinstance(events[-1], GameEnded)
    for viewer in (*range(after.game.seats), None):
        assert step.seen_by(viewer) == tuple(event.seen_by(viewer) for event in events)
