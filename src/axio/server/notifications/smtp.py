"""Sends e-mail through the operator's mail server: smtp://user:password@host:587?from=axio@example.org"""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from axio.rules import Malformed
from axio.server.settings import is_loopback

_TIMEOUT = 20.0  # seconds for one step of the conversation
_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class MailServer:
    host: str
    port: int
    tls: bool  # from the first byte; otherwise as soon as the server offers it
    user: str | None
    password: str | None
    sender: str

    @classmethod
    def from_url(cls, url: str) -> MailServer:
        """The server a URL names; Malformed if it names none."""
        try:
            parts = urlsplit(url)
            port = parts.port or _PORTS[parts.scheme]
        except (KeyError, ValueError):
            raise Malformed(f"--smtp: expected smtp://host or smtps://host, not {_hidden(url)}") from None
        sender = parse_qs(parts.query).get("from", [""])[0]
        if not parts.hostname or "@" not in sender:
            raise Malformed(
                "--smtp: expected a host and a sender, as in smtp://host:25?from=axio@example.org"
            )
        user = unquote(parts.username) if parts.username else None
        password = unquote(parts.password) if parts.password else None
        return cls(parts.hostname, port, parts.scheme == "smtps", user, password, sender)

    def send(self, message: EmailMessage) -> None:
        """Send a message; OSError or SMTPException if that fails. It blocks, so call it in a thread."""
        with self._connected() as server:
            if self.user is not None:
                server.login(self.user, self.password or "")
            server.send_message(message, from_addr=message["From"].addresses[0].addr_spec)

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.tls:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=_TIMEOUT, context=context)
        server = smtplib.SMTP(self.host, self.port, timeout=_TIMEOUT)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=context)
        elif self.user is not None and not is_loopback(self.host):
            server.close()
            raise smtplib.SMTPNotSupportedError("a password needs TLS, and this mail server offers none")
        return server

    def message(self, to: str, subject: str, body: str, stop: str | None = None) -> EmailMessage:
        """A plain text message; `stop` is the address for one-click unsubscription."""
        made = EmailMessage()
        made["From"] = self.sender
        made["To"] = to
        made["Subject"] = subject
        made["Date"] = formatdate()
        made["Message-ID"] = make_msgid(domain=made["From"].addresses[0].domain)
        made["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            made["List-Unsubscribe"] = f"<{stop}>"
            made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        made.set_content(body)
        return made


def _hidden(url: str) -> str:
    """A URL without what may be a password."""
    return f"{url.partition(':')[0][:20]}:…"
