"""Which bot plays on for a seat that is given up, as a table agreed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    column = sa.Column("substitute", sa.String(40), nullable=False, server_default="careful")
    op.add_column("tables", column)
