"""The reason for a placement, read off the tracks before and after."""

from __future__ import annotations

from axio.rules.game import Game
from axio.rules.tracks import Tracks, lowest

from .reasons import Reason


def scoring_reason(game: Game, before: Tracks, after: Tracks) -> Reason:
    """What a placement does for the seat that makes it."""
    risen = {c: (a, b) for c, a, b in zip(game.colours, before, after, strict=True) if b > a}
    if all(score == game.end for score in after):
        return Reason("ends")
    if not risen:
        return Reason("nothing")
    stopped = "".join(colour for colour, (_, score) in risen.items() if score == game.end)
    if stopped and game.bonus:
        return Reason("axio", {"colours": stopped})
    if min(after) > min(before):
        colours = "".join(lowest(before, game.colours))
        return Reason("lowest", {"colours": colours, "before": min(before), "after": min(after)})
    return Reason("points", {"points": points(before, after), "colours": "".join(risen)})


def points(before: Tracks, after: Tracks) -> int:
    """How far the tracks moved, all together."""
    return sum(after) - sum(before)
