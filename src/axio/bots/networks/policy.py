"""A policy network: one look at a position says how good each placement is, and what every seat may expect.

The board goes in as planes (see axio.encoding.planes) together with the points that each colour would score
at each cell, everything else as a vector. Colours have no names: they come in the order of the viewer's own
scores. Residual blocks of convolutions read the board; a spot is judged by its two cells, for every ordered
pair of colours at once.

The same code runs on NumPy and on JAX: `xp` is the module of the arrays, `convolve` its convolution. One
network serves every number of seats of a domino game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.encoding.actions import legal_actions
from axio.encoding.layout import GridLayout, layout
from axio.encoding.planes import planes, vector
from axio.kernel.device.shared.row import MOST_SEATS
from axio.rules import Game, Malformed, Observation

Array: TypeAlias = Any  # of NumPy or of JAX
PolicyWeights: TypeAlias = Mapping[str, Array]
Convolve: TypeAlias = Callable[[Array, Array], Array]

SAYS = 3  # of each seat: what the result is worth to it, the logit of its share, its lowest colour
TILES = 40.0  # about as many as a seat places
BAG = 100.0
NEAR = (1, 2, 4)  # points: how many cells offer so many
POINT = 0.02  # of a win, for each point ahead: what moves are worth is told with it
TEMPERATURE = 0.03  # of a win, for one step of a logit
HIDDEN = 128  # neurons of the vectors


@dataclass(frozen=True, eq=False)
class Board:
    """What the network has to know of a game at its number of seats."""

    game: Game
    shape: tuple[int, int]
    first: npt.NDArray[np.int64]  # the smaller cell of each spot, as its place in a plane
    second: npt.NDArray[np.int64]
    direction: npt.NDArray[np.int64]  # from the first to the second, as a number
    directions: int
    ways: tuple[tuple[int, int], ...]  # in which a line may go on from a cell
    pairs: npt.NDArray[np.float32]  # per kind of tile, the ordered pairs of colours that it shows

    @property
    def seats(self) -> int:
        return self.game.seats

    @property
    def colours(self) -> int:
        return len(self.game.colours)

    @property
    def spots(self) -> int:
        return len(self.first)

    @classmethod
    def of(cls, game: Game) -> Board:
        """Malformed for a game that is not played with dominoes on a grid."""
        plan = layout(game)
        if not isinstance(plan, GridLayout):
            raise Malformed(f"{game.name} has no grid: expected a game of dominoes")
        ends = [spot.cells for spot in plan.grid.spots]
        steps = [(b.column - a.column, b.row - a.row) for a, b in ends]
        known = sorted(set(steps))
        places = np.array([[(c.column - 1) * plan.shape[1] + c.row - 1 for c in cells] for cells in ends])
        return cls(
            game,
            plan.shape,
            places[:, 0],
            places[:, 1],
            np.array([known.index(step) for step in steps]),
            len(known),
            tuple((column, row) for column, row in plan.grid.directions),
            _shown(plan),
        )


def _shown(plan: GridLayout) -> npt.NDArray[np.float32]:
    colours = plan.game.colours
    shown = np.zeros((len(plan.kinds), len(colours), len(colours)), np.float32)
    for number, kind in enumerate(plan.kinds):
        one, two = map(colours.index, kind)
        shown[number, one, two] = shown[number, two, one] = 1
    return shown.reshape(len(plan.kinds), -1)


class Inputs(NamedTuple):
    """What the layers get of some positions."""

    planes: Array  # position, column, row, channel
    vector: Array
    order: Array  # the colours, from the viewer's lowest up
    on_board: Array  # 1 where a plane has a cell of the board


class Outputs(NamedTuple):
    """What the network says of some positions."""

    logits: Array  # of every action (see axio.encoding.actions), legal or not
    seats: Array  # position, seat in playing order from the viewer, SAYS


def inputs_of(xp: Any, board: Board, planes: Array, vector: Array) -> Inputs:
    """From planes and vectors as axio.encoding and the kernel make them, of the seats to move."""
    colours, seats = board.colours, board.seats
    planes, vector = planes.astype(np.float32), vector.astype(np.float32)
    scores = vector[:, : seats * colours].reshape(-1, seats, colours)
    rival = scores[:, 1:].max(axis=1) if seats > 1 else scores[:, 0]
    order = xp.argsort(scores[:, 0] * 4096 + rival * 64 + np.arange(colours, dtype=np.float32), axis=1)
    marks, rest = by_colour(xp, order, planes[:, :colours]), planes[:, colours:]
    free, on_board = rest[:, :1], planes[:, : colours + 2].sum(axis=1)
    points = points_of(xp, board, marks) * free
    stacked = xp.concatenate([marks, rest, on_board[:, None], points / 4], axis=1).transpose(0, 2, 3, 1)
    offers = [(points >= least).sum(axis=(2, 3)) / 20 for least in NEAR]
    parts = [*_seat_parts(xp, board, vector, scores, order), *_tile_parts(xp, board, vector, order), *offers]
    parts += [free.sum(axis=(1, 2, 3))[:, None] / 20, xp.full_like(vector[:, :1], seats / MOST_SEATS)]
    return Inputs(stacked, xp.concatenate(parts, axis=1).astype(np.float32), order, on_board)


def by_colour(xp: Any, order: Array, array: Array) -> Array:
    """An array whose second axis is that of the colours, in another order of them."""
    return xp.take_along_axis(array, order.reshape(*order.shape, *[1] * (array.ndim - 2)), axis=1)


def points_of(xp: Any, board: Board, marks: Array) -> Array:
    """The points that each colour would score at each cell: the lines of it that begin next to the cell."""
    columns, rows = board.shape
    total = xp.zeros_like(marks)
    for column, row in board.ways:
        line = xp.zeros_like(marks)
        for _ in range(max(board.shape) - 1):
            padded = xp.pad(marks * (line + 1), ((0, 0), (0, 0), (1, 1), (1, 1)))
            line = padded[:, :, 1 + column : 1 + column + columns, 1 + row : 1 + row + rows]
        total = total + line
    return total


def _seat_parts(xp: Any, board: Board, vector: Array, scores: Array, order: Array) -> list[Array]:
    """Of every seat from the viewer on its scores, tiles placed and held; zeros where there is none."""
    seats, colours = board.seats, board.colours
    counts = vector[:, seats * colours : seats * colours + 2 * seats]
    parts = []
    for seat in range(MOST_SEATS):
        if seat < seats:
            parts += [by_colour(xp, order, scores[:, seat]) / board.game.end, xp.ones_like(counts[:, :1])]
            parts += [counts[:, seat, None] / TILES, counts[:, seats + seat, None] / board.game.supply.rack]
        else:
            parts.append(xp.zeros_like(counts[:, :1]) + np.zeros(colours + 3, np.float32))
    return parts


def _tile_parts(xp: Any, board: Board, vector: Array, order: Array) -> list[Array]:
    """The size of the bag, what is owed and asked, and the pairs of colours on the rack and unseen."""
    at = board.seats * (board.colours + 4)
    parts = [vector[:, at, None] / BAG, vector[:, at + 1 : at + 3]]
    kinds = len(board.pairs)
    for start, scale in ((at + 4, 1.0), (at + 4 + kinds, 0.125)):
        pairs = (vector[:, start : start + kinds] @ board.pairs).reshape(-1, board.colours, board.colours)
        pairs = by_colour(xp, order, by_colour(xp, order, pairs).transpose(0, 2, 1))
        parts.append(pairs.reshape(len(pairs), -1) * scale)
    return parts


def forward(
    xp: Any, convolve: Convolve, board: Board, weights: PolicyWeights, planes: Array, vector: Array
) -> Outputs:
    """What the network says of some positions. The convolutions have the precision of their weights."""
    given = inputs_of(xp, board, planes, vector)
    kind = weights["stem"].dtype
    there = given.on_board.astype(kind)[..., None]
    vectors = xp.maximum(given.vector @ weights["vector"] + weights["vector_bias"], 0)
    read = _trunk(xp, convolve, weights, given.planes.astype(kind), vectors.astype(kind), there)
    read, there = read.astype(np.float32), there.astype(np.float32)
    summary = xp.concatenate([_pooled(xp, read, there), vectors], axis=1)
    summary = xp.maximum(summary @ weights["summary"] + weights["summary_bias"], 0)
    placing = _placements(xp, board, weights, read, summary, given.order)
    asked = (summary @ weights["asked"] + weights["asked_bias"]).astype(np.float32)
    seats = (summary @ weights["seats"] + weights["seats_bias"]).astype(np.float32)
    return Outputs(xp.concatenate([placing, asked], axis=1), seats.reshape(-1, MOST_SEATS, SAYS))


def in_trunk(name: str) -> bool:
    """Whether a weight belongs to the convolutions."""
    return name.startswith("stem") or name[0].isdigit()


def _trunk(
    xp: Any, convolve: Convolve, weights: PolicyWeights, planes: Array, vectors: Array, there: Array
) -> Array:
    read = (convolve(planes, weights["stem"]) + (vectors @ weights["stem_vector"])[:, None, None]) * there
    block = 0
    while f"{block}_in" in weights:
        inner = convolve(xp.maximum(read, 0), weights[f"{block}_in"]) + weights[f"{block}_bias"]
        inner = xp.maximum(inner, 0) * there
        if f"{block}_pool" in weights:  # what the whole board looks like goes to every cell
            inner = inner + (_pooled(xp, inner, there) @ weights[f"{block}_pool"])[:, None, None] * there
            inner = xp.maximum(inner, 0)
        read = read + convolve(inner, weights[f"{block}_out"]) * there
        block += 1
    return xp.maximum(read, 0)


def _pooled(xp: Any, read: Array, there: Array) -> Array:
    """The mean and the maximum over the board; nothing here is below zero."""
    return xp.concatenate([read.sum(axis=(1, 2)) / there.sum(axis=(1, 2)), read.max(axis=(1, 2))], axis=1)


def _placements(
    xp: Any, board: Board, weights: PolicyWeights, read: Array, summary: Array, order: Array
) -> Array:
    """The logits of all placements, by the order of the action numbers."""
    count, colours, spots = len(read), board.colours, np.arange(board.spots)
    cells = read.reshape(count, -1, read.shape[-1])
    ends = [
        (cells @ weights[name]).reshape(count, cells.shape[1], board.directions, -1)[:, at, board.direction]
        for name, at in (("first", board.first), ("second", board.second))
    ]
    judged = xp.maximum(ends[0] + ends[1] + (summary @ weights["spot_summary"])[:, None], 0)
    logits = (judged @ weights["pairs"]).reshape(count, board.spots, board.directions, -1)
    logits = logits[:, spots, board.direction] + (summary @ weights["pair_summary"])[:, None]
    logits = logits.astype(np.float32).transpose(0, 2, 1).reshape(count, colours, colours, board.spots)
    back = xp.argsort(order, axis=1)
    logits = by_colour(xp, back, logits)
    logits = by_colour(xp, back, logits.transpose(0, 2, 1, 3)).transpose(0, 2, 1, 3)
    return logits.reshape(count, -1)


def convolve(planes: Array, weights: Array) -> Array:
    """A 3 × 3 convolution with NumPy."""
    count, columns, rows, channels = planes.shape
    padded = np.pad(planes, ((0, 0), (1, 1), (1, 1), (0, 0)))
    total = 0
    for column in range(3):
        for row in range(3):
            part = padded[:, column : column + columns, row : row + rows].reshape(-1, channels)
            total = total + part @ weights[column, row]
    return total.reshape(count, columns, rows, -1)  # type: ignore[attr-defined]


def fresh_weights(
    board: Board, seed: int, channels: int, blocks: int, spot: int = 48
) -> dict[str, npt.NDArray[np.float32]]:
    """Random weights for so many residual blocks; what is said at the end begins small."""
    chance = np.random.default_rng(seed)
    inputs = _input_sizes(board)

    def normal(*shape: int, gain: float = 1.0) -> npt.NDArray[np.float32]:
        spread = gain * np.sqrt(2 / np.prod(shape[:-1]))
        return np.asarray(spread * chance.normal(size=shape), np.float32)

    weights = {
        "stem": normal(3, 3, inputs[0], channels),
        "vector": normal(inputs[1], HIDDEN),
        "vector_bias": np.zeros(HIDDEN, np.float32),
        "stem_vector": normal(HIDDEN, channels),
    }
    for block in range(blocks):
        weights[f"{block}_in"] = normal(3, 3, channels, channels)
        weights[f"{block}_bias"] = np.zeros(channels, np.float32)
        weights[f"{block}_out"] = normal(3, 3, channels, channels, gain=0.3)
        if block % 2:
            weights[f"{block}_pool"] = normal(2 * channels, channels, gain=0.5)
    pairs = board.colours**2
    return weights | {
        "summary": normal(2 * channels + HIDDEN, HIDDEN),
        "summary_bias": np.zeros(HIDDEN, np.float32),
        "first": normal(channels, board.directions * spot),
        "second": normal(channels, board.directions * spot),
        "spot_summary": normal(HIDDEN, spot, gain=0.5),
        "pairs": normal(spot, board.directions * pairs, gain=0.1),
        "pair_summary": normal(HIDDEN, pairs, gain=0.1),
        "asked": normal(HIDDEN, 2, gain=0.1),
        "asked_bias": np.zeros(2, np.float32),
        "seats": normal(HIDDEN, MOST_SEATS * SAYS, gain=0.1),
        "seats_bias": np.zeros(MOST_SEATS * SAYS, np.float32),
    }


def _input_sizes(board: Board) -> tuple[int, int]:
    """The number of channels and of entries of the vector."""
    seats, colours, kinds = board.seats, board.colours, len(board.pairs)
    planes = np.zeros((1, colours + 3, *board.shape), np.uint8)
    given = inputs_of(np, board, planes, np.zeros((1, seats * (colours + 4) + 4 + 2 * kinds), np.uint8))
    return given.planes.shape[-1], given.vector.shape[-1]


def preferences(
    weights: PolicyWeights, view: Observation
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The numbers of the legal actions in the viewer's turn, and the logit of each."""
    board = board_of(view.game)
    logits, _ = forward(np, convolve, board, weights, planes(view)[None], vector(view)[None])
    actions = np.asarray(legal_actions(view), np.int64)
    return actions, logits[0, actions].astype(np.float64)


@cache
def board_of(game: Game) -> Board:
    return Board.of(game)
