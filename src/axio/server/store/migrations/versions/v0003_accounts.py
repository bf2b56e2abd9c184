"""Accounts, their keys, and sessions that can be ended."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    pass
