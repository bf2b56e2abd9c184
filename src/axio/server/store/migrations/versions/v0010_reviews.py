"""Reviews of finished games, and the exercises that people get from their own."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_reviews"),
    )
    op.create_table(
        "exercises",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("mark", sa.String(10), nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("due", sa.Float),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_exercises_table_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "table_id", "ply", name="pk_exercises"),
    )
    op.create_index("ix_exercises_table_id", "exercises", ["table_id"])
