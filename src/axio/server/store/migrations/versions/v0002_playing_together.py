"""Tables that gather people: links, clocks, wishes, how a game ended, and who left a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("invite", sa.String(32)),
        sa.Column("visibility", sa.String(10), nullable=False, server_default="private"),
        sa.Column("clock", sa.JSON),
        sa.Column("speed", sa.String(10), nullable=False, server_default="untimed"),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("rating_from", sa.Integer),
        sa.Column("rating_to", sa.Integer),
        sa.Column("began", sa.Float),
        sa.Column("ended", sa.Float),
        sa.Column("ending", sa.String(10)),
        sa.Column("follower", sa.String(32)),
        sa.Column("daily", sa.String(10)),
        sa.Column("due", sa.Float),
    ):
        op.add_column("tables", column)
    op.create_index("ix_tables_invite", "tables", ["invite"], unique=True)
    op.create_index("ix_tables_visibility_over", "tables", ["visibility", "over"])
    op.create_index("ix_tables_daily", "tables", ["daily"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("seats", sa.Column("left_by", sa.String(32)))
    op.add_column("log", sa.Column("person", sa.String(32)))
    _wishes()
    op.execute("UPDATE tables SET began = created WHERE seed <> ''")


def _wishes() -> None:
    op.create_table(
        "wishes",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("move", sa.String(40)),
    )
