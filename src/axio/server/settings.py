"""What a server is started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from axio.bots import Budget, Time

LOCAL_NAMES = ("localhost",)
PUSH_SERVICES = (  # of the browsers' makers; the hosts under these names too
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, where it keeps games, and how much anyone may ask of it."""

    url: str  # of the database, as SQLAlchemy writes it
    redis: str | None = None  # carries news between processes, where the database is not to do it
    host: str = "127.0.0.1"
    public_url: str | None = None  # where browsers find the server, if something stands before it
    proxies: tuple[str, ...] = ()  # addresses that may say for whom they ask
    metrics_token: str | None = None  # whoever knows it may read the metrics from elsewhere
    budget: Budget = field(default_factory=lambda: Time(1.0))  # of a bot, for one move
    patience: float = 8.0  # seconds until a bot is given up
    orphaned: float = 5.0  # seconds until a bot that another process does not move is moved by this one
    reconciler: float = 3.0  # seconds between looks at what news have not told
    thinkers: int = 2  # worker processes for bots
    requests_a_minute: int = 1200  # from one address
    guesses: int = 10  # wrong passwords or codes for one account; five times as many from one address
    guess_every: float = 360.0  # seconds until one more is allowed
    body: int = 1_000_000  # bytes of one request
    messages: float = 40.0  # a second on one socket, in the long run
    burst: int = 200  # at once
    queue: int = 256  # messages waiting for one slow reader
    push_services: tuple[str, ...] = PUSH_SERVICES  # who may be asked to pass on a push
    push_pause: float = 2.0  # seconds in which whoever is at the table sees a move without a push
    push_waits: tuple[float, ...] = (2.0, 15.0, 60.0)  # seconds before a push is tried again
    smtp: str | None = None  # the mail server, as a URL; without it nobody is written to
    mail_hours: float = 6.0  # between two letters to one person
    mail_settle: float = 600.0  # seconds a game waits before anyone is written to about it
    mail_pause: float = 60.0  # seconds between two looks for whom to write to
    greeting: float = 20.0  # seconds until whoever does not say hello is let go
    write_timeout: float = 10.0  # seconds until a reader who takes nothing is dropped

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same games."""
        return not self.url.startswith("sqlite")

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host) and not self.public_url and not self.proxies

    @property
    def secure(self) -> bool:
        """Whether browsers come over TLS, even if this server itself does not see it."""
        return (self.public_url or "").startswith("https://")


def is_loopback(host: str) -> bool:
    if host in LOCAL_NAMES:
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def sqlite_url(folder: Path) -> str:
    """The database in a folder of its own."""
    return f"sqlite+aiosqlite:///{folder / 'axio.db'}"
