"""A second, slow and plain implementation of the three games, for tests to compare with."""

from .errors import Illegal, Refused
from .game import Game
from .greedy import greedy
from .record import Checked, check_record

__all__ = ["Checked", "Game", "Illegal", "Refused", "check_record", "greedy"]
