"""The three games as arrays, compiled: batches of games, and playouts for search. Needs Numba.

The plain rules are the truth; this is the same truth, held equal in lockstep by the tests.
"""

from .batch import Batch
from .playing_out import Playouts
from .policies import POLICIES, Policy
from .warm import warm
from .worlds import Worlds, appraised, playouts

__all__ = ["POLICIES", "Batch", "Playouts", "Policy", "Worlds", "appraised", "playouts", "warm"]
