"""How fast the kernel is on this CPU, beside pgx (JAX) and OpenSpiel (C++). `python -m bench.kernel`.

All are measured in turns, in short bursts of one run, so whatever else the machine does hits all alike; the
ratios are what counts. A step is one random legal decision, games that end are dealt again.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from rich.progress import track

import axio
from axio.kernel import Batch, Worlds, warm
from axio.kernel.host.threads import cores

BURSTS = 7
BATCH = 1024


def ours(name: str, threads: int, *, masks: bool = False) -> Callable[[], int]:
    batch = Batch(name, 2, n=BATCH, seed=1, threads=threads)
    batch.random_steps(50, masks=masks)

    def burst() -> int:
        batch.random_steps(1000, masks=masks)
        return BATCH * 1000

    return burst


def greedy(name: str, threads: int) -> Callable[[], int]:
    worlds = Worlds.load([axio.deal(name, 2, str(seed)) for seed in range(512)])

    def burst() -> int:
        worlds.playouts(policy="concave", threads=threads)
        return len(worlds)

    return burst


def pgx(game: str, steps: int) -> Callable[[], int]:
    import jax
    import jax.numpy as jnp
    import pgx as theirs
    from pgx.experimental.wrappers import auto_reset

    env = theirs.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> tuple[Any, None]:
        state, key = carry
        key, choice, deal = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choice, logits, axis=-1)
        return (step(state, action, jax.random.split(deal, BATCH)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, steps)[0])
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))

    def burst() -> int:
        run(state, key)[0].rewards.block_until_ready()
        return BATCH * steps

    return burst


def open_spiel(games: int) -> Callable[[], int]:
    import numpy as np
    import pyspiel

    game = pyspiel.load_game("hex(board_size=11)")
    start = game.new_initial_state()
    random = np.random.default_rng(0)
    lengths = []
    for _ in range(60):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(int(random.choice(state.legal_actions())))
        lengths.append(state.move_number())
    # One simulation of the C++ search: it plays so many random games from the start, and nothing else.
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(games, 7), 2.0, 1, 100, False, 1, False)

    def burst() -> int:
        search.mcts_search(start)
        return int(games * statistics.mean(lengths))

    return burst


def main() -> None:
    for game in ("axio", "rota"):
        warm(game)
    both = cores()
    contenders = {
        **{f"{name}, {both} threads": ours(name, both) for name in ("axio", "hex", "rota")},
        f"axio with masks, {both} threads": ours("axio", both, masks=True),
        "axio, one thread": ours("axio", 1),
        f"greedy playouts of axio, games, {both} threads": greedy("axio", both),
        "greedy playouts of axio, games, one thread": greedy("axio", 1),
        "pgx othello": pgx("othello", 100),
        "pgx hex": pgx("hex", 60),
        "OpenSpiel C++ hex, one thread": open_spiel(1500),
    }
    for burst in contenders.values():
        burst()  # compiles, and warms up
    wall: dict[str, list[float]] = {name: [] for name in contenders}
    cpu: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in track(range(BURSTS), description="bursts"):
        for name, burst in contenders.items():
            start, used = perf_counter(), process_time()
            done = burst()
            wall[name].append(done / (perf_counter() - start))
            cpu[name].append(done / (process_time() - used))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'':48}{'per second':>14}{'per core second':>18}")
    for name in contenders:
        print(f"{name:48}{statistics.median(wall[name]):14,.0f}{statistics.median(cpu[name]):18,.0f}")
    mine, hexes = statistics.median(wall[f"axio, {both} threads"]), statistics.median(wall["pgx hex"])
    core = statistics.median(cpu["axio, one thread"]) / statistics.median(
        cpu["OpenSpiel C++ hex, one thread"]
    )
    print(f"axio / pgx hex: {mine / hexes:.1f} ×;  axio / OpenSpiel C++ hex, per core: {core:.1f} ×")


if __name__ == "__main__":
    main()
