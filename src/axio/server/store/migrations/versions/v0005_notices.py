"""Who wants to be told, by what means, and who is blocked."""

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    pass
