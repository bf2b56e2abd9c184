"""Truncated rollouts: a move in a world, some turns more, and a network's evaluation in place of the end.

The features are always those of the seat that chooses, right after a turn of its own.
"""

from __future__ import annotations

from math import exp

import numpy as np

from axio.kernel.device.grid.bag import sample_hidden
from axio.kernel.device.grid.board import bounded
from axio.kernel.device.grid.point_map import fill_point_map
from axio.kernel.device.play.lookahead import enter_world, policy_action
from axio.kernel.device.play.turn import play
from axio.kernel.device.shared.rng import choice_word, mix, put_in_bag
from axio.kernel.device.shared.row import (
    ASKED,
    DRAWN,
    ENDING,
    HELD,
    KEY,
    RACK_STRIDE,
    RACKS,
    SEAT,
    Bytes,
    Int,
    Ints,
    Kinds,
    Singles,
    Words,
)
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import least, place_of

from .features import compute_features
from .mlp import Mlp, forward

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_NONE = np.uint64(0)


def known_after(b: Bytes, t: GridTables, action: Int) -> Int:
    """How many tiles the seat whose turn it is will know of its rack after an action, those to be drawn not
    counted."""
    held = np.int64(b[HELD + b[SEAT]])
    if b[ASKED] == 0:
        return held - 1
    return 0 if action == t.exchange else held


def features_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, point_maps: Bytes,
    values: Ints, feed: Kinds, feature_scratch: Ints, features: Singles
) -> None:  # fmt: skip
    """The position after g's candidate in g's world, as the seat knows it that moved."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    enter_world(b, w, t, worlds[g % worlds.shape[0]], point_maps[g])
    seat = np.int64(b[SEAT])
    action = actions[g // worlds.shape[0]]
    known = known_after(b, t, action)
    play(b, w, t, action, feed, point_maps[g])
    compute_features(b, w, t, point_maps[g], values, seat, known, feature_scratch[g], features[g])


def truncated_rollout_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, point_maps: Bytes,
    values: Ints, feed: Kinds, turns: Int, policy_scratch: Ints, feature_scratch: Ints, features: Singles,
    mlp: Mlp, activations: Singles, outputs: Singles
) -> None:  # fmt: skip
    """g's candidate in g's world, so many turns more of the seat's own, and what the network expects then:
    the chance to win, and the lowest colours in parts of the track."""
    t = bounded(t)
    enter_world(bs[g], ws[g], t, worlds[g % worlds.shape[0]], point_maps[g])
    roll_out(
        g, bs, ws, t, actions[g // worlds.shape[0]], point_maps, values, feed, turns, policy_scratch,
        feature_scratch, features, mlp, activations, outputs
    )  # fmt: skip


def trial_game(
    g: Int, bs: Bytes, ws: Words, positions: Words, t: GridTables, actions: Ints, worlds: Int, seed: Int,
    point_maps: Bytes, values: Ints, feed: Kinds, turns: Int, policy_scratch: Ints, feature_scratch: Ints,
    features: Singles, mlp: Mlp, activations: Singles, outputs: Singles
) -> None:  # fmt: skip
    """The same for some actions (none where negative) of many positions, each position in worlds of its own:
    what the seat to move does not see is dealt anew."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    tried = g // worlds
    at = tried // actions.shape[1]
    action = actions[at, tried - at * actions.shape[1]]
    if action < 0:
        return
    for i in range(t.row_words):
        w[i] = positions[at, i]
    w[KEY] = mix(mix(np.uint64(seed)) + _GOLDEN * np.uint64(at * worlds + g - tried * worlds + 1))
    w[DRAWN] = _NONE
    deal_hidden(b, w, t, feed)
    fill_point_map(b, t, point_maps[g])
    roll_out(
        g, bs, ws, t, action, point_maps, values, feed, turns, policy_scratch,
        feature_scratch, features, mlp, activations, outputs
    )  # fmt: skip


def deal_hidden(b: Bytes, w: Words, t: GridTables, feed: Kinds) -> None:
    """Deal the racks of all seats anew that the seat to move does not see."""
    for seat in range(t.seats):
        if seat != b[SEAT]:
            for i in range(np.int64(b[HELD + seat])):
                put_in_bag(b, w, np.int64(b[RACKS + RACK_STRIDE * seat + i]))
    sample_hidden(b, w, t, np.int64(b[SEAT]), feed)


def roll_out(
    g: Int, bs: Bytes, ws: Words, t: GridTables, action: Int, point_maps: Bytes,
    values: Ints, feed: Kinds, turns: Int, policy_scratch: Ints, feature_scratch: Ints, features: Singles,
    mlp: Mlp, activations: Singles, outputs: Singles
) -> None:  # fmt: skip
    b, w = bs[g], ws[g]
    spare = g + point_maps.shape[0] // 2
    seat = np.int64(b[SEAT])
    known = np.int64(0)
    while turns >= 0 and b[ENDING] == 0:
        if action < 0:
            action = policy_action(
                b, w, t, point_maps[g], values, choice_word(w), feed,
                bs[spare], ws[spare], point_maps[spare], policy_scratch[g]
            )  # fmt: skip
        own = b[SEAT] == seat
        if own:
            known = known_after(b, t, action)
        play(b, w, t, action, feed, point_maps[g])
        action = np.int64(-1)
        if own and (t.seats == 1 or b[SEAT] != seat):
            turns -= 1
    if b[ENDING] > 0:
        write_result(b, t, seat, outputs[g])
    else:
        compute_features(b, w, t, point_maps[g], values, seat, known, feature_scratch[g], features[g])
        forward(mlp, features[g], activations[g], outputs[g])
        outputs[g, 0] = 1 / (1 + exp(-outputs[g, 0]))


def write_result(b: Bytes, t: GridTables, seat: Int, outputs: Singles) -> None:
    """What came of a game that is over, in place of a network's outputs."""
    firsts, others = 0, np.int64(0)
    for other in range(t.seats):
        if place_of(b, t, other) == 1:
            firsts += 1
        if other != seat:
            others = max(others, least(b, t, other))
    outputs[0] = 1 / firsts if place_of(b, t, seat) == 1 else 0
    outputs[1] = least(b, t, seat) / t.end
    outputs[2] = others / t.end
