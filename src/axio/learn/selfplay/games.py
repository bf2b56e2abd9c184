"""Many games in the kernel, seen and moved from JAX, on the CPU or on the same GPU."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import jax.numpy as jnp
import numpy as np

from axio.bots.networks.policy import Board
from axio.kernel import Batch
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.device.shared.row import ENDING, SEAT

Array: TypeAlias = Any  # of JAX

SPREAD = 40  # plies: about a game for two
NOTHING = -1  # an action that is not legal leaves a game as it is


class Positions(NamedTuple):
    """What the seats to move see, a row for each game."""

    planes: Array
    vector: Array
    mask: Array  # of legal actions, packed in halves of words: JAX counts with 32 bits
    seat: Array  # whose turn it is
    over: Array  # the next step deals anew


class Games:
    """Games that are dealt again as they end."""

    def __init__(self, board: Board, count: int, seed: int, device: str) -> None:
        self.board, self.count = board, count
        self._batch = Batch(board.game, n=count, seed=seed, device=device)
        self._cuda = import_module("numba.cuda") if device == "cuda" else None

    def look(self) -> Positions:
        """The present positions, copied: the next step changes nothing in them."""
        planes, vector = self._batch.observe()
        masks = self._batch.packed_masks("C")
        rows = self._batch.rows.view(np.uint8)
        self._wait()
        bytes_ = self._copied(rows)
        given = self._copied(planes), self._copied(vector), self._copied(masks.view(np.uint32))
        return Positions(*given, bytes_[:, SEAT].astype(jnp.int32), bytes_[:, ENDING] > 0)

    def step(self, actions: Array) -> None:
        """Play an action in each game; deal again where a game is over."""
        given = actions.block_until_ready()  # and with it all that JAX still had to read of the games
        self._batch.step(given if self._cuda else np.asarray(given, np.int64), check=False)

    def spread_out(self, policy: str, plies: int = SPREAD) -> None:
        """Play some games further than others, so that openings and endings are always there together."""
        behind = jnp.arange(self.count) * plies // self.count
        for ply in range(plies):
            self.step(jnp.where(behind <= ply, self.choices(policy), NOTHING))

    def results(self) -> tuple[Array, Array]:
        """The scores and places of every seat, as they stand."""
        tracks, places = self._batch.results()
        self._wait()
        return self._copied(tracks), self._copied(places)

    def choices(self, policy: str) -> Array:
        """What a policy of the kernel would play; 0 where a game is over."""
        chosen = self._batch.choose(policy)
        self._wait()
        return jnp.maximum(self._copied(chosen.view(np.int32).reshape(self.count, 2))[:, 0], 0)

    def tried(self, actions: Array, mlp: Mlp, worlds: int, turns: int, policy: str, seed: int) -> Array:
        """What a network expects some turns after actions (see Batch.try_moves)."""
        given = actions.block_until_ready() if self._cuda else np.asarray(actions, np.int64)
        outputs = self._batch.try_moves(given, mlp, worlds, turns, policy, seed)
        self._wait()
        return self._copied(outputs)

    def _wait(self) -> None:
        """The kernel and JAX have queues of their own: what is read has to be written."""
        if self._cuda:
            self._cuda.synchronize()

    def _copied(self, array: Any) -> Array:
        return jnp.copy(jnp.asarray(array)) if self._cuda else jnp.array(np.asarray(array))


def legal(board: Board, mask: Array) -> Array:
    """A bool for each action."""
    bits = (mask[:, :, None] >> jnp.arange(32, dtype=jnp.uint32)) & 1
    bits = bits.astype(bool).reshape(len(mask), -1)
    pairs, words = board.colours**2, -(-board.spots // 64)
    placing = bits[:, :-64].reshape(len(mask), pairs, words * 64)[:, :, : board.spots]
    return jnp.concatenate([placing.reshape(len(mask), -1), bits[:, -64:-62]], axis=1)
