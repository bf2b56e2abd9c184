"""Every message between the server and a browser, typed. What is not here is never sent.

A table is a log. `seq` counts its rows (moves, undos, other players, an early end); a client says what it
has, and gets the gap or a whole view. All cells are names as in the notation: `e4` on boards, `2,-1` on
displays. Colours are letters.
"""

from .board import Geometry, Place2D
from .clocks import Clocks, LiveClock, TurnsClock
from .commands import AskHint, Back, Hello, Leave, Play, Prepare, Resign, Reveal, Stop, ToServer, Undo
from .message import Message
from .news import (
    Happened,
    Hint,
    Note,
    Presence,
    Refusal,
    Shown,
    Stepped,
    Sync,
    Thinking,
    ToClient,
    Undone,
    Wished,
)
from .room import Room, RoomSeat
from .spots import Look, Rise, Spot, Spots
from .view import LogLine, Seat, View

__all__ = [
    "AskHint",
    "Back",
    "Clocks",
    "Geometry",
    "Happened",
    "Hello",
    "Hint",
    "Leave",
    "LiveClock",
    "LogLine",
    "Look",
    "Message",
    "Note",
    "Place2D",
    "Play",
    "Prepare",
    "Presence",
    "Refusal",
    "Resign",
    "Reveal",
    "Rise",
    "Room",
    "RoomSeat",
    "Seat",
    "Shown",
    "Spot",
    "Spots",
    "Stepped",
    "Stop",
    "Sync",
    "Thinking",
    "ToClient",
    "ToServer",
    "TurnsClock",
    "Undo",
    "Undone",
    "View",
    "Wished",
]
