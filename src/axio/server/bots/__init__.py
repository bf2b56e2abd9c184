"""The bots a table may seat, and the processes they think in."""
