"""When servers were up: every process writes a pulse, and a gap in them is nobody's time."""

from __future__ import annotations

from sqlalchemy import Column, Float, String, Table

from .schema import metadata

pulses = Table(
    "pulses",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)

downtimes = Table(
    "downtimes",
    metadata,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)
