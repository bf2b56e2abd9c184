"""Many games at once, one row each: step them, see their masks and planes, let them deal again."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from axio.encoding.actions import expand, mask_words, move_of
from axio.encoding.planes import plane_names, vector_names
from axio.kernel.device.shared.rng import mix, set_key
from axio.kernel.device.shared.row import ENDING, KEY, MOVER, SEAT, Words
from axio.rules import Game, Malformed, State
from axio.rules import game as game_of

from .backend import backend
from .plans import plan_of
from .policy_table import PolicyLike, policy_values
from .row_codec import load_state, store_state

REFUSED = 2  # what `step_game` says of an illegal action


class Batch:
    """`n` games on one device. Arrays returned live there: NumPy on the CPU; on the GPU device arrays that
    PyTorch and JAX take without a copy. They are written anew by the next call of the same method.

    A game that is over is dealt again by the next `step`, which ignores its action (Gymnasium's NEXT_STEP).
    """

    def __init__(
        self,
        game: Game | str,
        seats: int = 2,
        n: int = 1024,
        seed: int = 0,
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        if n < 1:
            raise Malformed(f"a batch of {n} games: expected at least 1")
        self.game = game_of(game, seats) if isinstance(game, str) else game
        self.n = n
        self.device = device
        self.plan = plan_of(self.game)
        self.layout = self.plan.layout
        self._backend = backend(device, threads)
        self._t = self._backend.tables(self.plan)
        self._no_draws = self._backend.zeros((n, 0), np.int8)
        self._no_draw = self._backend.zeros((0,), np.int8)
        self._no_point_map = self._backend.zeros((0,), np.uint8)
        self.rows = self._backend.zeros((n, self.plan.tables.row_words), np.uint64)
        self._bytes = self.rows.view(np.uint8)
        self._kept: dict[str, Any] = {}
        self.reset(seed)

    def reset(
        self,
        seed: int = 0,
        draws: npt.NDArray[np.int8] | None = None,
        *,
        seeds: npt.ArrayLike | None = None,
    ) -> None:
        """Deal every game anew. `seeds`: one for each game, else they are made from `seed`. The game with
        seed s is `axio.envs.game_of_seed(game, seats, s)`, the one dealt after it has number 1, and so on.
        `draws`: tile kinds to draw instead, per game; -1 where chance decides."""
        rows = np.zeros((self.n, self.plan.tables.row_words), np.uint64)
        rows[:, KEY + 2] = keys(seed, self.n) if seeds is None else np.asarray(seeds, np.uint64)
        set_key(rows.T)
        self._set_rows(rows)
        self._run("deal_game", self._bytes, self.rows, self._t, self._feed(draws))

    def _set_rows(self, rows: Words) -> None:
        """Write all rows. Their memory stays the same: prepared calls are bound to it."""
        self._backend.write(self.rows, rows)

    def step(self, actions: Any, draws: npt.NDArray[np.int8] | None = None, *, check: bool = True) -> Any:
        """One action in every game. Per game: 0, 1 it ended, 2 the action was illegal and nothing changed;
        with `check` an illegal one raises. `draws`: from the game's first draw on, as for `reset`."""
        done = self._array("done", (self.n,), np.uint8)
        given = self._backend.put(actions, np.int64)
        feed = self._feed(draws)
        self._run("step_game", self._bytes, self.rows, self._t, given, feed, self._no_point_map, True, done)
        if check:
            told = self._backend.fetch(done)
            if (told == REFUSED).any():
                self._tell(int(np.flatnonzero(told == REFUSED)[0]), self._backend.fetch(given))
        return done

    def _tell(self, at: int, actions: npt.NDArray[np.int64]) -> None:
        """Raise with the rules' own reason."""
        state = self.store(at)
        state.play(move_of(state, int(actions[at])))

    def random_steps(self, steps: int, *, masks: bool = False) -> tuple[int, int]:
        """Random legal decisions in every game. How many games ended, and a checksum of the masks."""
        width = mask_words(self.layout) if masks else 0
        stored = self._array(f"random {width}", (self.n, width), np.uint64, self._backend.mask_order)
        sums = self._array("sums", (self.n,), np.uint64)
        ends = self._array("ends", (self.n,), np.int64)
        feed = self._no_draw
        self._run(
            "random_game",
            self._bytes,
            self.rows,
            self._t,
            steps,
            feed,
            self._no_point_map,
            stored,
            sums,
            ends,
        )
        fetch = self._backend.fetch
        return int(fetch(ends).sum()), int(np.bitwise_xor.reduce(fetch(sums)))

    def packed_masks(self) -> Any:
        """Legal actions of the seat to move, packed (see axio.encoding.actions)."""
        shape = self.n, mask_words(self.layout)
        masks = self._array("masks", shape, np.uint64, self._backend.mask_order)
        self._run("mask_game", self._bytes, self.rows, self._t, masks)
        return masks

    def masks(self) -> npt.NDArray[np.bool_]:
        """The same as one bool an action, in the CPU's memory."""
        return expand(self.layout, self._backend.fetch(self.packed_masks()))

    def legal(self) -> tuple[Any, Any]:
        """Legal actions as a list padded with -1, and how many there are."""
        found = self._array("legal", (self.n, self.layout.most_legal), np.int64)
        counts = self._array("counts", (self.n,), np.int64)
        self._run("list_game", self._bytes, self.rows, self._t, found, counts)
        return found, counts

    def observe(self, viewers: Any = None) -> tuple[Any, Any]:
        """Planes and vectors (see axio.encoding.planes); of the seats to move, or of the seats named."""
        shape = self.layout.shape
        planes = self._array(
            "planes", (self.n, len(plane_names(self.layout)) * shape[0] * shape[1]), np.uint8
        )
        vectors = self._array("vectors", (self.n, len(vector_names(self.layout))), np.uint8)
        self._run("observe_game", self._bytes, self.rows, self._t, self._viewers(viewers), planes, vectors)
        return planes.reshape(self.n, -1, *shape), vectors

    def _viewers(self, viewers: Any) -> Any:
        """Kept where nobody is named, so that nothing travels to the device and back."""
        if viewers is not None:
            return self._backend.put(np.broadcast_to(np.asarray(viewers, np.int64), (self.n,)), np.int64)
        if "movers" not in self._kept:
            self._kept["movers"] = self._backend.put(np.full(self.n, MOVER), np.int64)
        return self._kept["movers"]

    def choose(self, policy: PolicyLike = "concave") -> Any:
        """What a cheap policy would do in every game; -1 where it is over."""
        chosen = self._array("chosen", (self.n,), np.int64)
        point_maps = self._array("point_maps", (2 * self.n, self.plan.map_bytes), np.uint8)
        drafts = self._array("drafts", (self.n, self.plan.tables.row_words), np.uint64)
        scratch = self._array("scratch", self.plan.policy_scratch(self.n).shape, np.int64)
        values = self._backend.put(policy_values(self.game, policy), np.int64)
        self._run(
            "choose_game",
            *(self._bytes, self.rows, self._t, point_maps, values, self._no_draw),
            *(drafts.view(np.uint8), drafts, scratch, chosen),
        )
        return chosen

    def results(self) -> tuple[Any, Any]:
        """Every seat's tracks, and its place as things stand: 1 is best."""
        tracks = self._array("tracks", (self.n, self.game.seats, len(self.game.colours)), np.uint8)
        places = self._array("places", (self.n, self.game.seats), np.uint8)
        self._run("result_game", self._bytes, self._t, tracks, places)
        return tracks, places

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """Whose turn it is, or was when the game ended."""
        return self._backend.fetch(self._bytes)[:, SEAT].astype(np.int64)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self._backend.fetch(self._bytes)[:, ENDING] > 0)

    def load(self, states: dict[int, State]) -> None:
        """Put states in the place of these games. Draws to come are the kernel's own, from each key."""
        rows = self._backend.fetch(self.rows)
        for at, state in states.items():
            if state.game is not self.game:
                raise Malformed(
                    f"a state of {state.game.name}/{state.game.seats}: expected this batch's game"
                )
            load_state(self.layout, self.plan.tables, state, rows[at])
        self._set_rows(rows)

    def store(self, at: int) -> State:
        """Game number `at` as a state."""
        return store_state(self.layout, self.plan.tables, self._backend.fetch(self.rows)[at])

    def _feed(self, draws: npt.NDArray[np.int8] | None) -> Any:
        return self._no_draws if draws is None else self._backend.put(draws, np.int8)

    def _array(
        self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike, order: Literal["C", "F"] = "C"
    ) -> Any:
        if name not in self._kept:
            self._kept[name] = self._backend.zeros(shape, dtype, order)
        return self._kept[name]

    def _run(self, name: str, *args: Any) -> None:
        self._backend.run(self.plan, name, self.n, args)


def keys(seed: int, count: int) -> Words:
    """A key for every game, from any whole number."""
    with np.errstate(over="ignore"):
        start = mix(np.array([seed % 2**64], np.uint64)[0])
        step = np.uint64(0x9E3779B97F4A7C15)
        keys: Words = mix(start + step * np.arange(1, count + 1, dtype=np.uint64))  # type: ignore[arg-type, assignment]
    return keys
