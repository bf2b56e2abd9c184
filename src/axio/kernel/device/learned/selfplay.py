"""Self-play to learn from: some moves explore, and the features of some positions are kept."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.grid.board import bounded
from axio.kernel.device.grid.point_map import fill_point_map
from axio.kernel.device.grid.policy import shortlist
from axio.kernel.device.play.entry_points import deal_row
from axio.kernel.device.play.lookahead import policy_action
from axio.kernel.device.play.turn import play
from axio.kernel.device.shared.rng import below, choice_word, mix
from axio.kernel.device.shared.row import ASKED, ENDING, SEAT, Bytes, Int, Ints, Kinds, Singles, Words
from axio.kernel.device.shared.scratch import FOUND
from axio.kernel.device.shared.tables import GridTables

from .features import compute_features
from .truncated_rollout import known_after

EXPLORED = 24  # placements among which an exploring one is drawn, the best by gain
PARTS = 1000  # chances are given in parts of this
_EXPLORE = np.uint64(0xA0761D6478BD642F)
_KEPT = np.uint64(0xE7037ED1A0B428DB)
_ONE = np.uint64(1)


def selfplay_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, point_maps: Bytes, values: Ints, feed: Kinds,
    policy_scratch: Ints, feature_scratch: Ints, exploration: Ints, kept: Int, features: Singles,
    seats: Ints, counts: Ints
) -> None:  # fmt: skip
    """A whole game. `exploration`: how many moves in PARTS explore; `kept`: of how many positions in PARTS
    the features are kept, besides those after such a move."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    spare = g + point_maps.shape[0] // 2
    deal_row(b, w, t, feed)
    fill_point_map(b, t, point_maps[g])
    count = 0
    while b[ENDING] == 0:
        seat = np.int64(b[SEAT])
        word = mix(choice_word(w) ^ _EXPLORE)
        exploring = below(word, PARTS) < exploration[g]
        if exploring:
            action = exploring_action(b, w, t, point_maps[g], values, mix(word + _ONE), policy_scratch[g])
        else:
            action = policy_action(
                b, w, t, point_maps[g], values, choice_word(w), feed,
                bs[spare], ws[spare], point_maps[spare], policy_scratch[g]
            )  # fmt: skip
        known = known_after(b, t, action)
        play(b, w, t, action, feed, point_maps[g])
        keeping = exploring or below(mix(word ^ _KEPT), PARTS) < kept
        if keeping and b[ENDING] == 0 and count < features.shape[1]:
            compute_features(
                b, w, t, point_maps[g], values, seat, known, feature_scratch[g], features[g, count]
            )
            seats[g, count] = seat
            count += 1
    counts[g] = count


def exploring_action(
    b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, word: np.uint64, scratch: Ints
) -> Int:
    if b[ASKED] > 0:
        return t.exchange + below(word, 2)
    count = shortlist(b, w, t, point_map, values, word, scratch, EXPLORED)
    return scratch[FOUND + below(mix(word), count)]
