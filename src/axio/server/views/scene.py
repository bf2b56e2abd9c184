"""A position outside of any game, as a page that knows no rules draws it: to look at, or to solve."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from msgspec import structs

from axio.rules import Move, Observation, State, position_text
from axio.rules.tiles import Tile, canonical
from axio.rules.tracks import leader, lowest
from axio.server.protocol import Scene, Seat, View

from .preview import spots, tracks_after
from .public_view import event_data, laid_on, namer
from .view import asks


def scene(position: State | Observation, *, last: str | None = None, anywhere: bool = False) -> Scene:
    """A position to look at. `anywhere`: with the spots of a set-up, where it is nobody's turn."""
    public = position.observe(None) if isinstance(position, State) else position
    outcome, named, racks = position.outcome, namer(position.game), _racks(position)
    free = replace(public, placed=(1,) * public.game.seats, asked=False, ending=None) if anywhere else public
    after = tracks_after(free)
    return Scene(
        position=position_text(position),
        game=position.game.name,
        seats=seats_of(public),
        tiles=[text for text, _ in laid_on(position.board)],
        pyramids=[named(cell) for cell in position.board.pyramids],
        last=last,
        to_move=position.to_move,
        asks=asks(position),
        owed=position.owed,
        who=_who(position),
        racks=racks,
        bag=public.bag_size,
        unseen=_unseen(position, racks),
        over=position.over,
        winners=list(outcome.winners) if outcome else [],
        ending=position.ending,
        spots=spots(free),
        after=after[position.seat] if after else {},
    )


def seats_of(public: Observation) -> list[Seat]:
    """The seats of a position, which nobody sits at."""
    outcome, colours = public.outcome, public.game.colours
    return [
        Seat(
            name="",
            kind="person",
            bot=None,
            program=False,
            instead_of=None,
            mine=False,
            tracks=list(tracks),
            lowest="".join(lowest(tracks, colours)),
            rack=public.rack_sizes[seat],
            stack=public.stack_sizes[seat],
            rank=outcome.ranking[seat] if outcome else None,
            leads=leader(public.tracks) == seat,
        )
        for seat, tracks in enumerate(public.tracks)
    ]


def _who(position: State | Observation) -> str:
    if isinstance(position, State):
        return "all"
    return "-" if position.viewer is None else str(position.viewer)


def _racks(position: State | Observation) -> list[list[Tile] | None]:
    if isinstance(position, State):
        return [list(rack) for rack in position.racks]
    seats = range(position.game.seats)
    return [list(position.rack) if seat == position.viewer else None for seat in seats]


def _unseen(position: State | Observation, racks: list[list[Tile] | None]) -> dict[Tile, int]:
    """Tiles that may be laid or put on a rack in a set-up."""
    seen = Counter(canonical(place.marks) for place in position.board.tiles)
    for rack in racks:
        seen.update(rack or ())
    return dict(Counter(position.game.tiles) - seen)


def position_view(known: Observation) -> View:
    """A position to be solved, as whoever is to move knows it: an observation holds no secret."""
    named = namer(known.game)
    return View(
        seq=0,
        ply=0,
        game=known.game.name,
        seats=[structs.replace(each, mine=seat == known.viewer) for seat, each in enumerate(seats_of(known))],
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
