"""Ratings: finished games are rated; leaderboards, profiles and solo scores are read from the results."""
