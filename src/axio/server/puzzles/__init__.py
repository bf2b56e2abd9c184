"""Puzzles for people: which comes next, attempts at them, and ratings of players and puzzles."""
