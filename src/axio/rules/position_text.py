"""A position as one line of text, with what each seat knows of it, and back.

`axio/2;Pd8-Rd9;-;1,0,0,0,0/0,0,0,0,0;1/0;1;?5/RR_BP_BB_RG_OO;-;1`: the game and its seats, the tiles on the
board, pyramids, tracks, tiles placed, whose turn it is, racks, stacks, and who knows this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from .cells import parse_cell
from .data import read_observation, read_state
from .errors import AxioError, Malformed
from .game import Game, game
from .laying import Board
from .observation import Observation
from .outcome import INSTANT
from .position import Position
from .state import State, deal
from .supply import serves
from .tracks import Tracks

LONGEST = 4000  # characters
NOTHING, UNKNOWN, EVERYTHING = "-", "?", "all"
_FIELDS = ["game", "tiles", "pyramids", "tracks", "placed", "turn", "racks", "stacks", "who"]
_GAME = re.compile(r"([a-z][a-z0-9_]*)/([1-4])")
_NUMBER = re.compile(r"[0-9]{1,3}")
_TURN = re.compile(r"([0-3])(?:\+([1-9])|(\?)|!([a-z]+))?")
_KEY = re.compile(r"([0-9a-f]{64})\.([0-9]{1,4})")


def position_text(position: Position) -> str:
    """The text of a state or an observation. A state's holds every secret."""
    fields = public_fields(position.game, position.board, position.tracks, position.placed, _turn(position))
    if isinstance(position, State):
        stacks = "/".join(map(listed, position.stacks)) if any(position.stacks) else NOTHING
        known = ["/".join(map(listed, position.racks)), stacks, EVERYTHING]
        return ";".join([*fields, *known, f"{position.key.hex()}.{position.drawn}"])
    if not isinstance(position, Observation):
        raise TypeError(f"{type(position).__name__} has no text: expected a state or an observation")
    racks = [f"{UNKNOWN}{size}" if size else NOTHING for size in position.rack_sizes]
    if position.viewer is not None:
        racks[position.viewer] = listed(position.rack)
    sizes = position.stack_sizes
    stacks = "/".join(f"{UNKNOWN}{size}" for size in sizes) if any(sizes) else NOTHING
    who = NOTHING if position.viewer is None else str(position.viewer)
    return ";".join([*fields, "/".join(racks), stacks, who])


def public_fields(
    game: Game, board: Board, tracks: Sequence[Tracks], placed: Sequence[int], turn: str
) -> list[str]:
    """What a text begins with: all that everybody sees."""
    return [
        f"{game.name}/{game.seats}",
        listed(map(str, board.tiles)),
        listed(map(str, board.pyramids)),
        "/".join(",".join(map(str, each)) for each in tracks),
        "/".join(map(str, placed)),
        turn,
    ]


def listed(texts: Iterable[str]) -> str:
    """Texts as one part of a position holds them."""
    return "_".join(texts) or NOTHING


def _turn(position: Position) -> str:
    if position.ending is not None:
        return f"{position.seat}!{position.ending}"
    return f"{position.seat}" + (f"+{position.owed}" if position.owed else UNKNOWN * position.asked)


def parse_position(text: str) -> State | Observation:
    """The state or observation that a text stands for. Malformed says in one sentence what is wrong with it.

    Without a key, a state in which everything is known draws by chance that follows from the text.
    """
    try:
        return _checked(_parsed(text))
    except AxioError as fault:
        said = str(fault).removeprefix("not a state: ").removeprefix("not an observation: ")
        raise Malformed(f"not a position: {said}") from None


def _parsed(text: str) -> State | Observation:
    if len(text) > LONGEST:
        raise Malformed(f"found {len(text)} characters, expected at most {LONGEST}")
    fields = text.split(";")
    if len(fields) not in (len(_FIELDS), len(_FIELDS) + 1):
        raise Malformed(f"found {len(fields)} parts, expected {len(_FIELDS)}: {', '.join(_FIELDS)}")
    named = dict(zip(_FIELDS, fields, strict=False))
    found = _matched(_GAME, named["game"], "a game and its seats, as in `axio/2`")
    played = game(found[1], int(found[2]))
    data = _public_data(played, named)
    if named["who"] == EVERYTHING:
        return read_state(data | _secrets(played, named, text, fields[len(_FIELDS) :]))
    if len(fields) > len(_FIELDS):
        raise Malformed("only a position of which everything is known has a key")
    return read_observation(data | _seen(played, named))


def _public_data(played: Game, named: dict[str, str]) -> dict[str, Any]:
    turn = _matched(_TURN, named["turn"], "whose turn it is, as in `0`, `0+1`, `0?` or `0!board`")
    seats = played.seats
    return {
        "game": played.name,
        "seats": seats,
        "tiles": _items(named["tiles"]),
        "pyramids": [list(parse_cell(cell)) for cell in _items(named["pyramids"])],
        "tracks": _by_seat(named["tracks"], seats, lambda part: [_number(each) for each in part.split(",")]),
        "placed": _by_seat(named["placed"], seats, _number),
        "seat": int(turn[1]),
        "owed": int(turn[2] or 0),
        "asked": turn[3] is not None,
        "ending": turn[4],
    }


