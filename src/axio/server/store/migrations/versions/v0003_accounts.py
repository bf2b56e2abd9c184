"""Accounts, their keys, and sessions that can be ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(32), person, primary_key=True),
        sa.Column("handle", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_accounts_handle", "accounts", ["handle"], unique=True)
