"""Why a bot chose as it did: a key with values, so that it can be said in any language. English is here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from axio.rules.game import Game
from axio.rules.tiles import NAMES
from axio.rules.tracks import Tracks, lowest

# Values named `colour` or `colours` hold the letters of colours; a translation writes out their names.
ENGLISH = {
    "only": "it is the only legal move",
    "random": "picked blindly among {count} legal moves",
    "ends": "it completes every colour and ends the game",
    "axio": "{colours} comes to the end of its track, which earns another placement",
    "lowest": "the lowest colour, {colours}, rises from {before} to {after}",
    "points": "it scores {points} in {colours}",
    "leaves": "it scores {points}, and leaves the next player less than {other} would",
    "saves": "it scores {points}, and the tiles left over fit better than after {other}",
    "nothing": "nothing scores: this spoils least",
    "exchange": "no tile left shows {colours}, the lowest: a new rack promises more",
    "keep": "the tiles left promise more than new ones",
    "glance": "at a glance it promises most",
    "outlook": "played out, it wins {win} games in a hundred, and {other} {second}",
    "outlook_low": "played out, the lowest colour comes to {low}, and with {other} to {second}",
    "solved": "followed to the end, it wins {win} games in a hundred, and {other} {second}",
    "expects": "after it a network expects to win {win} games in a hundred, and after {other} {second}",
    "expects_low": "after it a network expects the lowest colour to come to {low}",
    "whim": "just for the fun of it",
    "program": "the program {program} chose it",
    "said": "{text}",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence to be translated: its key, and the values that go into it."""

    key: str
    values: Mapping[str, str | int | float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence in English; the bare key where a bot brought one that is not in the table."""
        words = {name: _named(name, value) for name, value in self.values.items()}
        template = ENGLISH.get(self.key)
        return self.key if template is None else template.format_map(words)

    def __str__(self) -> str:
        return self.text


def _named(name: str, value: str | int | float) -> str | int | float:
    if name not in ("colour", "colours") or not isinstance(value, str):
        return value
    return " and ".join(NAMES.get(letter, letter) for letter in value)


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
