"""Who wants to be told, by what means, and who is blocked."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    _meeting()
    _telling()


def _table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")


def _meeting() -> None:
    op.create_table(
        "presence",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("looking", sa.JSON, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("ix_presence_seen", "presence", ["seen"])
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_index("ix_blocks_person_blocked", "blocks", ["person", "blocked"], unique=True)


def _telling() -> None:
    op.create_table(
        "preferences",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("address", sa.String(254)),
        sa.Column("confirmed", sa.Float),
        sa.Column("asked", sa.Float),
        sa.Column("mailed", sa.Float),
        sa.Column("language", sa.String(5), nullable=False, server_default="en"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(60), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "told",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), _table(), primary_key=True),
        sa.Column("means", sa.String(10), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
    )
