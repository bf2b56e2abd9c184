"""Games played to be learned from: some moves go astray, and some positions are kept as portraits."""

from __future__ import annotations

import numpy as np

from .draw import below, choice_word, mix
from .foresight import decide
from .foretelling import known_after
from .games import deal_row
from .grid_bounds import bounded
from .grid_reply import shortlist
from .pad import FOUND
from .portrait import portray
from .row import ASKED, ENDING, SEAT, Bytes, Int, Ints, Kinds, Singles, Words
from .sight import look
from .tables import GridTables
from .turn import play

ASTRAY = 24  # placements among which a stray one is drawn, the best by gain
PARTS = 1000  # chances are told in so many
_STRAY = np.uint64(0xA0761D6478BD642F)
_KEPT = np.uint64(0xE7037ED1A0B428DB)
_ONE = np.uint64(1)


def lesson_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, sights: Bytes, values: Ints, feed: Kinds, pads: Ints,
    notes: Ints, stray: Ints, kept: Int, portraits: Singles, seats: Ints, counts: Ints
) -> None:  # fmt: skip
    """A whole game. `stray`: how many moves in PARTS go astray; `kept`: how many positions are portrayed
    besides those after such a move."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    spare = g + sights.shape[0] // 2
    deal_row(b, w, t, feed)
    look(b, t, sights[g])
    count = 0
    while b[ENDING] == 0:
        seat = np.int64(b[SEAT])
        word = mix(choice_word(w) ^ _STRAY)
        astray = below(word, PARTS) < stray[g]
        if astray:
            action = stray_action(b, w, t, sights[g], values, mix(word + _ONE), pads[g])
        else:
            action = decide(
                b, w, t, sights[g], values, choice_word(w), feed,
                bs[spare], ws[spare], sights[spare], pads[g]
            )  # fmt: skip
        known = known_after(b, t, action)
        play(b, w, t, action, feed, sights[g])
        telling = astray or below(mix(word ^ _KEPT), PARTS) < kept
        if telling and b[ENDING] == 0 and count < portraits.shape[1]:
            portray(b, w, t, sights[g], values, seat, known, notes[g], portraits[g, count])
            seats[g, count] = seat
            count += 1
    counts[g] = count


def stray_action(
    b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, word: np.uint64, pad: Ints
) -> Int:
    if b[ASKED] > 0:
        return t.exchange + below(word, 2)
    count = shortlist(b, w, t, sight, values, word, pad, ASTRAY)
    return pad[FOUND + below(mix(word), count)]
