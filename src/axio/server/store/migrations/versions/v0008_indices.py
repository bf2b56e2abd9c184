"""What expires is found by an index: unused commitments, and the imported records of guests."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_index("ix_deals_person", "deals", ["person"])
    op.create_index("ix_deals_created", "deals", ["created"])
    op.create_index("ix_tables_origin_created", "tables", ["origin", "created"])
