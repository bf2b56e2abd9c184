"""What a server is started with, and where its files lie."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from axio.bots import Budget, Time
from axio.review.model import ANALYSIS_WORK, WORK

WEB_FOLDER = Path(__file__).parents[1] / "web"  # the files of the pages
LOCAL_NAMES = ("localhost",)
ADDRESS_SOCKETS = 1000
PUSH_SERVICES = (  # the browser makers' domains, with their subdomains
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, where it stores games, and its limits."""

    url: str  # of the database, as SQLAlchemy writes it
    redis: str | None = None  # carries messages between processes instead of the database
    host: str = "127.0.0.1"
    public_url: str | None = None  # the address browsers use, if a proxy stands before the server
    proxies: tuple[str, ...] = ()  # addresses of proxies whose forwarding headers are trusted
    metrics_token: str | None = None  # lets a client that sends it read the metrics
    budget: Budget = field(default_factory=lambda: Time(1.0))  # of a bot for one move
    patience: float = 8.0  # seconds until a bot that does not answer is replaced
    orphaned: float = 5.0  # seconds until this process moves a bot of another process
    reconciler: float = 3.0  # seconds between two checks for what messages missed
    bot_workers: int = 2  # worker processes for bots
    job_workers: int = max(1, (os.cpu_count() or 1) // 2)  # worker processes for reviews and analyses
    analysis_work: int = ANALYSIS_WORK  # of the last step of an analysis
    review_work: int = WORK  # of the review of a finished game, for each decision
    requests_a_minute: int = 1200  # and new sockets, from one address; a quarter of them at once
    guesses: int = 10  # wrong passwords or codes for one account; five times as many from one address
    guess_every: float = 360.0  # seconds until one more is allowed
    body: int = 1_000_000  # bytes of one request
    request_time: float = 20.0  # seconds a request may take to arrive
    unfinished: int = 50  # requests from one address that have not wholly arrived
    records: int = 200  # imported records that one person may have
    record_days: float = 14.0  # until the imported record of a guest is deleted
    kept_a_minute: int = 60  # commitments and tables from one address; five times as many at once
    person_sockets: int = 64  # open sockets of one person
    address_sockets: int = ADDRESS_SOCKETS  # open sockets from one address, where many people may live
    messages: float = 40.0  # a second on one socket; ten times as many on all of a player
    burst: int = 200  # messages at once on one socket; ten times as many on all of a player
    queue: int = 256  # messages waiting for one slow reader
    push_services: tuple[str, ...] = PUSH_SERVICES  # which hosts may be asked to deliver a push
    push_pause: float = 2.0  # seconds to see a move at the table before it is pushed
    push_waits: tuple[float, ...] = (2.0, 15.0, 60.0)  # seconds before a push is tried again
    smtp: str | None = None  # the mail server, as a URL; without it no mail is sent
    mail_hours: float = 6.0  # between two mails to one person
    mail_settle: float = 600.0  # seconds a game waits before a mail about it
    mail_pause: float = 60.0  # seconds between two checks for mails to send
    greeting: float = 20.0  # seconds a socket may take to say hello
    write_timeout: float = 10.0  # seconds until a reader that takes nothing is dropped

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same games."""
        return not self.url.startswith("sqlite")

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host) and not self.public_url and not self.proxies

    @property
    def site(self) -> str:
        """The address of the pages in e-mails, without a slash at its end."""
        return (self.public_url or "http://localhost").rstrip("/")

    @property
    def secure(self) -> bool:
        """Whether browsers connect over TLS, even if a proxy ends it before this server."""
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
