"""The course of a turn: place and score, bonus placements, exchange or keep, refill, pass on."""

from __future__ import annotations

from .draft import Draft
from .events import ExchangeOffered, TurnPassed
from .moves import Exchange, Move, Place
from .outcome import INSTANT


def carry_out(draft: Draft, move: Move) -> None:
    """Change the draft as a legal move does."""
    if isinstance(move, Place):
        _place(draft, move)
        return
    draft.asked = False
    if isinstance(move, Exchange):
        draft.game.supply.exchange(draft)
    else:
        draft.game.supply.refill(draft)
    _pass_on(draft)


def _place(draft: Draft, place: Place) -> None:
    game = draft.game
    reached = draft.lay(place)
    draft.owed = max(draft.owed - 1, 0)
    if min(draft.tracks[draft.seat]) == game.stops[-1]:
        draft.end(INSTANT)
        return
    if game.bonus:
        draft.owed += reached
    if draft.owed:
        game.supply.bonus(draft)
    if not draft.owed:
        _close(draft)
    elif not draft.rack or not draft.has_room(draft.seat):
        draft.end(game.ending)


def _close(draft: Draft) -> None:
    """After a turn's last placement. Nothing is asked or drawn once nobody could place."""
    supply = draft.game.supply
    if not draft.has_room(draft.next_seat):
        draft.end(draft.game.ending)
    elif supply.offers_exchange(draft):
        draft.asked = True
        draft.tell(ExchangeOffered, draft.seat)
    else:
        supply.refill(draft)
        _pass_on(draft)


def _pass_on(draft: Draft) -> None:
    draft.seat = draft.next_seat
    if draft.racks[draft.seat]:
        draft.tell(TurnPassed, draft.seat)
    else:
        draft.end(draft.game.ending)
