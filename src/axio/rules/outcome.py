"""How a game came out: the ranking, the winners, and what ended it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .tracks import Tracks, low

INSTANT = "instant"  # every colour of a seat at its end


@dataclass(frozen=True, slots=True)
class Outcome:
    """Per seat its place (1 is best; equal seats share one and the next is skipped), and the ending."""

    ranking: tuple[int, ...]
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.ranking) if place == 1)


def ranked(tracks: Sequence[Tracks]) -> tuple[int, ...]:
    """Each seat's place by its sorted scores, the lowest colour first.

    A seat with every colour at its end outranks all others by this alone, so an instant win needs no more.
    """
    keys = [low(scores) for scores in tracks]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def ranked_without(tracks: Sequence[Tracks], gone: int) -> tuple[int, ...]:
    """The places when seat `gone` left the game: it is last, the others rank among themselves."""
    staying = ranked([scores for seat, scores in enumerate(tracks) if seat != gone])
    return (*staying[:gone], len(tracks), *staying[gone:])
