"""Playing on any board: turns, lookahead, endgames, observations, and what callers can run."""
