"""What happened, in words: a move and its events as one seat may know them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from axio.rules import Step
from axio.rules.events import Axio, Event, ExchangeOffered, PyramidPlaced, RackExchanged, Scored, TilesDrawn
from axio.rules.tiles import NAMES, Colour
from axio.rules.tracks import lowest

INKS = {"R": "red", "G": "green", "B": "bright_blue", "O": "dark_orange", "P": "magenta", "Y": "yellow"}
INDENT = "    "


def told(step: Step, viewer: int | None, names: Sequence[str]) -> list[Text]:
    """A move in a line with its points, and in lines below whatever else came of it."""
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
    """Points colour by colour: ` · red +3 → 7 · blue +4 → 18 (2 lost)`."""
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
    """An event in words, or None where the line of the move says it already."""
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
