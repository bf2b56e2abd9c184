"""Puzzles: first attempts, and the skills of players and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("move", sa.String(40)),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_attempts"),
    )
    op.create_table(
        "puzzle_players",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_puzzle_players"),
    )
    op.create_table(
        "puzzle_skills",
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_skills"),
    )
