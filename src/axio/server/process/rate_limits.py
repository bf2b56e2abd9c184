"""A token bucket."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """Allows `rate` messages a second on average, and `burst` at once."""

    rate: float
    burst: int
    _level: float = 0.0
    _since: float = field(default_factory=time.monotonic)

    def take(self) -> bool:
        """Count one message; whether it is within the limit."""
        now = time.monotonic()
        self._level = max(0.0, self._level - (now - self._since) * self.rate)
        self._since = now
        if self._level + 1 > self.burst:
            return False
        self._level += 1
        return True
