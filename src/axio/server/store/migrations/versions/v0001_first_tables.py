"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80)),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "deals",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    _tables()
    _seats()
    _log()


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("origin", sa.String(10), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("record", sa.JSON),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("practice", sa.Boolean, nullable=False),
    )
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_index("ix_tables_over", "tables", ["over"])


def _table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), _table(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("bot", sa.String(120)),
        sa.Column("person", sa.String(32)),
        sa.Column("nonce", sa.LargeBinary, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("low", sa.String(60)),
    )
    op.create_index("ix_seats_person", "seats", ["person"])


def _log() -> None:
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(32), _table(), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("move", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.String(120), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.Column("lows", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in ("log", "seats", "tables", "deals", "people", "settings"):
        op.drop_table(name)
