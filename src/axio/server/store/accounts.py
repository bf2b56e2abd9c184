"""Accounts: keys that a person adds to be known elsewhere too."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, String, Table

from .schema import metadata

accounts = Table(
    "accounts",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("handle", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_accounts_handle", "handle", unique=True),
)
