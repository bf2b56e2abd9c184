"""Training on a GPU: whether memory is shared, whether both devices agree, and how fast each part is.

`python -m bench.learning` prints one JSON object a line. `--device cpu` tries the same on the CPU.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch

from axio.learn.field import Field, shared
from axio.learn.form import form_of
from axio.learn.network import Network
from axio.learn.rollout import autocast, sample
from axio.learn.settings import Settings
from axio.learn.training import Training


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def attempt(what: Callable[..., Any], *args: Any) -> None:
    """A part that fails says so, and the next one still runs."""
    try:
        what(*args)
    except Exception as fault:
        tell(failed=what.__name__, why=f"{type(fault).__name__}: {fault}"[:400])


def no_copies(device: str) -> None:
    """The kernel's arrays and the tensors made of them begin at the same address."""
    start = time.perf_counter()
    field = Field("axio", 2, 256, 1, device)
    batch = field.batch
    planes, vectors = batch.observe()
    found, counts = batch.legal()
    arrays = {
        "planes": planes,
        "vectors": vectors,
        "legal": found,
        "counts": counts,
        "masks": batch.packed_masks().view(np.int64),
        "rows": batch.rows.view(np.uint8),
    }
    same = {name: shared(array).data_ptr() == address(array) for name, array in arrays.items()}
    tell(shared_with_torch=same, compiled_in_s=round(time.perf_counter() - start, 1))


def no_copies_in_jax() -> None:
    import jax

    found, _ = Field("axio", 2, 256, 1, "cuda").batch.legal()
    taken = jax.dlpack.from_dlpack(shared(found))
    tell(shared_with_jax=taken.unsafe_buffer_pointer() == address(found), jax=jax.__version__)


def address(array: Any) -> int:
    face = array.__array_interface__ if isinstance(array, np.ndarray) else array.__cuda_array_interface__
    return int(face["data"][0])


def agreement(device: str) -> None:
    """The same positions through the same network on both devices, with whole and with half the bits."""
    here, there = (Field("axio", 2, 512, 5, each) for each in ("cpu", device))
    for field in (here, there):
        field.batch.random_steps(17)
    ours, theirs = here.seen(), there.seen()
    equal = [bool(torch.equal(a, b.cpu())) for a, b in zip(ours, theirs, strict=True)]
    network = Network(form_of("axio"))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.02 * torch.randn_like(parameter))
        expected = network(ours.planes, ours.vector)
        network.to(device)
        whole = network(theirs.planes, theirs.vector)
        with autocast(device):
            half = network(theirs.planes, theirs.vector)
    off = [
        max(float((a - b.float().cpu()).abs().max()) for a, b in zip(expected, said, strict=True))
        for said in (whole, half)
    ]
    tell(same_positions=equal, off_whole=off[0], off_half=off[1])


def parts(device: str, games: int, width: int, blocks: int) -> None:
    """Milliseconds of every part of a step."""
    field = Field("axio", 2, games, 1, device)
    network = Network(form_of("axio"), width, blocks).to(device)
    field.batch.random_steps(20)
    seen = field.seen()

    def forward() -> torch.Tensor:
        with torch.no_grad(), autocast(device):
            said = network(seen.planes, seen.vector)
        return field.rules.logits(said, seen.allowed)

    def features() -> object:
        with torch.no_grad():
            return network.features(seen.planes, seen.vector)

    logits = forward()
    actions = sample(logits)
    works: dict[str, Callable[[], object]] = {
        "seen": field.seen,
        "step": lambda: field.step(actions),
        "results": field.results,
        "choose": lambda: field.batch.choose("concave"),
        "features": features,
        "forward": forward,
        "sample": lambda: sample(logits),
    }
    told = {name: round(1000 * timed(work, device), 3) for name, work in works.items()}
    tell(parts_ms=told, games=games, width=width, blocks=blocks)


def timed(work: Callable[[], object], device: str, repeats: int = 10) -> float:
    for _ in range(2):
        work()
    wait(device)
    start = time.perf_counter()
    for _ in range(repeats):
        work()
    wait(device)
    return (time.perf_counter() - start) / repeats


def wait(device: str) -> None:
    if device == "cuda":
        torch.cuda.synchronize()


def throughput(device: str, updates: int, **settings: Any) -> None:
    """Decisions a second, played and learned from."""
    with TemporaryDirectory() as folder:
        told: list[dict[str, Any]] = []
        chosen = Settings(mix=(0, 1, 0, 0), **settings)
        training = Training(chosen, device, Path(folder) / "try.pt", told.append)
        for _ in range(updates):
            training.update()
        last = told[2:] or told
        count = sum(each["decisions_here"] for each in last)
        playing, learning = (sum(each[name] for each in last) for name in ("playing", "learning"))
        memory = torch.cuda.max_memory_allocated() / 2**30 if device == "cuda" else 0.0
        tell(
            **settings,
            decisions_per_s=round(count / (playing + learning)),
            playing_per_s=round(count / playing),
            learning_per_s=round(count / learning),
            gib=round(memory, 1),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda", choices=["cpu", "cuda"])
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--updates", type=int, default=6)
    options = parser.parse_args()
    device, games = options.device, options.games
    attempt(no_copies, device)
    if device == "cuda":
        attempt(no_copies_in_jax)
    attempt(agreement, device)
    attempt(parts, device, games, 32, 6)
    attempt(lambda: throughput(device, options.updates, games=games, batch=min(8192, 4 * games)))
    if device == "cuda":
        attempt(lambda: throughput(device, options.updates, games=2 * games, batch=16384))
        attempt(lambda: throughput(device, options.updates, games=games, width=48))


if __name__ == "__main__":
    main()
