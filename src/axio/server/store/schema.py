"""The tables of the database. A game is its seed and its log; what else a row tells only spares a replay."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80)),
    Column("created", Float, nullable=False),
    Column("banned", Boolean, nullable=False, server_default=false()),
)

deals = Table(  # secrets committed to, waiting for a table
    "deals",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False, index=True),
    Column("origin", String(10), nullable=False),  # dealt here, or imported
    Column("game", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("seed", String, nullable=False),
    Column("secret", LargeBinary),  # with the seats' nonces it makes the seed; none for an imported game
    Column("record", JSON),  # what else an imported record said
    Column("created", Float, nullable=False),
    Column("over", Boolean, nullable=False, index=True),
    Column("practice", Boolean, nullable=False),
    Column("invite", String(32)),  # who knows it may take an open seat
    Column("visibility", String(10), nullable=False, server_default="private"),  # or open: in the lobby
    Column("clock", JSON),  # none for a game without one
    Column("speed", String(10), nullable=False, server_default="untimed"),  # live or turns: the clock's kind
    Column("rated", Boolean, nullable=False, server_default=false()),  # wanted so by those who sat down
    Column("rating_from", Integer),
    Column("rating_to", Integer),
    Column("substitute", String(40), nullable=False, server_default="careful"),  # plays on for whoever left
    Column("began", Float),  # when it was dealt; until then the seed is empty
    Column("ended", Float),
    Column("ending", String(10)),  # board, stacks, instant, time, resign or agreed
    Column("follower", String(32)),  # the table of the rematch
    Column("daily", String(10)),  # the day whose deal this is
    Column("due", Float),  # no clock of this table can run out before
    Index("ix_tables_invite", "invite", unique=True),
    Index("ix_tables_visibility_over", "visibility", "over"),
    Index("ix_tables_daily", "daily"),
    Index("ix_tables_rated_ended", "rated", "ended"),
    Index("ix_tables_due", "due"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # person, bot or open
    Column("name", String(80), nullable=False),
    Column("bot", String(120)),
    Column("person", String(32), index=True),  # who plays it
    Column("nonce", LargeBinary, nullable=False),
    Column("rank", Integer),  # once the game is over
    Column("low", String(60)),  # the ranking key as text that sorts
    Column("left_by", String(32)),  # who gave the seat up, though a bot may play on
)

log = Table(  # append-only
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # move, undo, seat or end
    Column("move", String(40), nullable=False),  # of an undo: how many plies it took back; of an end: why
    Column("seat", Integer, nullable=False),
    Column("by", String(120), nullable=False),  # the name of the person or the bot
    Column("at", Float, nullable=False),
    # How the game stands after this row.
    Column("ply", Integer, nullable=False),
    Column("to_move", Integer),
    Column("lows", JSON, nullable=False),
    Column("person", String(32)),  # of a row `seat`: who plays it from here on; none for a bot
    sqlite_with_rowid=False,  # one tree to write to, not two
)

wishes = Table(  # what a seat wants done as soon as it can be
    "wishes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), primary_key=True),  # move: when it is on move; stop: when all others want it
    Column("person", String(32), nullable=False),
    Column("seq", Integer, nullable=False),  # how long the log was then
    Column("move", String(40)),
)
