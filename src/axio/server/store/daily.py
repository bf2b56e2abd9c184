"""The deal of each day, and everyone's one try at it."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, LargeBinary, String, Table

from .schema import metadata

daily_deals = Table(  # one secret a game: tiles of the one must tell nothing about the other
    "daily_deals",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
)

daily_tries = Table(  # outlives its table, so that giving up brings no second try
    "daily_tries",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("scored", Boolean, nullable=False),  # by an account; guests play unranked
    Column("began", Float, nullable=False),
    Column("ended", Float),
    Column("low", String(60)),  # the ranking key as text that sorts, once it is over
    Index("ix_daily_tries_day_game_low", "day", "game", "low"),
    Index("ix_daily_tries_table_id", "table_id", unique=True),
)
