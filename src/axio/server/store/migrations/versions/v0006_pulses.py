"""When servers were up, so that no clock counts the time when none was."""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    pass
