"""Tables joined with the last row of their log, which tells how the game stands."""

from __future__ import annotations

from sqlalchemy import Join, and_, func, select

from axio.server.store import log, tables

last_row = log.alias("last_row")


def with_last_row() -> Join:
    """All tables; those without a move have no such row."""
    newest = select(func.max(log.c.seq)).where(log.c.table_id == tables.c.id).scalar_subquery()
    return tables.outerjoin(last_row, and_(last_row.c.table_id == tables.c.id, last_row.c.seq == newest))
