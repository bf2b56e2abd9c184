"""The database's tables for puzzles, which come with the package: first attempts, and skills in openskill's
model. The other tables are in `schema`."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, String, Table

from .schema import metadata

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),  # its name
    Column("game", String(20), nullable=False),
    Column("at", Float, nullable=False),
    Column("right", Boolean, nullable=False),
    Column("move", String(40)),  # none: asked for the answer
)

puzzle_players = Table(
    "puzzle_players",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)

puzzle_skills = Table(  # no row: the first estimate, which comes with the puzzle
    "puzzle_skills",
    metadata,
    Column("puzzle", String(16), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)