def _secrets(played: Game, named: dict[str, str], text: str, more: list[str]) -> dict[str, Any]:
    """What only a state knows."""
    key, drawn = sha256(text.encode(errors="replace")).hexdigest(), "0"
    if more:
        found = _matched(_KEY, more[0], "a key of 64 hexadecimal digits and the number of draws")
        key, drawn = found[1], found[2]
    stacks = "/".join(NOTHING * played.seats) if named["stacks"] == NOTHING else named["stacks"]
    return {
        "racks": _by_seat(named["racks"], played.seats, _known),
        "stacks": _by_seat(stacks, played.seats, _known),
        "key": key,
        "drawn": int(drawn),
    }


def _seen(played: Game, named: dict[str, str]) -> dict[str, Any]:
    """What an observation knows: the viewer's rack, and sizes."""
    seats, who = played.seats, named["who"]
    viewer = None if who == NOTHING else _number(who)
    racks = _by_seat(named["racks"], seats, str)
    if viewer is not None and viewer >= seats:
        raise Malformed(f"there is no seat {viewer}: expected 0 to {seats - 1}, `-` or `all`")
    rack = [] if viewer is None else _known(racks[viewer])
    sizes = [len(rack) if seat == viewer else _size(each) for seat, each in enumerate(racks)]
    stacks = [0] * seats if named["stacks"] == NOTHING else _by_seat(named["stacks"], seats, _size)
    used = len(_items(named["tiles"])) + sum(sizes) + sum(stacks)
    if used > len(played.tiles):
        raise Malformed(f"found {used} tiles in play, expected at most {len(played.tiles)}")
    bag = len(played.tiles) - used
    return {"viewer": viewer, "rack": rack, "rack_sizes": sizes, "stack_sizes": stacks, "bag_size": bag}


def _matched(pattern: re.Pattern[str], text: str, expected: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise Malformed(f"found {text[:40]!r}, expected {expected}")
    return found


def _number(text: str) -> int:
    return int(_matched(_NUMBER, text, "a number")[0])


def _items(text: str) -> list[str]:
    return [] if text == NOTHING else text.split("_")


def _by_seat(text: str, seats: int, read: Callable[[str], Any]) -> list[Any]:
    parts = text.split("/")
    if len(parts) != seats:
        raise Malformed(f"found {text[:40]!r}, expected {seats} parts with `/` between them")
    return [read(part) for part in parts]


def _known(text: str) -> list[str]:
    if text.startswith(UNKNOWN):
        raise Malformed(f"found {text[:40]!r}, expected the tiles: who knows them is said at the end")
    return _items(text)


def _size(text: str) -> int:
    if text == NOTHING:
        return 0
    if not text.startswith(UNKNOWN):
        raise Malformed(f"found {text[:40]!r}, expected a number of unknown tiles, as in `?5`")
    return _number(text[1:])


@cache
def opening_of(played: Game) -> State:
    """Some game after its deal: how much lies where is the same in all."""
    return deal(played.name, played.seats)


def _checked(position: State | Observation) -> State | Observation:
    """The position, if a game could be played on from it."""
    opening, seat = opening_of(position.game), position.seat
    racks, stacks, bag = _sizes(position)
    cells = {cell for place in position.board.tiles for cell in place.at}
    if not cells >= {cell for place in opening.board.tiles for cell in place.at}:
        raise Malformed("the tiles that every game begins with are not all there")
    laid = len(position.board.tiles) - len(opening.board.tiles)
    if sum(position.placed) != laid:
        raise Malformed(f"{laid} tiles are laid, but {sum(position.placed)} placed by the seats")
    if max(racks) > position.game.supply.rack:
        raise Malformed(f"a rack of {max(racks)} tiles, expected at most {position.game.supply.rack}")
    if any(size > most for size, most in zip(stacks, map(len, opening.stacks), strict=True)):
        raise Malformed("a stack is larger than at the deal")
    bonuses = (len(position.game.colours) - 1) * position.game.seats
    if any(opening.stacks) and not 0 <= len(opening.bag) - bag <= bonuses:
        raise Malformed("the bag does not hold what the racks and stacks leave")
    _check_turn(position, racks[seat])
    return position


def _sizes(position: State | Observation) -> tuple[Sequence[int], Sequence[int], int]:
    if isinstance(position, Observation):
        return position.rack_sizes, position.stack_sizes, position.bag_size
    return tuple(map(len, position.racks)), tuple(map(len, position.stacks)), len(position.bag)


def _check_turn(position: State | Observation, held: int) -> None:
    played, complete = position.game, [min(tracks) == position.game.end for tracks in position.tracks]
    if position.ending is not None:
        if position.ending not in (played.ending, INSTANT):
            raise Malformed(
                f"found the ending {position.ending[:20]!r}, expected {played.ending} or {INSTANT}"
            )
        if any(complete) != (position.ending == INSTANT):
            raise Malformed("a game ends instantly when a seat has every colour at its end, and only then")
        return
    if any(complete):
        raise Malformed("every colour of a seat stands at its end, so the game is over")
    if position.asked:
        _check_question(position)
    elif not held or not position.board.has_room(position.first):
        raise Malformed("whoever is to move has no tile to place, or no room for one")
    if position.owed and not played.bonus:
        raise Malformed("this game has no bonus placements")


def _check_question(position: State | Observation) -> None:
    """An exchange is offered to a rack that shows no lowest colour, while the bag can fill it."""
    _, _, bag = _sizes(position)
    rack = position.racks[position.seat] if isinstance(position, State) else position.rack
    own = isinstance(position, State) or position.viewer == position.seat
    if own and serves(rack, position.tracks[position.seat], position.game.colours):
        raise Malformed("exchange or keep is asked only where the rack shows none of the lowest colours")
    if bag < position.game.supply.rack:
        raise Malformed("nobody is asked to exchange when the bag cannot fill a rack")
