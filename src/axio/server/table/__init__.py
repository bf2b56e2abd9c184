"""A table as it stands: its seats, terms, deal and clock, its log replayed, and what may be done at it."""
