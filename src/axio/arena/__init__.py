"""Bots against bots: the same deals with the seats rotated, and results with error bars."""

from .match import Match, Played, play_deal, play_game
from .records import record_name, write_record
from .running import cores, play
from .statistics import Standing, standings

__all__ = [
    "Match",
    "Played",
    "Standing",
    "cores",
    "play",
    "play_deal",
    "play_game",
    "record_name",
    "standings",
    "write_record",
]
