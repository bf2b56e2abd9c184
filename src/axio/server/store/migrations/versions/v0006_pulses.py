"""When servers were up, so that no clock counts the time when none was."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "pulses",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "downtimes",
        sa.Column("began", sa.Float, primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
    )
