"""Where things lie in a row. A row is one game: 64-bit words `w` and, over the same memory, bytes `b`.

Everything a State holds is in its row. What all games share comes first, at fixed places; then the bag, one
byte of count a tile kind, eight to a word; then what only boards of this kind have (see tables.py).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Bytes: TypeAlias = npt.NDArray[np.uint8]
Words: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]
Shorts: TypeAlias = npt.NDArray[np.uint16]
Kinds: TypeAlias = npt.NDArray[np.int8]
Numbers: TypeAlias = npt.NDArray[np.int32]
Features: TypeAlias = npt.NDArray[np.int16]
Singles: TypeAlias = npt.NDArray[np.float32]
Int: TypeAlias = Any  # a machine's number: int64 once compiled, Python's or NumPy's before

# words
KEY = 0  # four words: what the kernel's own draws come from, game number, seed, mark (rules/draws.py)
DRAWN = 4
PLIES = 5
BAG = 15  # first word of the counts

# bytes
SEAT = 48
OWED = 49
ASKED = 50
ENDING = 51
CLAIMED = 52  # one bit a printed space that has a tile at its side
RAISED = 53  # pyramids on the board
BAG_SIZE = 54
TILES = 55  # on a display
PLACED = 56  # per seat, as the next three
HELD = 60
LEFT = 64  # tiles left on a stack
EDGES = 68  # empty squares at a display's sides
TRACKS = 72  # TRACK_STRIDE bytes a seat
RACKS = 96  # RACK_STRIDE bytes a seat, tile kinds in the order they came

MOST_SEATS = 4
TRACK_STRIDE = 6
RACK_STRIDE = 6

# An index that may be negative costs three instructions each time it is used, since Python counts such from
# the end. Cut to so many bits, a number is known not to be: a third of the code goes.
BITS = 0xFFFFF  # for the numbers of the tables (see `bounded`)
SMALL = 0xFFFF  # more than any place in a row: an index cut to it is plainly not negative

MOVER = -2  # in place of a viewer: the seat whose turn it is; -1 is a spectator

# values of ENDING
RUNNING = 0
ENDED = 1
INSTANT = 2

# marks of a grid's cells; colours are 1 to 6
FREE = 0
PYRAMID = 7
OUTSIDE = 8
