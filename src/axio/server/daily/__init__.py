"""The daily deal: one solo game for each game and day, with the same tiles for everyone."""
