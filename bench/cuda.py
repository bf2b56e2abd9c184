"""The kernel on a GPU: equal to the CPU's and to the plain rules, and how fast. `python -m bench.cuda`.

Needs numba-cuda and a GPU; with JAX and pgx there, pgx's hex runs beside it. Prints one JSON object a line.
A step is one decision, exchange and keep included; every mask is stored to the GPU's memory and read back.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from axio.kernel import Batch
from axio.kernel import cuda as kernel_cuda
from tests.kernel.lockstep import Lockstep, random_chooser

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def equal(plies: int) -> None:
    """Rows, masks, lists, views and results of the same games on both, and lockstep with the plain rules."""
    for name, seats in GAMES:
        cpu, gpu = (Batch(name, seats, n=300, seed=9, device=device) for device in ("cpu", "cuda"))
        fetch = gpu._backend.fetch
        dense = cpu.layout.dense
        for steps in (1, 40, 400):
            assert cpu.random_steps(steps, masks=dense) == gpu.random_steps(steps, masks=dense)
            assert np.array_equal(cpu.rows, fetch(gpu.rows))
        for ours, theirs in (
            (cpu.legal(), gpu.legal()),
            (cpu.observe(), gpu.observe()),
            (cpu.results(), gpu.results()),
        ):
            assert all(np.array_equal(a, fetch(b)) for a, b in zip(ours, theirs, strict=True))
        if dense:
            assert np.array_equal(cpu.packed_masks(), fetch(gpu.packed_masks()))
        found, counts = cpu.legal()
        chosen = np.array([found[g, counts[g] // 2] for g in range(cpu.n)])
        assert np.array_equal(cpu.step(chosen), fetch(gpu.step(chosen)))
        assert np.array_equal(cpu.rows, fetch(gpu.rows))
        both = Lockstep(name, seats, device="cuda")
        both.run(plies, seed=seats, choose=random_chooser(seats))
        tell(equal=f"{name} {seats}", games=cpu.n, steps=441, plies_with_the_plain_rules=both.plies)


def timed(work: Callable[[], object], repeats: int = 3) -> float:
    """Seconds of the best of some runs after one that does not count."""
    work()
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def speed(name: str, n: int, steps: int, order: str = "F", block: int = 128, masks: bool = True) -> float:
    batch = Batch(name, 2, n=n, seed=1, device="cuda")
    batch._backend.mask_order = order  # type: ignore[assignment]
    batch._backend.block = block  # type: ignore[attr-defined]
    batch.random_steps(50, masks=masks)  # games in all stages
    seconds = timed(lambda: batch.random_steps(steps, masks=masks))
    rate = n * steps / seconds
    tell(
        game=name,
        seats=2,
        batch=n,
        steps=steps,
        masks=masks,
        order=order,
        block=block,
        millions_per_s=round(rate / 1e6, 1),
    )
    return rate


def pgx_speed(n: int, steps: int, game: str) -> float:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> tuple[Any, Any]:
        state, key, total = carry
        key, now = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        keys = jax.random.split(now, n)
        action = jax.vmap(jax.random.categorical)(keys, logits)
        state = step(state, action, jax.random.split(key, n))
        return (state, key, total + state.legal_action_mask.sum()), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key, jnp.int32(0)), None, steps)[0])
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))
    seconds = timed(lambda: run(state, key)[2].block_until_ready())
    rate = n * steps / seconds
    tell(game=f"pgx {game}", batch=n, steps=steps, millions_per_s=round(rate / 1e6, 1))
    return rate


def copy_speed() -> None:
    import torch

    source = torch.empty(2**30, dtype=torch.int32, device="cuda")
    target = torch.empty_like(source)

    def work() -> None:
        for _ in range(10):
            target.copy_(source)
        torch.cuda.synchronize()

    tell(copy_tb_per_s=round(10 * 2 * source.numel() * 4 / timed(work) / 1e12, 2))


def zero_copy() -> None:
    """PyTorch and JAX see the batch's own memory: the same address, and what the next call writes there."""
    import jax
    import torch

    jax.config.update("jax_enable_x64", True)  # type: ignore[no-untyped-call]
    batch = Batch("axio", 2, n=1000, seed=3, device="cuda")
    for name, take in (("legal", batch.legal), ("observe", batch.observe), ("results", batch.results)):
        array = take()[0]
        address = array.__cuda_array_interface__["data"][0]
        tensor = torch.as_tensor(array, device="cuda")
        assert tensor.data_ptr() == address, f"PyTorch copied {name}"
        jaxed = jax.dlpack.from_dlpack(tensor)
        assert jaxed.unsafe_buffer_pointer() == address, f"JAX copied {name}"
        before = tensor.cpu()
        batch.random_steps(7)
        take()
        torch.cuda.synchronize()
        assert np.array_equal(tensor.cpu(), batch._backend.fetch(array))
        assert name == "results" or not torch.equal(before, tensor.cpu())
        tell(zero_copy=name, shape=list(tensor.shape), torch=str(tensor.dtype), jax=str(jaxed.dtype))
    chosen = torch.as_tensor(batch.legal()[0], device="cuda")[:, 0].contiguous()
    given = batch._backend.put(chosen, np.int64)
    assert given.__cuda_array_interface__["data"][0] == chosen.data_ptr()
    batch.step(chosen)
    tell(zero_copy="actions from PyTorch", games=batch.n)


def speeds() -> None:
    """Batches from small to large, then what masks, their order, block size and registers cost."""
    for n, steps in ((32_768, 400), (262_144, 100), (1_048_576, 100), (2_097_152, 50)):
        speed("axio", n, steps)
    for n in (32_768, 1_048_576):
        speed("axio", n, 100, order="C")
        speed("axio", n, 100, masks=False)
        speed("axio", n, 100, block=64)
    speed("hex", 32_768, 200)
    speed("rota", 32_768, 200, masks=False)
    copy_speed()
    for registers in (48, 64, 80):
        kernel_cuda.OPTIONS["max_registers"] = registers
        kernel_cuda.compiled.cache_clear()
        for n, steps in ((32_768, 400), (1_048_576, 100)):
            speed("axio", n, steps)
    kernel_cuda.OPTIONS["max_registers"] = 64
    kernel_cuda.compiled.cache_clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--plies", type=int, default=150, help="in lockstep with the plain rules, per game and seats"
    )
    parser.add_argument("--only", choices=["equal", "speed", "once", "pgx", "zero-copy"])
    options = parser.parse_args()
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    if options.only == "once":
        speed("axio", 262_144, 64)
        return
    if options.only in (None, "speed"):
        speeds()
    if options.only in (None, "pgx"):
        pgx_speed(32_768, 200, "hex")
        pgx_speed(32_768, 200, "othello")
    if options.only in (None, "zero-copy"):
        zero_copy()
    if options.only in (None, "equal"):
        equal(options.plies)


if __name__ == "__main__":
    main()
