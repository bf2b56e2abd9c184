"""Positions written down as texts, and what a move does to them."""

from collections.abc import Sequence
from dataclasses import replace

from axio.rules import Cell, Position, State, Step, game, parse_cell, parse_move
from axio.rules.board import DominoBoard
from axio.rules.data import read_state
from axio.rules.draws import key_of
from axio.rules.grid import Grid
from axio.rules.tiles import Colour, Tile, in_order


def position(
    name: str = "axio",
    seats: int = 2,
    *,
    tiles: str = "",
    pyramids: str = "",
    racks: Sequence[str] = (),
    stacks: Sequence[str] = (),
    tracks: Sequence[Sequence[int]] = (),
    placed: Sequence[int] | None = None,
    seat: int = 0,
    owed: int = 0,
    asked: bool = False,
    ending: str | None = None,
    bag: str | None = None,
    seed: str = "a position",
) -> State:
    """A state with these tiles on the board and on the racks; texts stand apart by spaces.

    Seats that are not named hold nothing and stand at zero; everybody has placed a first tile. The bag is
    whatever lies nowhere else, unless it is given: then tiles may be missing from the game.
    """
    zeros = [0] * len(game(name, seats).colours)
    state = read_state(
        {
            "game": name,
            "seats": seats,
            "tiles": tiles.split(),
            "pyramids": [list(cell) for cell in cells(pyramids)],
            "tracks": _filled(list(map(list, tracks)), seats, zeros),
            "placed": [1] * seats if placed is None else list(placed),
            "seat": seat,
            "owed": owed,
            "asked": asked,
            "ending": ending,
            "racks": _filled([rack.split() for rack in racks], seats, []),
            "stacks": _filled([stack.split() for stack in stacks], seats, []),
            "key": key_of(seed).hex(),
            "drawn": 0,
        }
    )
    return state if bag is None else replace(state, bag=in_order(bag.split()))


def _filled(given: list[list[Tile]] | list[list[int]], seats: int, default: list[int]) -> list[object]:
    return [*given, *([default] * (seats - len(given)))]


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(map(parse_cell, text.split()))


def grid_of(position: Position) -> Grid:
    """The geometry of a board of cells."""
    board = position.board
    assert isinstance(board, DominoBoard)
    return board.grid


def step(state: State, text: str) -> Step:
    return state.play(parse_move(text))


def play(state: State, *texts: str) -> State:
    """The state after these moves."""
    for text in texts:
        state = step(state, text).after
    return state


def gained(state: State, text: str) -> dict[Colour, int]:
    """What a move adds to its seat's tracks, colour by colour."""
    before, after = state.tracks[state.seat], step(state, text).after.tracks[state.seat]
    rows = zip(state.game.colours, before, after, strict=True)
    return {colour: new - old for colour, old, new in rows if new != old}


def moves(state: State) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in state.legal_moves}


def allowed(state: State, text: str) -> bool:
    """Whether a move is legal; every way of asking must say the same."""
    move = parse_move(text)
    assert (move in state.legal_moves) == (move in list(state.legal_moves))
    return move in state.legal_moves
