"""A table as a value: its seats, terms, deal and clock, its log replayed, and what may be done at it.

Nothing here knows a database, a socket or an event loop.
"""
