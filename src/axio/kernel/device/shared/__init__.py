"""The same for every game: the row, chance, turns, lookahead, endgames, and what callers can run."""
