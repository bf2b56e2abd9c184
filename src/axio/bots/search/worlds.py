"""Where worlds come from: for every bot, from `sample`, which knows no more than the viewer does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from axio.kernel import Worlds
from axio.rules import Observation

Source: TypeAlias = Callable[[Observation, range, int], Worlds]  # the worlds of these numbers, by a seed
