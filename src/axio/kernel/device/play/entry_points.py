"""What callers run: each function does one thing to game `g` of many. CPU threads and CUDA loop over g."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.grid.bag import deal_tiles, sample_hidden
from axio.kernel.device.grid.board import bounded
from axio.kernel.device.grid.legal import is_legal, legal_list, legal_mask, random_action
from axio.kernel.device.grid.point_map import fill_point_map
from axio.kernel.device.grid.policy import appraise
from axio.kernel.device.shared.rng import choice_word, mix, next_key
from axio.kernel.device.shared.row import (
    DRAWN,
    ENDING,
    KEY,
    MOVER,
    PLIES,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Ints,
    Kinds,
    Words,
)
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import place_of

from .lookahead import enter_world, policy_action
from .observe import observe
from .turn import play

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_NONE = np.uint64(0)
_ONE = np.uint64(1)


def deal_row(b: Bytes, w: Words, t: GridTables, feed: Kinds) -> None:
    """Deal a new game with the row's key."""
    for i in range(DRAWN, t.row_words):
        w[i] = t.fresh[i]
    deal_tiles(b, w, t, feed)


def deal_game(g: Int, bs: Bytes, ws: Words, t: GridTables, feeds: Kinds) -> None:
    deal_row(bs[g], ws[g], t, feeds[g])


def step_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, actions: Ints, feeds: Kinds, point_map: Bytes, again: bool,
    done: Bytes
) -> None:  # fmt: skip
    """Play an action. `done` becomes 1 if the game ended with it, 2 if it is not legal and nothing changed.

    With `again` a game found over is dealt anew first, and its action ignored.
    """
    t = bounded(t)
    b, w = bs[g], ws[g]
    done[g] = 0
    if again and b[ENDING] > 0:
        next_key(w)
        deal_row(b, w, t, feeds[g])
    elif is_legal(b, w, t, actions[g]):
        play(b, w, t, actions[g], feeds[g], point_map)
        done[g] = 1 if b[ENDING] > 0 else 0
    else:
        done[g] = 2


def random_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, steps: Int, feed: Kinds, point_map: Bytes, masks: Words,
    sums: Words, ends: Ints
) -> None:  # fmt: skip
    """Play random legal actions with auto-reset. Where masks are given, each is stored and read back."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    total = _NONE
    ended = 0
    for _ in range(steps):
        play(b, w, t, random_action(b, w, t, choice_word(w)), feed, point_map)
        if b[ENDING] > 0:
            ended += 1
            next_key(w)
            deal_row(b, w, t, feed)
        if masks.shape[1] > 0:
            legal_mask(b, w, t, masks[g])
            for i in range(masks.shape[1]):
                total += masks[g, i]
    sums[g] = total
    ends[g] = ended


def mask_game(g: Int, bs: Bytes, ws: Words, t: GridTables, masks: Words) -> None:
    legal_mask(bs[g], ws[g], t, masks[g])


def list_game(g: Int, bs: Bytes, ws: Words, t: GridTables, found: Ints, counts: Ints) -> None:
    count = legal_list(bs[g], ws[g], t, found[g])
    counts[g] = count
    for i in range(count, found.shape[1]):
        found[g, i] = -1


def observe_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, viewers: Ints, planes: Bytes, vectors: Bytes
) -> None:
    viewer: Int = viewers[g]
    if viewer == MOVER:
        viewer = np.int64(bs[g, SEAT])
    observe(bs[g], ws[g], t, viewer, planes[g], vectors[g])


def result_game(g: Int, bs: Bytes, t: GridTables, tracks: Bytes, places: Bytes) -> None:
    """Write every seat's scores and place as they stand."""
    for seat in range(t.seats):
        places[g, seat] = place_of(bs[g], t, seat)
        for colour in range(t.colours):
            tracks[g, seat, colour] = bs[g, TRACKS + TRACK_STRIDE * seat + colour]


def sample_game(
    g: Int,
    ws: Words,
    bs: Bytes,
    known: Words,
    t: GridTables,
    viewer: Int,
    seed: Int,
    first: Int,
    feeds: Kinds,
) -> None:
    """Sample world `first + g` that a viewer cannot tell from the real one. `known` has unseen tiles in its
    bag."""
    b, w = bs[g], ws[g]
    for i in range(t.row_words):
        w[i] = known[i]
    w[KEY] = mix(mix(np.uint64(seed)) + _GOLDEN * np.uint64(first + g + 1))
    w[DRAWN] = _NONE
    w[PLIES] = _NONE
    sample_hidden(b, w, t, viewer, feeds[g])


def playout_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, point_maps: Bytes,
    values: Ints, feed: Kinds, limit: Int, policy_scratch: Ints
) -> None:  # fmt: skip
    """Play world g mod worlds to its end, first the action of g's candidate where there is one."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    enter_world(b, w, t, worlds[g % worlds.shape[0]], point_maps[g])
    spare = g + point_maps.shape[0] // 2
    action = actions[g // worlds.shape[0]]
    left = limit if action < 0 else limit + 1
    while b[ENDING] == 0 and left > 0:
        if action < 0:
            action = policy_action(
                b, w, t, point_maps[g], values, choice_word(w), feed,
                bs[spare], ws[spare], point_maps[spare], policy_scratch[g]
            )  # fmt: skip
        play(b, w, t, action, feed, point_maps[g])
        action = -1
        left -= 1


def appraise_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, point_maps: Bytes, values: Ints, found: Ints, worth: Ints,
    counts: Ints
) -> None:  # fmt: skip
    fill_point_map(bs[g], t, point_maps[g])
    counts[g] = appraise(bs[g], ws[g], t, point_maps[g], values, found[g], worth[g])


def choose_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, point_maps: Bytes, values: Ints, feed: Kinds,
    draft_bs: Bytes, draft_ws: Words, policy_scratch: Ints, chosen: Ints
) -> None:  # fmt: skip
    """Write the policy's action, -1 where the game is over."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    chosen[g] = -1
    if b[ENDING] == 0:
        fill_point_map(b, t, point_maps[g])
        chosen[g] = policy_action(
            b, w, t, point_maps[g], values, choice_word(w), feed,
            draft_bs[g], draft_ws[g], point_maps[g + bs.shape[0]], policy_scratch[g]
        )  # fmt: skip
