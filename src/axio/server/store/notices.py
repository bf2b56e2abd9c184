"""Who is here, who wants to be told and by what means, and who is kept away."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, true

from .schema import metadata

presence = Table(  # who has a page open; rows expire
    "presence",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("looking", JSON, nullable=False),  # the tables on pages that are in sight
    Column("seen", Float, nullable=False, index=True),
)

blocks = Table(
    "blocks",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("blocked", String(32), nullable=False, index=True),
    Column("name", String(80), nullable=False),  # as it was then
    Column("created", Float, nullable=False),
    Index("ix_blocks_person_blocked", "person", "blocked", unique=True),
)

preferences = Table(  # how a person wants to be told and seen; none: as everybody
    "preferences",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("listed", Boolean, nullable=False, server_default=true()),  # among those who are online
    Column("address", String(254)),  # for e-mail
    Column("confirmed", Float),  # when its reader said yes
    Column("asked", Float),  # when the last question went there
    Column("mailed", Float),  # when the last news went there
    Column("language", String(5), nullable=False, server_default="en"),
)

subscriptions = Table(  # browsers that take web push
    "subscriptions",
    metadata,
    Column("id", String(32), primary_key=True),  # made of the endpoint
    Column("person", String(32), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(60), nullable=False),
    Column("language", String(5), nullable=False),
    Column("created", Float, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
)

told = Table(  # up to which row of a log somebody was told, by push or by mail: nobody is told twice
    "told",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("means", String(10), primary_key=True),
    Column("seq", Integer, nullable=False),
)
