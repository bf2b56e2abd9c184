"""Open tables have a key for pairing and a time to expire; accounts know addresses they were used from."""

import json
import time
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_LIVE_WAIT, _LONGEST_WAIT = 900.0, 14 * 86400.0


def upgrade() -> None:
    op.add_column("tables", sa.Column("pairing", sa.String(80)))
    op.add_column("tables", sa.Column("expires", sa.Float))
    op.create_index("ix_tables_pairing", "tables", ["pairing"])
    op.create_index("ix_tables_expires", "tables", ["expires"])
    op.create_table(
        "known_addresses",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_known_addresses_person", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_known_addresses"),
    )
    op.create_index("ix_known_addresses_person", "known_addresses", ["person"])
    _wait_on()


def _wait_on() -> None:
    """Tables that wait in the lobby now can be found by those who look for a game."""
    connection = op.get_bind()
    waiting = "visibility = 'open' AND began IS NULL AND over = :over"
    wanted = sa.text(f"SELECT id, game, seats, clock, speed, rated, created FROM tables WHERE {waiting}")
    changed = sa.text("UPDATE tables SET pairing = :pairing, expires = :expires WHERE id = :id")
    for row in connection.execute(wanted, {"over": False}).all():
        expires = time.time() + _LIVE_WAIT if row.speed == "live" else row.created + _LONGEST_WAIT
        connection.execute(changed, {"id": row.id, "pairing": _key(row), "expires": expires})


def _key(row: Any) -> str:
    clock = json.loads(row.clock) if isinstance(row.clock, str) else row.clock
    pace = "untimed"
    if clock and clock["kind"] == "live":
        pace = f"live {clock['main']} {clock.get('increment', 0)}"
    elif clock:
        pace = f"turns {clock['days']} {clock.get('holiday', 0)}"
    return f"{row.game} {row.seats} {pace} {'rated' if row.rated else 'free'}"
