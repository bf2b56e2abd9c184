"""The daily deal: one solo game per game and day, the same tiles for everyone."""
