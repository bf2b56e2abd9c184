"""Why a better move is better, from facts that the seat could know. English is here; a key names a template.

No figure stands in a reason that was not computed from the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb

from axio.rules import Exchange, Game, Keep, Move, Observation, Place
from axio.rules.cells import Cell
from axio.rules.events import Axio, PyramidPlaced
from axio.rules.laying import Board
from axio.rules.tiles import NAMES, Colour, canonical, without
from axio.rules.tracks import Tracks, low, lowest

from .model import Because, Facts

# Facts named `colour` or `colours` hold the letters of colours.
ENGLISH: Mapping[str, str] = {
    "ends": "it completes every colour and wins at once",
    "axio": "it brings {colours} to the end of the track, which earns another placement",
    "lowest": "it lifts your lowest colour from {before} to {after}; {other} leaves it at {least}",
    "serves": "it scores {points} in {colours}, your lowest, and {other} {fewer}",
    "denies": "it takes {points} {colour} at {cell} from the next player, who has {colour} at {chance} %",
    "opens": "{other} opens {points} {colour} at {cell} to the next player, who has {colour} at {chance} %",
    "prepares": "it leaves you {points} {colour} at {cell} for your next turn, and {other} {fewer}",
    "pyramid": "it raises a pyramid",
    "points": "it scores {points}, and {other} {fewer}",
    "saves": "it leaves {tiles} on your rack that show {colours}, your lowest, and {other} leaves {fewer}",
    "exchange": "no tile left shows {colours}, your lowest: the exchange was due",
    "keep": "the tiles left are worth more than new ones",
    "outlook": "no single fact shows it: it does better when the game is played on",
}
MOST = 3  # reasons given for a move
WORTH_TELLING = 3  # points
NEAR = 2  # points above the lowest colour: still a low one


def text_of(because: Because) -> str:
    """A reason in English."""
    named = {name: _named(name, fact) for name, fact in because.facts.items()}
    return ENGLISH[because.key].format_map(named)


def _named(name: str, fact: str | int | float) -> str | int | float:
    if name not in ("colour", "colours") or not isinstance(fact, str):
        return fact
    return " and ".join(NAMES.get(letter, letter) for letter in fact)


def because(view: Observation, best: Move, played: Move) -> tuple[Because, ...]:
    """The facts by which the best move is better, the most telling first."""
    if isinstance(best, Exchange):
        return (Because("exchange", {"colours": _lowest(view)}),)
    if isinstance(best, Keep):
        return (Because("keep"),)
    found = list(_facts(view, Consequence.of(view, best), Consequence.of(view, played)))
    return tuple(found[:MOST]) or (Because("outlook"),)


@dataclass(frozen=True)
class Consequence:
    """What a placement leads to, as everybody sees it."""

    move: Move
    board: Board
    tracks: Tracks
    stopped: str  # colours that came to a stop
    pyramids: int
    rack: tuple[str, ...]

    @classmethod
    def of(cls, view: Observation, move: Move) -> Consequence:
        """The move in some world that fits the view: what is hidden changes none of these facts."""
        assert isinstance(move, Place)
        step = view.sample("review").play_aloud(move)
        stopped = "".join(event.colour for event in step.events if isinstance(event, Axio))
        pyramids = sum(isinstance(event, PyramidPlaced) for event in step.events)
        rack = without(view.rack, canonical(move.marks))
        return cls(move, step.after.board, step.after.tracks[view.seat], stopped, pyramids, rack)


def _facts(view: Observation, best: Consequence, played: Consequence) -> Iterator[Because]:
    yield from _scores(view, best, played)
    yield from _denials(view, best, played)
    yield from _prepares(view, best, played)
    if best.pyramids > played.pyramids:
        yield Because("pyramid")
    gain, fewer = _gained(view, best), _gained(view, played)
    if gain > fewer:
        yield Because("points", {"points": gain, "other": str(played.move), "fewer": fewer})
    kept, fewer = _serving(view, best), _serving(view, played)
    if kept > fewer:
        facts: Facts = {"tiles": kept, "colours": _lowest(view), "other": str(played.move), "fewer": fewer}
        yield Because("saves", facts)


def _scores(view: Observation, best: Consequence, played: Consequence) -> Iterator[Because]:
    """What the move does for the seat's own tracks."""
    game, tracks, other = view.game, view.tracks[view.seat], str(played.move)
    if min(best.tracks) == game.end > min(played.tracks):
        yield Because("ends")
    elif best.stopped and game.bonus and not played.stopped:
        yield Because("axio", {"colours": best.stopped})
    if min(best.tracks) > min(played.tracks):
        lows = {"before": min(tracks), "after": min(best.tracks), "least": min(played.tracks)}
        yield Because("lowest", {**lows, "other": other})
    elif low(best.tracks) > low(played.tracks):
        points, fewer = (_in_lowest(view, each) for each in (best, played))
        if points > fewer:
            facts: Facts = {"points": points, "colours": _lowest(view), "other": other, "fewer": fewer}
            yield Because("serves", facts)


