"""Steps at equal service: step, observation and mask, from Python, beside pgx's hex in the same run.

Choosing the action is counted on neither side: ours are chosen while the clock stands still, pgx takes the
first legal one. Figures are for one second of one core; beside them stand the bytes of observation and mask
that a step writes. All take turns in short bursts: whatever else the machine does hits all alike.
`python -m bench.equal_service`; with `--device cuda` the same on a GPU (pgx too, if JAX has one).
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import gymnasium
import numpy as np

import axio.envs  # noqa: F401  # makes the ids known
from axio.kernel import Batch
from axio.kernel.device.play.advance import ACTIONS, AGAIN
from axio.kernel.host.stepping import Settings, Stepping

BURSTS = 7
STEPS = 40
GAMES = 1024
Burst = Callable[[], tuple[int, float, float]]  # steps, seconds of a core, seconds


class Clock:
    """Seconds of CPU and of the wall, counted while it runs."""

    def __init__(self) -> None:
        self.core = self.wall = 0.0

    def __enter__(self) -> None:
        self._core, self._wall = process_time(), perf_counter()

    def __exit__(self, *_: object) -> None:
        self.core += process_time() - self._core
        self.wall += perf_counter() - self._wall


def first_open(masks: np.ndarray[Any, Any], shift: int) -> np.ndarray[Any, Any]:
    """An open choice of every game, not always the first."""
    rolled = np.roll(masks, -shift, axis=1)
    return np.asarray((rolled.argmax(axis=1) + shift) % masks.shape[1])


def vector(game: str, games: int) -> tuple[Burst, int]:
    """`make_vec` on one thread."""
    env: Any = gymnasium.make_vec(f"axio/{game.capitalize()}SelfPlay-v2", num_envs=games, threads=1)
    held: dict[str, Any] = {"seen": env.reset(seed=1)[0], "step": 0}

    def burst() -> tuple[int, float, float]:
        clock = Clock()
        for _ in range(STEPS):
            held["step"] += 1
            chosen = first_open(held["seen"]["action_mask"], 37 * held["step"] % 1000)
            with clock:
                held["seen"], *_ = env.step(chosen)
        return games * STEPS, clock.core, clock.wall

    seen = held["seen"]
    size = sum(part.nbytes for part in seen["observation"].values()) + seen["action_mask"].nbytes
    return burst, size // games


def batch(game: str, games: int, device: str) -> tuple[Burst, int]:
    """`Stepping` over a `Batch`, masks packed where there are packed masks."""
    rows = Batch(game, 2, n=games, seed=1, device=device, threads=1)
    dense, fetch = rows.layout.dense, rows._backend.fetch
    settings = Settings("planes" if dense else "lists", "packed" if dense else "bytes")
    stepping = Stepping(rows, settings)
    held: dict[str, Any] = {"shown": stepping.start(), "step": 0}

    def burst() -> tuple[int, float, float]:
        clock = Clock()
        for _ in range(STEPS):
            held["step"] += 1
            if dense:
                found, counts = map(fetch, rows.legal())
                actions = found[np.arange(games), held["step"] * 37 % np.maximum(counts, 1)]
                how = AGAIN | ACTIONS
            else:
                actions, how = first_open(fetch(held["shown"].masks), 37 * held["step"] % 1000), AGAIN
            with clock:
                stepped = stepping.advance(actions, how)
                fetch(stepped.done)  # a GPU has finished then
            held["shown"] = stepped.shown
        return games * STEPS, clock.core, clock.wall

    shown = held["shown"]
    size = sum(part.nbytes for part in (shown.boards, shown.vectors, shown.masks, shown.packed))
    return burst, size // games


def pgx(game: str, games: int) -> tuple[Burst, int]:
    """pgx, with its observation and mask of every step."""
    import jax
    import pgx as theirs
    from pgx.experimental.wrappers import auto_reset

    env = theirs.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> tuple[Any, Any]:
        state, key = carry
        key, deal = jax.random.split(key)
        state = step(state, state.legal_action_mask.argmax(axis=-1), jax.random.split(deal, games))
        return (state, key), state.observation.sum() + state.legal_action_mask.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, STEPS))
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def burst() -> tuple[int, float, float]:
        clock = Clock()
        with clock:
            run(state, key)[1].block_until_ready()
        return games * STEPS, clock.core, clock.wall

    return burst, (state.observation.nbytes + state.legal_action_mask.nbytes) // games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--without-pgx", action="store_true")
    options = parser.parse_args()
    contenders: dict[str, tuple[Burst, int]] = {}
    for game in ("axio", "hex", "rota"):
        if options.device == "cpu":
            contenders[f"make_vec {game}"] = vector(game, options.games)
        contenders[f"Batch {game}"] = batch(game, options.games, options.device)
    if not options.without_pgx:
        contenders["pgx hex"] = pgx("hex", options.games)
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for burst, _ in contenders.values():
        burst()  # compiles, and warms up
    for _ in range(BURSTS):
        for name, (burst, _) in contenders.items():
            steps, core, wall = burst()
            rates[name].append(steps / (core if options.device == "cpu" else wall))
    print(f"{options.games} games; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'':20}{'steps a core-second':>22}{'bytes a step':>14}{'/ pgx hex':>12}")
    theirs = statistics.median(rates["pgx hex"]) if "pgx hex" in rates else float("nan")
    for name, (_, size) in contenders.items():
        rate = statistics.median(rates[name])
        print(f"{name:20}{rate:22,.0f}{size:14,}{rate / theirs:12.2f}")


if __name__ == "__main__":
    main()
