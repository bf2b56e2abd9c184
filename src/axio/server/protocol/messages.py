"""Every message on a table's socket: the commands of a browser, and what the server tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from .view import LiveClock, LogLine, RoomSeat, Spot, TurnsClock, View


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False, tag_field="kind"):
    """The base of all messages on the socket; `kind` tells them apart."""


# --- browser to server --------------------------------------------------------------------------------------


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


# --- server to browser --------------------------------------------------------------------------------------


class Sync(Message, frozen=True, kw_only=True, tag="sync"):
    """Everything, after hello or when the client had a gap."""

    view: View
    log: list[LogLine]


class Stepped(Message, frozen=True, kw_only=True, tag="step"):
    """One move was made (committed before this was sent): what happened, and the view after it."""

    view: View
    line: LogLine
    events: list[dict[str, object]]  # as axio.rules.events, already redacted; `event` names the type
    spots: list[Spot] | None  # the free spots after it, if a person has to place a tile now
    # By seat: where a track would stand after these steps of a colour (`B3+2/1`: marks, then pyramids), if
    # neither at their sum nor at its end. Empty where there is nothing to tell.
    after: Sequence[dict[str, int]] = ()


class Undone(Message, frozen=True, kw_only=True, tag="undone"):
    view: View
    plies: int  # how many moves were taken back


class Shown(Message, frozen=True, kw_only=True, tag="shown"):
    """The rack of another seat of this browser is open now."""

    view: View


class Happened(Message, frozen=True, kw_only=True, tag="happened"):
    """Something other than a move: who gave up, came back or ran out of time, or all agreed to stop."""

    view: View
    what: Literal["leave", "back", "time", "resign", "agreed"]
    seat: int


class Wished(Message, frozen=True, kw_only=True, tag="wished"):
    """A move was prepared or dropped, somebody wants to stop, or a rematch is on: the view as it is now."""

    view: View


class Presence(Message, frozen=True, kw_only=True, tag="presence"):
    """Which seats have a browser open here, and how many others look on."""

    here: list[bool]
    spectators: int


class Thinking(Message, frozen=True, kw_only=True, tag="thinking"):
    seat: int


class Note(Message, frozen=True, kw_only=True, tag="note"):
    """Something to tell, by a key the page translates (a lighter bot stood in, and the like)."""

    key: str
    values: dict[str, str | int]


class Hint(Message, frozen=True, kw_only=True, tag="hint"):
    ply: int
    move: str
    reason: str  # a key the page translates
    values: dict[str, str | int | float]


class Refusal(Message, frozen=True, kw_only=True, tag="refusal"):
    """A command was not carried out. `fault`: malformed, illegal or refused; `reason` can be translated."""

    fault: Literal["malformed", "illegal", "refused"]
    reason: str
    values: dict[str, str | int]
    text: str  # the same in one English sentence


class Room(Message, frozen=True, kw_only=True, tag="room"):
    """A table that is not dealt yet: who sits, and what is agreed. The deal follows as a sync."""

    game: str
    seats: list[RoomSeat]
    clock: LiveClock | TurnsClock | None
    rated: bool
    visibility: str
    substitute: str  # the bot that plays on for whoever left
    commitment: str
    invite: str | None  # for those who sit here
    mine: bool  # this browser made it


class Spots(Message, frozen=True, kw_only=True, tag="spots"):
    """The free spots of ply `ply`, where no step brought them: the same for every viewer."""

    ply: int
    spots: list[Spot]
    after: Sequence[dict[str, int]] = ()  # as in Stepped


ToClient = (
    Sync
    | Stepped
    | Undone
    | Shown
    | Happened
    | Wished
    | Presence
    | Room
    | Spots
    | Thinking
    | Note
    | Hint
    | Refusal
)


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong with a request over HTTP; the same four fields as a refusal."""

    fault: str
    reason: str
    values: dict[str, Any]
    text: str
    move: int | None = None
