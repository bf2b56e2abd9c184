"""How a game came out, in words: the ranking, and why the winner won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from axio.rules import Outcome
from axio.rules.outcome import INSTANT
from axio.rules.tracks import Tracks, low

ENDINGS = {
    "board": "there is no room left",
    "stacks": "all stacks are placed",
    INSTANT: "every colour of a seat came to its end",
    "time": "a seat ran out of time",
    "resign": "a seat gave up",
    "agreed": "the players agreed to stop",
}
ORDINALS = ("lowest", "second lowest", "third lowest", "fourth lowest", "fifth lowest", "highest")
LEFT = ("time", "resign")  # endings that put a seat last whatever it scored


def ending(outcome: Outcome, tracks: Sequence[Tracks], names: Sequence[str]) -> Iterator[Text]:
    """The last word on a game: why it is over, each place with its sorted scores, why the winner won."""
    yield Text(f"The game is over: {ENDINGS.get(outcome.ending, outcome.ending)}.", "bold")
    width = max(map(len, names))
    for place, seat in sorted(zip(outcome.ranking, range(len(tracks)), strict=True)):
        scores = " ".join(f"{score:>2}" for score in low(tracks[seat]))
        yield Text(f"  {place}. {names[seat]:<{width}}  {scores}", "bold" if place == 1 else "")
    yield Text(why(outcome, tracks, names))


def why(outcome: Outcome, tracks: Sequence[Tracks], names: Sequence[str]) -> str:
    """One sentence: what decided it."""
    winners = [names[seat] for seat in outcome.winners]
    best = low(tracks[outcome.winners[0]])
    if len(tracks) == 1:
        return f"{_verb(winners[0], 'finish', 'finishes')} with {best[0]}, the lowest colour."
    if len(winners) > 1:
        return f"{' and '.join(winners)} share the win: their sorted scores are the same."
    wins = _verb(winners[0], "win", "wins")
    if outcome.ending == INSTANT:
        return f"{wins} at once: every colour stands at {best[0]}."
    others = [low(scores) for seat, scores in enumerate(tracks) if seat not in outcome.winners]
    if outcome.ending in LEFT and (len(others) == 1 or best <= max(others)):
        return f"{wins}: who leaves the game comes last."
    return f"{wins}: {decided(best, max(others))}."


def decided(best: Tracks, other: Tracks) -> str:
    """Where two sorted scores part: `lowest colour 9 against 7`, or how long they were level first."""
    index = next(
        index for index, (mine, theirs) in enumerate(zip(best, other, strict=True)) if mine != theirs
    )
    rank = ORDINALS[index] if index < len(best) - 1 else ORDINALS[-1]
    parted = f"{rank} colour {best[index]} against {other[index]}"
    level = ", ".join(map(str, best[:index]))
    return f"level at {level}, then {parted}" if level else parted


def _verb(name: str, you: str, other: str) -> str:
    return f"{name} {you if name == 'You' else other}"
