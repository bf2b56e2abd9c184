"""Accounts, their keys, and sign-ins that can be ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("people", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    _accounts()
    _keys()
    _passkeys()
    _signins()
    op.create_table(
        "guesses",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("level", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def _person() -> sa.ForeignKey:
    return sa.ForeignKey("people.id", ondelete="CASCADE")


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(32), _person(), primary_key=True),
        sa.Column("handle", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False),
        sa.Column("password", sa.String(200)),
        sa.Column("is_bot", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_accounts_handle", "accounts", ["handle"], unique=True)
    op.create_index("ix_accounts_folded", "accounts", ["folded"], unique=True)


def _keys() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), _person(), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), _person(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_index("ix_tokens_hash", "tokens", ["hash"], unique=True)


def _passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), _person(), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_index("ix_passkeys_credential", "passkeys", ["credential"], unique=True)
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("created", sa.Float, nullable=False),
    )


def _signins() -> None:
    op.create_table(
        "signins",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), _person(), nullable=False),
        sa.Column("browser", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("proved", sa.Float, nullable=False),
    )
    op.create_index("ix_signins_person", "signins", ["person"])
