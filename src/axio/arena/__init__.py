"""Bots against bots: the same deals with the seats rotated, and results with error bars."""

from .match import Match, Played, play_deal, play_game
from .records import record_name, write_record
from .sprt import Sprt
from .statistics import Standing, standings
from .workers import Workers, WorkersFailed, cores, play, start_workers

__all__ = [
    "Match",
    "Played",
    "Sprt",
    "Standing",
    "Workers",
    "WorkersFailed",
    "cores",
    "play",
    "play_deal",
    "play_game",
    "record_name",
    "standings",
    "start_workers",
    "write_record",
]
