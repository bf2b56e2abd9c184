"""The tables of the database. A game is its seed and its log; the other columns of a game spare a replay."""

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
    true,
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
    Column("person", String(32), nullable=False, index=True),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False, index=True),
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
    Column("invite", String(32)),  # whoever knows it may take an open seat
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
    Column("pairing", String(80)),  # which wishes an open table of the lobby fits; none for other tables
    Column("expires", Float),  # when an open table of the lobby is removed
    Index("ix_tables_invite", "invite", unique=True),
    Index("ix_tables_visibility_over", "visibility", "over"),
    Index("ix_tables_daily", "daily"),
    Index("ix_tables_rated_ended", "rated", "ended"),
    Index("ix_tables_due", "due"),
    Index("ix_tables_origin_created", "origin", "created"),
    Index("ix_tables_pairing", "pairing"),
    Index("ix_tables_expires", "expires"),
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

wishes = Table(  # what a seat wants done as soon as possible
    "wishes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), primary_key=True),  # move: when it is on move; stop: when all others want it
    Column("person", String(32), nullable=False),
    Column("seq", Integer, nullable=False),  # how long the log was then
    Column("move", String(40)),
)

# --- accounts: credentials are stored as hashes only


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

recovery_codes = Table(  # each signs in once
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
    Column("credential", LargeBinary, nullable=False),  # the id the authenticator gave it
    Column("key", LargeBinary, nullable=False),
    Column("count", Integer, nullable=False),  # of signatures, where the authenticator counts
    Column("name", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("ix_passkeys_credential", "credential", unique=True),
)

challenges = Table(  # what an authenticator has to sign; used once, and expires
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32)),  # who adds a passkey; none for signing in
    Column("created", Float, nullable=False),
)

signins = Table(  # one for each browser
    "signins",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), _person(), nullable=False, index=True),
    Column("browser", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("proved", Float, nullable=False),  # when a credential was last given here
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

known_addresses = Table(  # from which an account was signed in lately
    "known_addresses",
    metadata,
    Column("id", String(64), primary_key=True),  # keyed hash of the account and the address
    Column("person", String(32), _person(), nullable=False, index=True),
    Column("seen", Float, nullable=False),
)

guesses = Table(  # recent wrong attempts
    "guesses",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of an address or an account
    Column("level", Float, nullable=False),
    Column("at", Float, nullable=False),
)

# --- online, blocks, notifications

presence = Table(  # who has a page open; rows expire
    "presence",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("looking", JSON, nullable=False),  # the tables on visible pages
    Column("seen", Float, nullable=False, index=True),
)

blocks = Table(
    "blocks",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("blocked", String(32), nullable=False, index=True),
    Column("name", String(80), nullable=False),  # as it was then
    Column("created", Float, nullable=False),
    Index("ix_blocks_person_blocked", "person", "blocked", unique=True),
)

preferences = Table(  # no row: the defaults
    "preferences",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("listed", Boolean, nullable=False, server_default=true()),  # among the people online
    Column("address", String(254)),  # for e-mail
    Column("confirmed", Float),  # when its reader confirmed it
    Column("asked", Float),  # when the last confirmation mail went there
    Column("mailed", Float),  # when the last digest went there
    Column("language", String(5), nullable=False, server_default="en"),
)

subscriptions = Table(  # browsers that take web push
    "subscriptions",
    metadata,
    Column("id", String(32), primary_key=True),  # made of the endpoint
    Column("person", String(32), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(60), nullable=False),
    Column("language", String(5), nullable=False),
    Column("created", Float, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
)

notified = Table(  # up to which row of a log somebody was notified, by push or by mail
    "told",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("means", String(10), primary_key=True),
    Column("seq", Integer, nullable=False),
)

# --- ratings: a player is a person's id or a bot's label

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(120), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("speed", String(10), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("shown", Integer, nullable=False),  # the rating people see, made of mu and sigma
    Column("games", Integer, nullable=False),
    Column("updated", Float, nullable=False),
    Index("ix_ratings_game_speed_shown", "game", "speed", "shown"),
)

rated_games = Table(  # finished games that were rated, or that do not count
    "rated_games",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ended", Float, nullable=False, index=True),
    Column("counted", Boolean, nullable=False),
)

rated_seats = Table(  # how a game changed the rating of each seat's player
    "rated_seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(120), nullable=False),
    Column("game", String(20), nullable=False),
    Column("speed", String(10), nullable=False),
    Column("ended", Float, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Boolean, nullable=False),  # left the seat, and is ranked last
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Index("ix_rated_seats_player_game_speed_ended", "player", "game", "speed", "ended"),
)

# --- the daily deal

daily_deals = Table(  # a secret for each game: one game's tiles tell nothing about another's
    "daily_deals",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
)

daily_tries = Table(  # outlives its table, so that giving up gives no second attempt
    "daily_tries",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("scored", Boolean, nullable=False),  # by an account; guests are not ranked
    Column("began", Float, nullable=False),
    Column("ended", Float),
    Column("low", String(60)),  # the ranking key as text that sorts, once it is over
    Index("ix_daily_tries_day_game_low", "day", "game", "low"),
    Index("ix_daily_tries_table_id", "table_id", unique=True),
)

# --- reviews of finished games

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),  # of the method
    Column("data", LargeBinary, nullable=False),  # JSON, compressed
    Column("created", Float, nullable=False),
)

exercises = Table(  # the marked decisions of a person, to be tried again
    "exercises",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("mark", String(10), nullable=False),
    Column("tried", Integer, nullable=False),
    Column("right", Integer, nullable=False),  # times in a row
    Column("due", Float),  # none: learnt
)

# --- when servers were up: every process writes a pulse, and during a gap no clock runs

pulses = Table(
    "pulses",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)

downtimes = Table(
    "downtimes",
    metadata,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)
