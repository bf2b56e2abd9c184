"""What a browser at a table asks for."""

from __future__ import annotations

from .message import Message


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """The first word on a socket. `seq`: what the client has, None for nothing."""

    seq: int | None = None


class Play(Message, frozen=True, kw_only=True, tag="play"):
    """Make a move as row `seq` + 1. The same move again is answered as success, another one with a sync."""

    seq: int
    move: str


class Undo(Message, frozen=True, kw_only=True, tag="undo"):
    seq: int


class Reveal(Message, frozen=True, kw_only=True, tag="reveal"):
    """The next person has the browser: show this seat's rack."""

    seat: int


class AskHint(Message, frozen=True, kw_only=True, tag="hint"):
    seq: int


class Prepare(Message, frozen=True, kw_only=True, tag="prepare"):
    """Play this as soon as my turn comes, if it is still allowed then; None: think again."""

    move: str | None


class Resign(Message, frozen=True, kw_only=True, tag="resign"):
    """Give up. With three or four seats a bot plays on."""

    seat: int | None = None  # where this browser has several


class Leave(Message, frozen=True, kw_only=True, tag="leave"):
    """Let a bot play my seat until I am back."""


class Back(Message, frozen=True, kw_only=True, tag="back"):
    """Take my seat again."""


class Stop(Message, frozen=True, kw_only=True, tag="stop"):
    """Let us end the game as it stands: done when everyone says so. A move takes it back."""

    on: bool = True


ToServer = Hello | Play | Undo | Reveal | AskHint | Prepare | Resign | Leave | Back | Stop
