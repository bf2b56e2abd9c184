"""Accounts: keys that a person adds, to be known in other browsers too. Secrets are kept as hashes only."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    false,
)

from .schema import metadata


def _person() -> ForeignKey:
    return ForeignKey("people.id", ondelete="CASCADE")


accounts = Table(
    "accounts",
    metadata,
    Column("person", String(32), _person(), primary_key=True),
    Column("handle", String(40), nullable=False),  # as it is shown
    Column("folded", String(80), nullable=False),  # the same for handles that look alike
    Column("password", String(200)),  # Argon2; none for an account with passkeys only
    Column("is_bot", Boolean, nullable=False, server_default=false()),
    Column("created", Float, nullable=False),
    Index("ix_accounts_handle", "handle", unique=True),
    Index("ix_accounts_folded", "folded", unique=True),
)

recovery_codes = Table(  # each opens the account once
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), _person(), nullable=False, index=True),
    Column("created", Float, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), _person(), nullable=False, index=True),
    Column("credential", LargeBinary, nullable=False),  # the name the authenticator gave it
    Column("key", LargeBinary, nullable=False),
    Column("count", Integer, nullable=False),  # of signatures, where the authenticator counts
    Column("name", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("ix_passkeys_credential", "credential", unique=True),
)

challenges = Table(  # what an authenticator is asked to sign, once and soon
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32)),  # who adds a passkey; none for signing in
    Column("created", Float, nullable=False),
)

signins = Table(  # one for each browser an account is signed in at
    "signins",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), _person(), nullable=False, index=True),
    Column("browser", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("proved", Float, nullable=False),  # when a key was last shown here
)

tokens = Table(  # for programs
    "tokens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("person", String(32), _person(), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("ix_tokens_hash", "hash", unique=True),
)

guesses = Table(  # how many wrong tries there were lately
    "guesses",
    metadata,
    Column("id", String(64), primary_key=True),  # of an address or an account, as a hash
    Column("level", Float, nullable=False),
    Column("at", Float, nullable=False),
)
