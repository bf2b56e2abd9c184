"""Room for a policy to take notes while it looks at one row: a short list, a hint, a number a cell."""

from __future__ import annotations

import numpy as np

from .row import Int, Ints

MOST_WIDTH = 32
FOUND = 0  # actions, the best first
WORTH = MOST_WIDTH  # what they gain
HINT = 2 * MOST_WIDTH  # where the best reply was found last; -1 if nowhere yet
CELLS = HINT + 1
NO_LIMIT = np.int64(2**60)


def enter(pad: Ints, count: Int, most: Int, action: Int, value: Int) -> Int:
    """Put an action on the list where it belongs; the last drops out if there are too many. The count."""
    at = count if count < most else count - 1
    while at > 0 and pad[WORTH + at - 1] < value:
        pad[FOUND + at], pad[WORTH + at] = pad[FOUND + at - 1], pad[WORTH + at - 1]
        at -= 1
    pad[FOUND + at], pad[WORTH + at] = action, value
    return min(count + 1, most)
