"""Bots against bots: the same deals with the seats rotated, and results with error bars."""

from .match import Match, Played, play_deal, play_game, record_name, write_record
from .sprt import Sprt
from .statistics import BotStanding, standings
from .workers import Workers, WorkersFailed, cores, play, start_workers

__all__ = [
    "BotStanding",
    "Match",
    "Played",
    "Sprt",
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
