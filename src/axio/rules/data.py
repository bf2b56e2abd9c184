"""Positions as plain data, and back: for programs that play over a pipe, for saved positions, for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .cells import Cell
from .errors import AxioError, Malformed
from .game import Game, game
from .moves import Place, parse_move
from .observation import Observation
from .position import Position
from .state import State
from .tiles import Tile, canonical, in_order


def state_data(state: State) -> dict[str, Any]:
    """A state as JSON-ready data. It holds every secret: keep it on this side of the table."""
    return _position_data(state) | {
        "racks": [list(rack) for rack in state.racks],
        "stacks": [list(stack) for stack in state.stacks],
        "key": state.key.hex(),
        "drawn": state.drawn,
    }


def observation_data(view: Observation) -> dict[str, Any]:
    """An observation as JSON-ready data."""
    return _position_data(view) | {
        "viewer": view.viewer,
        "rack": list(view.rack),
        "rack_sizes": list(view.rack_sizes),
        "stack_sizes": list(view.stack_sizes),
        "bag_size": view.bag_size,
    }


def read_state(data: Mapping[str, Any]) -> State:
    """The state that `state_data` wrote. The bag is whatever lies nowhere else."""
    try:
        known = _position(data)
        seats = known["game"].seats
        racks = tuple(tuple(rack) for rack in _row(data["racks"], seats))
        stacks = tuple(tuple(stack) for stack in _row(data["stacks"], seats))
        held = [tile for tiles in (*racks, *stacks) for tile in tiles]
        bag = _left_over(known["game"], known["board"].tiles, held)
        key, drawn = bytes.fromhex(data["key"]), _number(data["drawn"], 1 << 32)
        return State(**known, racks=racks, stacks=stacks, bag=bag, key=key, drawn=drawn)
    except (AxioError, LookupError, TypeError, ValueError, AttributeError) as fault:
        raise Malformed(f"not a state: {fault}") from None


def read_observation(data: Mapping[str, Any]) -> Observation:
    """The observation that `observation_data` wrote."""
    try:
        known = _position(data)
        seats, rack, viewer = known["game"].seats, tuple(data["rack"]), data["viewer"]
        unseen = _left_over(known["game"], known["board"].tiles, rack)
        racks, stacks = (
            tuple(_number(size, len(known["game"].tiles)) for size in _row(data[key], seats))
            for key in ("rack_sizes", "stack_sizes")
        )
        bag_size = _number(data["bag_size"], len(unseen))
        if (0 if viewer is None else racks[_number(viewer, seats - 1)]) != len(rack):
            raise Malformed("the rack has another size than rack_sizes says")
        if sum(racks) + sum(stacks) + bag_size - len(rack) != len(unseen):
            raise Malformed(f"expected sizes that add up to the {len(unseen)} tiles not seen")
        view = Observation(
            **known, viewer=viewer, rack=rack, rack_sizes=racks, stack_sizes=stacks, bag_size=bag_size
        )
        if view.asked:
            view.sample(0)  # a question tells of the rack it is asked about: there must be one that fits
        return view
    except (AxioError, LookupError, TypeError, ValueError, AttributeError) as fault:
        raise Malformed(f"not an observation: {fault}") from None


def _position_data(position: Position) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "seats": position.game.seats,
        "tiles": [str(place) for place in position.board.tiles],
        "pyramids": [list(cell) for cell in position.board.pyramids],
        "tracks": [list(tracks) for tracks in position.tracks],
        "placed": list(position.placed),
        "seat": position.seat,
        "owed": position.owed,
        "asked": position.asked,
        "ending": position.ending,
    }


def _position(data: Mapping[str, Any]) -> dict[str, Any]:
    played = game(data["game"], data["seats"])
    tiles = [_placed(text) for text in data["tiles"]]
    pyramids = [Cell(column, row) for column, row in data["pyramids"]]
    tracks = [_row(row, len(played.colours)) for row in _row(data["tracks"], played.seats)]
    asked, ending = data["asked"], data["ending"]
    if not isinstance(asked, bool) or not (ending is None or isinstance(ending, str)):
        raise Malformed("expected `asked` as true or false, and `ending` as a text or null")
    if asked and not played.supply.exchanges:
        raise Malformed("nobody is asked to exchange in this game")
    return {
        "game": played,
        "board": played.board.restored(tiles, pyramids),
        "tracks": tuple(tuple(_number(score, played.end) for score in row) for row in tracks),
        "placed": tuple(_number(count, len(played.tiles)) for count in _row(data["placed"], played.seats)),
        "seat": _number(data["seat"], played.seats - 1),
        "owed": _number(data["owed"], len(played.tiles)),
        "asked": asked,
        "ending": ending,
    }


def _placed(text: str) -> Place:
    move = parse_move(text)
    if not isinstance(move, Place):
        raise Malformed(f"{text!r} is not a tile on a board")
    return move


def _number(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Malformed(f"found {str(value)[:20]!r}, expected a number from 0 to {most}")
    return value


def _row(value: object, size: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != size:
        raise Malformed(f"found {str(value)[:20]!r}, expected a list of {size}")
    return value


def _left_over(played: Game, placed: Iterable[Place], held: Iterable[Tile]) -> tuple[Tile, ...]:
    """The game's tiles less those placed and held; Malformed if there are not so many."""
    used = Counter([*held, *(canonical(place.marks) for place in placed)])
    left = Counter(played.tiles)
    left.subtract(used)
    if min(left.values()) < 0:
        raise Malformed(f"more {min(left, key=lambda tile: left[tile])} tiles than the game has")
    return in_order(left.elements())
