"""A game in words and symbols: the position drawn, each move with its points, and the ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from axio.draw.terminal import UNICODE
from axio.draw.text import text
from axio.rules import Game, Observation, Outcome, Place, Step
from axio.rules.events import Axio, Event, ExchangeOffered, PyramidPlaced, RackExchanged, Scored, TilesDrawn
from axio.rules.outcome import INSTANT
from axio.rules.tiles import NAMES, Colour
from axio.rules.tracks import Tracks, low, lowest

from .screen import Screen

INKS = {"R": "red", "G": "green", "B": "bright_blue", "O": "dark_orange", "P": "magenta", "Y": "yellow"}
INDENT = "    "
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
SYMBOLS = "".join([*UNICODE.marks.values(), *UNICODE.bar, UNICODE.turn, UNICODE.low, UNICODE.pyramid])


def told(step: Step, viewer: int | None, names: Sequence[str]) -> list[Text]:
    """A move with its points in one line, and its other consequences in lines below."""
    bonus = " (bonus)" if step.before.owed else ""
    lines = [Text.assemble((names[step.before.seat], "bold"), f": {step.move}{bonus}")]
    scored: list[list[Scored]] = [[]]
    for event in step.seen_by(viewer):
        if isinstance(event, Scored):
            scored[-1].append(event)
        elif text := _worded(event, step, viewer):
            lines.append(Text(INDENT).append_text(text))
            scored.append([])
    lines = [line.append_text(gains(points)) for line, points in zip(lines, scored, strict=True)]
    owed = step.after.owed
    return lines + [Text(f"{INDENT}bonus: {_tiles(owed)} to place")] * (owed > 0)


def gains(steps: Sequence[Scored]) -> Text:
    """The points of each colour: ` · red +3 → 7 · blue +4 → 18 (2 lost)`."""
    parts = Text()
    for colour in dict.fromkeys(step.sight.colour for step in steps):
        own = [step for step in steps if step.sight.colour == colour]
        points, risen = sum(step.sight.points for step in own), own[-1].after - own[0].before
        lost = f" ({points - risen} lost)" if points > risen else ""
        parts.append_text(Text.assemble(" · ", coloured(colour), f" +{points} → {own[-1].after}{lost}"))
    return parts


def coloured(colour: Colour) -> Text:
    return Text(NAMES[colour], INKS[colour])


def listed(colours: Iterable[Colour]) -> Text:
    return Text(", ").join(map(coloured, colours))


def _worded(event: Event, step: Step, viewer: int | None) -> Text | None:
    """An event in words, or None where the line of the move already says it."""
    after, seat = step.after, step.before.seat
    match event:
        case PyramidPlaced(at=at, taken_from=old):
            return Text(f"pyramid on {at}" + (f", taken from {old}" if old else ""))
        case Axio(colour=colour):
            score = after.tracks[seat][after.game.colours.index(colour)]
            return Text.assemble(("AXIO!", "bold"), " ", coloured(colour), f" is at {score}")
        case ExchangeOffered():
            wanted = listed(lowest(after.tracks[seat], after.game.colours))
            return Text.assemble("no tile left shows ", wanted, ": exchange or keep")
        case RackExchanged(shown=shown):
            return Text(f"showed {' '.join(shown) or 'no tile'}, and drew a new rack")
        case TilesDrawn(seat=drawer, tiles=tiles) if drawer == viewer:
            return Text(f"drew {' '.join(tiles)}")
    return None


def _tiles(count: int) -> str:
    return "one more tile" if count == 1 else f"{count} more tiles"


def ending(outcome: Outcome, tracks: Sequence[Tracks], names: Sequence[str]) -> Iterator[Text]:
    """How a game ended: why it is over, each place with its sorted scores, and why the winner won."""
    yield Text(f"The game is over: {ENDINGS.get(outcome.ending, outcome.ending)}.", "bold")
    width = max(map(len, names))
    for place, seat in sorted(zip(outcome.ranking, range(len(tracks)), strict=True)):
        scores = " ".join(f"{score:>2}" for score in low(tracks[seat]))
        yield Text(f"  {place}. {names[seat]:<{width}}  {scores}", "bold" if place == 1 else "")
    yield Text(why(outcome, tracks, names))


def why(outcome: Outcome, tracks: Sequence[Tracks], names: Sequence[str]) -> str:
    """One sentence on what decided the game."""
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
    """The first difference between two sorted scores, such as `lowest colour 9 against 7`."""
    index = next(
        index for index, (mine, theirs) in enumerate(zip(best, other, strict=True)) if mine != theirs
    )
    rank = ORDINALS[index] if index < len(best) - 1 else ORDINALS[-1]
    parted = f"{rank} colour {best[index]} against {other[index]}"
    level = ", ".join(map(str, best[:index]))
    return f"level at {level}, then {parted}" if level else parted


def _verb(name: str, you: str, other: str) -> str:
    return f"{name} {you if name == 'You' else other}"


def picture(screen: Screen, view: Observation, *, last: Place | None, names: Sequence[str]) -> None:
    """Draw the board, the scoreboards and the viewer's rack, with letters where symbols cannot be shown."""
    plain = not screen.can_show(SYMBOLS)
    screen.picture(text(view, colour=screen.colour, ascii=plain, last=last, seat=view.viewer, names=names))


def legend(screen: Screen, game: Game) -> Text:
    """The letter of each colour, as typed in moves, with its symbol on the board."""
    shown = screen.can_show(SYMBOLS)
    parts = [
        Text(f"{colour} {UNICODE.marks[colour] + ' ' if shown else ''}{NAMES[colour]}", INKS[colour])
        for colour in game.colours
    ]
    return Text("   ").join(parts)
