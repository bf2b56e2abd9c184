"""Bots against bots: the same deals with the seats rotated, and results with error bars."""

from .crew import Crew, CrewFailed
from .machine import cores
from .match import Match, Played, play_deal, play_game
from .records import record_name, write_record
from .running import crew, play
from .sprt import Sprt
from .statistics import Standing, standings

__all__ = [
    "Crew",
    "CrewFailed",
    "Match",
    "Played",
    "Sprt",
    "Standing",
    "cores",
    "crew",
    "play",
    "play_deal",
    "play_game",
    "record_name",
    "standings",
    "write_record",
]
