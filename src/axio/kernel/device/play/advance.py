"""One step of an environment in one call: act, deal again where due, reward, and show the seat to move.

A choice is a number of a fixed numbering (an action on a grid; spot, turn and name on a display), or an index
into the list of legal moves. What is shown goes into the arrays of `Shown`; one of width 0 is not asked for.
"""

from __future__ import annotations

import numpy as np

from axio.kernel.device.grid.board import bounded
from axio.kernel.device.grid.legal import (
    chosen_action,
    is_legal,
    legal_mask,
    sort_spots,
    write_mask,
)
from axio.kernel.device.grid.moves import list_moves
from axio.kernel.device.grid.point_map import fill_point_map
from axio.kernel.device.shared.rng import choice_word, next_key
from axio.kernel.device.shared.row import (
    ENDING,
    MOVER,
    PLIES,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Ints,
    Kinds,
    Numbers,
    Singles,
    Words,
)
from axio.kernel.device.shared.tables import GridTables, Shown
from axio.kernel.device.shared.tracks import least, place_of

from .entry_points import deal_row
from .lookahead import policy_action
from .observe import observe_board, observe_vector
from .turn import play

AGAIN = 1  # how to act: a game that is over is dealt anew, and its choice ignored;
ACTIONS = 2  # choices are action numbers

OVER = 1  # bits of what a step says of a game: it is over,
UNOPEN = 2  # the choice was not open and nothing changed,
CUT = 4  # the game was cut short at the limit
DEALT = 8  # the game was over, and a new one was dealt

FOR_OUTCOME = 0  # rewards: what the place at the end is worth,
FOR_LOW = 1  # the rise of the lowest colour,
FOR_TRACKS = 2  # the rise of every colour


def advance_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, choices: Ints, feed: Kinds, point_map: Bytes, how: Int,
    limit: Int, clock: Ints, log: Numbers, scheme: Int, rewards: Singles, done: Bytes, movers: Ints, s: Shown
) -> None:  # fmt: skip
    """Make a choice and show what comes of it."""
    t = bounded(t)
    act(
        g, bs[g], ws[g], t, choices, feed, point_map, how, limit, clock, log, scheme, rewards, done, movers, s
    )
    look(g, bs[g], ws[g], t, s)


def look_game(g: Int, bs: Bytes, ws: Words, t: GridTables, flags: Bytes, s: Shown) -> None:
    """Show a game as it stands, where a flag asks for it."""
    if flags[g]:
        look(g, bs[g], ws[g], bounded(t), s)


def moves_game(g: Int, bs: Bytes, ws: Words, t: GridTables, flags: Bytes, s: Shown) -> None:
    """List the legal moves of a game, where a flag asks for it."""
    if flags[g]:
        show_moves(g, bs[g], ws[g], bounded(t), s)


def renew_game(g: Int, bs: Bytes, ws: Words, t: GridTables, feed: Kinds, flags: Bytes, clock: Ints) -> None:
    """Deal the next game where a flag asks for it."""
    if flags[g]:
        next_key(ws[g])
        deal_row(bs[g], ws[g], t, feed)
        clock[g] = 0


def act(
    g: Int, b: Bytes, w: Words, t: GridTables, choices: Ints, feed: Kinds, point_map: Bytes, how: Int,
    limit: Int, clock: Ints, log: Numbers, scheme: Int, rewards: Singles, done: Bytes, movers: Ints, s: Shown
) -> None:  # fmt: skip
    for seat in range(rewards.shape[1]):
        for i in range(rewards.shape[2]):
            rewards[g, seat, i] = 0
    movers[g] = b[SEAT]
    if how & AGAIN and (b[ENDING] > 0 or clock[g] < 0):
        next_key(w)
        deal_row(b, w, t, feed)
        clock[g] = 0
        done[g] = DEALT
        return
    clock[g] += 1
    action = choices[g]
    if not how & ACTIONS:
        action = chosen_action(b, t, s.order[g], s.found[g], s.counts[g], action)
    told = UNOPEN
    if is_legal(b, w, t, action):
        told = play_rewarded(g, b, w, t, action, feed, point_map, log, scheme, rewards)
    if told != OVER and clock[g] >= limit:
        told |= CUT
        clock[g] = -1
    done[g] = told


