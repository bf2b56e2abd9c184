"""A position without a table, as its viewer sees it. An observation holds no secret."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from axio.rules import Move, Observation
from axio.server.protocol import View

from .public_view import event_data, laid_on, namer
from .scene import seats_of
from .view import asks


def position_view(known: Observation) -> View:
    """The view of whoever is to move."""
    named = namer(known.game)
    return View(
        seq=0,
        ply=0,
        game=known.game.name,
        seats=[replace(each, mine=seat == known.viewer) for seat, each in enumerate(seats_of(known))],
        tiles=[text for text, _ in laid_on(known.board)],
        pyramids=[named(cell) for cell in known.board.pyramids],
        last=None,
        to_move=known.to_move,
        asks=asks(known),
        owed=known.owed,
        shown=known.viewer,
        handover=None,
        rack=list(known.rack),
        bag=known.bag_size,
        unseen=dict(Counter(known.unseen)),
        practice=True,
        can_undo=False,
        over=False,
        winners=[],
        ending=None,
        ended_at=None,
        commitment="",
        rated=False,
        daily=None,
        visibility="private",
        clocks=None,
        stopping=[],
        prepared=None,
        follower=None,
        may=[],
    )


def move_events(known: Observation, move: Move) -> list[dict[str, object]]:
    """What a move makes happen, as everybody would see it: tiles that it draws stay hidden."""
    step = known.sample("view").play_aloud(move)
    return [event_data(event, known.game) for event in step.seen_by(None)]
