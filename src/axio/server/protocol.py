"""Every message between the server and a browser, typed. What is not here is never sent.

A table is a log. `seq` counts its rows (moves, undos, other players, an early end); a client says what it
has, and gets the gap or a whole view. All cells are names as in the notation: `e4` on boards, `2,-1` on
displays. Colours are letters.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False, tag_field="kind"):
    """The base of all messages on the socket; `kind` tells them apart."""


# --- what stays the same all game long: GET /api/games/{game}/{seats} --------------------------------------


class Geometry(msgspec.Struct, frozen=True, kw_only=True):
    """A board to draw: cells with their place on a unit lattice (x right, y up; neighbours 1 apart)."""

    game: str
    seats: int
    shape: Literal["square", "hexagon", "display"]
    colours: str  # letters, in order
    stops: list[int]
    rack: int
    cells: list[Place2D]  # empty for a display, whose cell x,y lies at (x, y)
    printed: dict[str, str]  # cell -> colour


class Place2D(msgspec.Struct, frozen=True, array_like=True):
    name: str
    x: float
    y: float
    ring: int  # 0 for the smallest play area, 1 and 2 for the rings around it


# --- clocks -------------------------------------------------------------------------------------------------


class LiveClock(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="live"):
    """So many seconds for the whole game, and some more for every turn made."""

    main: Annotated[int, Meta(ge=1, le=14_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class TurnsClock(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="turns"):
    """So many days for a turn, and some days of holiday for the whole game, taken when a turn needs more."""

    days: Annotated[int, Meta(ge=1, le=14)]
    holiday: Annotated[int, Meta(ge=0, le=60)] = 0


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """How the clock stands as this is sent."""

    settings: LiveClock | TurnsClock
    left: list[float]  # seconds until each seat would be out of time
    running: int | None


# --- what a viewer sees -------------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: Literal["person", "bot"]
    bot: str | None  # such as careful@1
    program: bool  # under an account of its own
    instead_of: str | None  # the person who gave the seat up to the bot
    mine: bool  # this browser plays it
    tracks: list[int]
    lowest: str  # letters of the lowest colours
    rack: int  # how many tiles
    stack: int
    rank: int | None  # once the game is over


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A position as one viewer may know it."""

    seq: int
    ply: int
    game: str
    seats: list[Seat]
    tiles: list[str]  # placements as text, Re4-Bf4 or RG.P@2,-1
    pyramids: list[str]
    last: str | None  # the last move as text
    to_move: int | None
    asks: Literal["place", "bonus", "exchange", "nothing"]
    owed: int
    shown: int | None  # the seat whose rack this browser sees now
    handover: int | None  # the next person at this browser, whose rack waits behind a screen
    rack: list[str]  # tiles of the seat shown
    bag: int
    unseen: dict[str, int]  # tile -> how many the seat shown has not seen
    practice: bool
    can_undo: bool
    over: bool
    winners: list[int]
    ending: str | None  # board, stacks, instant, time, resign or agreed
    ended_at: int | None  # the seat that ran out of time or resigned
    commitment: str  # of the deal
    rated: bool
    daily: str | None  # the day whose deal this is
    visibility: str
    clocks: Clocks | None
    stopping: list[int]  # the seats that want to stop here
    prepared: str | None  # the move of the seat shown that waits for its turn
    follower: str | None  # the table of the rematch
    may: list[Literal["resign", "leave", "back", "stop", "hint", "prepare", "rematch"]]  # this viewer, now


# A thousand of these are made for one ply. They hold no cycles, so the collector need not look at them.


class Look(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line a mark would see: the colour that stands there and the cells that would count."""

    colour: str
    cells: list[str]


class Rise(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A pyramid a tile would raise: where, the symbols around it, and which marks of the tile join them."""

    at: str
    around: str
    ends: list[int]


class Spot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A free spot: its cells, per mark the lines it sees, per mark whether an empty corner names a colour."""

    cells: list[str]
    looks: list[list[Look]]
    names: list[bool]
    rises: list[Rise]


# --- server to client ---------------------------------------------------------------------------------------


class Sync(Message, frozen=True, kw_only=True, tag="sync"):
    """Everything, after hello or when the client had a gap."""

    view: View
    log: list[LogLine]


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    ply: int
    seat: int
    move: str
    points: dict[str, int]  # colour -> how far the track moved


class Stepped(Message, frozen=True, kw_only=True, tag="step"):
    """One move was made (committed before this was sent): what happened, and the view after it."""

    view: View
    line: LogLine
    events: list[dict[str, object]]  # as axio.rules.events, already redacted; `event` names the type
    spots: list[Spot] | None  # the free spots after it, if a person has to place a tile now


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


class RoomSeat(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    program: bool
    mine: bool
    kept: bool  # an open seat that waits for somebody
    mine_to_take: bool


class Room(Message, frozen=True, kw_only=True, tag="room"):
    """A table that is not dealt yet: who sits, and what is agreed. The deal follows as a sync."""

    game: str
    seats: list[RoomSeat]
    clock: LiveClock | TurnsClock | None
    rated: bool
    visibility: str
    commitment: str
    invite: str | None  # for those who sit here
    mine: bool  # this browser made it


class Spots(Message, frozen=True, kw_only=True, tag="spots"):
    """The free spots of ply `ply`, where no step brought them: the same for every viewer."""

    ply: int
    spots: list[Spot]


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


# --- client to server ---------------------------------------------------------------------------------------


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