def _denials(view: Observation, best: Consequence, played: Consequence) -> Iterator[Because]:
    """The best reply in a low colour of the next seat's that one move leaves and the other does not."""
    if view.game.seats == 1:
        return
    seat = (view.seat + 1) % view.game.seats
    wanted = _low_colours(view.game, view.tracks[seat])
    before, left, taken = (
        _best_spots(board, view.placed[seat] == 0, view.tracks[seat], view.game, wanted)
        for board in (view.board, played.board, best.board)
    )
    spot = min(left, key=lambda spot: (-left[spot], spot), default=None)
    if spot is None or left[spot] < max(WORTH_TELLING, 1 + max(taken.values(), default=0)):
        return
    cell, colour = spot
    facts: Facts = {"points": left[spot], "colour": colour, "cell": _cell(played.move, cell)}
    facts["chance"] = round(100 * _holds(view, colour))
    if before.get(spot, 0) >= left[spot]:
        yield Because("denies", facts)
    else:
        yield Because("opens", {**facts, "other": str(played.move)})


def _prepares(view: Observation, best: Consequence, played: Consequence) -> Iterator[Because]:
    """What the tiles left could score next in a low colour of the seat's own."""
    spots, others = (
        _best_spots(each.board, False, each.tracks, view.game, _shown(view.game, each))
        for each in (best, played)
    )
    spot = min(spots, key=lambda spot: (-spots[spot], spot), default=None)
    fewer = max(others.values(), default=0)
    if spot is not None and spots[spot] >= max(WORTH_TELLING, fewer + 1):
        facts: Facts = {"points": spots[spot], "colour": spot[1], "cell": _cell(best.move, spot[0])}
        yield Because("prepares", {**facts, "other": str(played.move), "fewer": fewer})


def _low_colours(game: Game, tracks: Tracks) -> str:
    """The colours not far above the lowest."""
    tracked = zip(game.colours, tracks, strict=True)
    return "".join(colour for colour, score in tracked if score <= min(tracks) + NEAR)


def _best_spots(
    board: Board, first: bool, tracks: Tracks, game: Game, wanted: str
) -> dict[tuple[Cell, Colour], int]:
    """Per cell and wanted colour, how far a mark of this colour would move the track there."""
    room = {colour: game.end - track for colour, track in zip(game.colours, tracks, strict=True)}
    spots: dict[tuple[Cell, Colour], int] = {}
    for prospect in board.prospects(first):
        for corner, seen in enumerate(prospect.points):
            cell = prospect.cells[corner % len(prospect.cells)]
            for colour, points in seen.items():
                if colour in wanted and min(points, room[colour]) > spots.get((cell, colour), 0):
                    spots[cell, colour] = min(points, room[colour])
    return spots


def _shown(game: Game, after: Consequence) -> str:
    """The low colours that tiles left on the rack show."""
    return "".join(colour for colour in _low_colours(game, after.tracks) if colour in "".join(after.rack))


def _holds(view: Observation, colour: Colour) -> float:
    """The chance that the next seat holds a tile with this colour, as the viewer knows it."""
    unseen, size = view.unseen, view.rack_sizes[(view.seat + 1) % view.game.seats]
    without_it = sum(colour not in tile for tile in unseen)
    return 1 - comb(without_it, size) / comb(len(unseen), size)


def _cell(move: Move, cell: Cell) -> str:
    """A cell as this game's moves write it."""
    return str(cell) if isinstance(move, Place) and len(move.at) > 1 else f"{cell.column},{cell.row}"


def _lowest(view: Observation) -> str:
    return "".join(lowest(view.tracks[view.seat], view.game.colours))


def _in_lowest(view: Observation, after: Consequence) -> int:
    """How far the seat's lowest colours came, all together."""
    before = view.tracks[view.seat]
    return sum(b - a for a, b in zip(before, after.tracks, strict=True) if a == min(before))


def _gained(view: Observation, after: Consequence) -> int:
    return sum(after.tracks) - sum(view.tracks[view.seat])


def _serving(view: Observation, after: Consequence) -> int:
    """Tiles left on the rack that show a lowest colour."""
    colours = lowest(view.tracks[view.seat], view.game.colours)
    return sum(any(colour in tile for colour in colours) for tile in after.rack)
