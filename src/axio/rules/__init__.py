"""The three games: what is played, to the last case. Standard library only, no clock, no names of people."""

from .cells import Cell, parse_cell
from .errors import AxioError, IllegalMove, Malformed, Refused
from .game import Game, game, game_names, register, unregister
from .hexagon import hexagon
from .moves import Exchange, Keep, Move, Place, parse_move
from .observation import Observation
from .outcome import Outcome
from .position import LegalMoves, Position
from .position_text import parse_position, position_text
from .reading import read_record
from .record import Record
from .rota import rota
from .squares import axio
from .state import State, Step, deal

register("axio", axio)
register("rota", rota)
register("hex", hexagon)

__all__ = [
    "AxioError",
    "Cell",
    "Exchange",
    "Game",
    "IllegalMove",
    "Keep",
    "LegalMoves",
    "Malformed",
    "Move",
    "Observation",
    "Outcome",
    "Place",
    "Position",
    "Record",
    "Refused",
    "State",
    "Step",
    "deal",
    "game",
    "game_names",
    "parse_cell",
    "parse_move",
    "parse_position",
    "position_text",
    "read_record",
    "register",
    "unregister",
]
