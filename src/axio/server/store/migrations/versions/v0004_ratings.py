"""Ratings, and the daily deal."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    _ratings()
    _rated()
    _daily()
    op.create_index("ix_tables_rated_ended", "tables", ["rated", "ended"])
    # Whoever rates a game holds this row, so that games are rated one after the other.
    settings = sa.table("settings", sa.column("name"), sa.column("value", sa.LargeBinary))
    op.bulk_insert(settings, [{"name": "rating turn", "value": b""}])


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(120), primary_key=True),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("speed", sa.String(10), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("ix_ratings_game_speed_shown", "ratings", ["game", "speed", "shown"])


def _table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")


def _rated() -> None:
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(32), _table(), primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
    )
    op.create_index("ix_rated_games_ended", "rated_games", ["ended"])
    op.create_table(
        "rated_seats",
        sa.Column("table_id", sa.String(32), _table(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(120), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("speed", sa.String(10), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("before", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
    )
    op.create_index(
        "ix_rated_seats_player_game_speed_ended", "rated_seats", ["player", "game", "speed", "ended"]
    )


def _daily() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "daily_tries",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("scored", sa.Boolean, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("low", sa.String(60)),
    )
    op.create_index("ix_daily_tries_day_game_low", "daily_tries", ["day", "game", "low"])
    op.create_index("ix_daily_tries_table_id", "daily_tries", ["table_id"], unique=True)