def play_rewarded(
    g: Int, b: Bytes, w: Words, t: GridTables, action: Int, feed: Kinds, point_map: Bytes, log: Numbers,
    scheme: Int, rewards: Singles
) -> Int:  # fmt: skip
    """Play an action, write it down, and add what it earns. Returns OVER if the game ended."""
    seat = np.int64(b[SEAT])
    ply = np.int64(w[PLIES])
    if ply < log.shape[1]:
        log[g, ply] = action
    low = least(b, t, seat)
    at = TRACKS + TRACK_STRIDE * seat
    if scheme == FOR_TRACKS:
        for colour in range(t.colours):
            rewards[g, seat, colour] -= b[at + colour]
    play(b, w, t, action, feed, point_map)
    if scheme == FOR_TRACKS:
        for colour in range(t.colours):
            rewards[g, seat, colour] += b[at + colour]
    elif scheme == FOR_LOW:
        rewards[g, seat, 0] += least(b, t, seat) - low
    elif b[ENDING] > 0:
        for each in range(t.seats):
            rewards[g, each, 0] = outcome(b, t, each)
    return OVER if b[ENDING] > 0 else 0


def outcome(b: Bytes, t: GridTables, seat: Int) -> np.float32:
    """The share of rivals a seat beat minus the share that beat it; alone, its lowest colour."""
    if t.seats == 1:
        return np.float32(least(b, t, seat))
    place = place_of(b, t, seat)
    balance = 0
    for other in range(t.seats):
        theirs = place_of(b, t, other)
        if theirs > place:
            balance += 1
        elif theirs < place:
            balance -= 1
    return np.float32(balance) / np.float32(t.seats - 1)


def reply_game(
    g: Int, bs: Bytes, ws: Words, t: GridTables, viewers: Ints, tables: Ints, which: Ints, point_maps: Bytes,
    feed: Kinds, draft_bs: Bytes, draft_ws: Words, policy_scratch: Ints, log: Numbers, scheme: Int,
    rewards: Singles, done: Bytes
) -> None:  # fmt: skip
    """Let the policies of the other seats play until a game's own seat is to move."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    if b[ENDING] > 0 or done[g] & CUT or b[SEAT] == viewers[g]:
        return
    point_map = point_maps[g]
    fill_point_map(b, t, point_map)
    while b[ENDING] == 0 and b[SEAT] != viewers[g]:
        action = policy_action(
            b, w, t, point_map, tables[which[g]], choice_word(w), feed,
            draft_bs[g], draft_ws[g], point_maps[g + bs.shape[0]], policy_scratch[g]
        )  # fmt: skip
        done[g] |= play_rewarded(g, b, w, t, action, feed, point_map, log, scheme, rewards)


def look(g: Int, b: Bytes, w: Words, t: GridTables, s: Shown) -> None:
    """Show a game to its viewer: board, vector, and what it may choose, unless that is a list of moves."""
    viewer = viewer_of(g, b, s)
    sort_spots(b, t, s.keys[g], s.order[g])
    if s.boards.shape[1] > 0:
        observe_board(b, w, t, s.order[g], s.boards[g], s.listed)
    observe_vector(b, t, viewer, s.vectors[g])
    if s.packed.shape[1] > 0:
        legal_mask(b, w, t, s.packed[g])
    if s.masks.shape[1] > 0 and s.found.shape[1] == 0:
        before: Int = s.shown[g]
        s.shown[g] = write_mask(b, w, t, s.order[g], viewer == b[SEAT], s.masks[g], before)


def viewer_of(g: Int, b: Bytes, s: Shown) -> Int:
    return np.int64(b[SEAT]) if s.viewers[g] == MOVER else s.viewers[g]


def show_moves(g: Int, b: Bytes, w: Words, t: GridTables, s: Shown) -> None:
    """List the legal moves with their features. The mask is 1 for each; where the game is over, all 1."""
    before = np.int64(s.shown[g])
    count = np.int64(0)
    if b[ENDING] == 0 and viewer_of(g, b, s) == b[SEAT]:
        fill_point_map(b, t, s.point_maps[g])
        count = list_moves(
            b, w, t, s.order[g], s.point_maps[g], s.draft_bytes[g], s.draft_words[g], s.found[g], s.moves[g]
        )
    open_ = s.masks.shape[1] if b[ENDING] > 0 else count
    width = s.moves.shape[1] // s.found.shape[1]
    for i in range(width * count, width * before):
        s.moves[g, i] = 0
    for i in range(open_):
        s.masks[g, i] = 1
    for i in range(open_, s.masks.shape[1]):
        s.masks[g, i] = 0
    s.shown[g] = np.uint64(count)
    s.counts[g] = count
