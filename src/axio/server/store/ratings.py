"""How strong everyone is, and every game that says so. A player is a person's id or a bot's label."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from .schema import metadata

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(120), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("speed", String(10), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("shown", Integer, nullable=False),  # the whole number people see, made of the two
    Column("games", Integer, nullable=False),
    Column("updated", Float, nullable=False),
    Index("ix_ratings_game_speed_shown", "game", "speed", "shown"),
)

rated_games = Table(  # finished games that were looked at, each once
    "rated_games",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ended", Float, nullable=False, index=True),
    Column("counted", Boolean, nullable=False),
)

rated_seats = Table(  # what a game did to the rating of each seat's player
    "rated_seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(120), nullable=False),
    Column("game", String(20), nullable=False),
    Column("speed", String(10), nullable=False),
    Column("ended", Float, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Boolean, nullable=False),  # gave the seat up, and is last for it
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Index("ix_rated_seats_player_game_speed_ended", "player", "game", "speed", "ended"),
)
