"""The networks that come with the package, one a game, and how they are asked. See docs/training.md."""

from .files import has_network, network_file
from .judge import Judge, Judged, judge_of

__all__ = ["Judge", "Judged", "has_network", "judge_of", "network_file"]
