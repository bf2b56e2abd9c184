"""What a browser at a table is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .message import Message
from .room import Room
from .spots import Spot, Spots
from .view import LogLine, View


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
