"""Training: whether the kernel's memory is shared, and how fast lessons are made and learned.

`python -m bench.learning` prints one JSON object a line; `--device cuda` tries the same with a GPU.
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

from axio.kernel import Batch
from axio.kernel.host.selfplay_batch import selfplay
from axio.learn.results import Results
from axio.learn.settings import Settings
from axio.learn.training import Training
from axio.rules import game, game_names


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def attempt(what: Callable[..., Any], *args: Any) -> None:
    """A part that fails says so, and the next one still runs."""
    try:
        what(*args)
    except Exception as fault:
        tell(failed=what.__name__, why=f"{type(fault).__name__}: {fault}"[:400])


def shared(array: Any) -> torch.Tensor:
    """The kernel's array as a tensor over the same memory."""
    if isinstance(array, np.ndarray):
        return torch.from_numpy(array)
    tensor: torch.Tensor = torch.as_tensor(array, device="cuda")
    return tensor


def address(array: Any) -> int:
    face = array.__array_interface__ if isinstance(array, np.ndarray) else array.__cuda_array_interface__
    return int(face["data"][0])


def no_copies(device: str) -> None:
    """The kernel's arrays and the tensors made of them begin at the same address."""
    start = time.perf_counter()
    batch = Batch("axio", 2, 256, 1, device)
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

    found, _ = Batch("axio", 2, 256, 1, "cuda").legal()
    taken = jax.dlpack.from_dlpack(shared(found))
    tell(shared_with_jax=taken.unsafe_buffer_pointer() == address(found), jax=jax.__version__)


def playing(games: int) -> None:
    """Lessons a second, for every game and number of seats."""
    for name in game_names():
        for seats in (1, 2, 3, 4):
            selfplay(game(name, seats), 8)
            start = time.perf_counter()
            count = len(selfplay(game(name, seats), games, 1))
            tell(game=name, seats=seats, lessons_per_s=round(count / (time.perf_counter() - start)))


def throughput(device: str, updates: int) -> None:
    """Lessons a second, made and learned from."""
    with TemporaryDirectory() as folder:
        told: list[dict[str, Any]] = []
        settings = Settings(mix=(0, 1, 0, 0))
        training = Training(settings, Results(settings), device, Path(folder) / "try.pt", told.append)
        for _ in range(updates):
            training.update()
        last = told[2:] or told
        count = sum(each["lessons_here"] for each in last)
        making, learning = (sum(each[name] for each in last) for name in ("playing", "learning"))
        tell(device=device, made_per_s=round(count / making), learned_per_s=round(count / learning))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--updates", type=int, default=6)
    options = parser.parse_args()
    attempt(no_copies, options.device)
    if options.device == "cuda":
        attempt(no_copies_in_jax)
    attempt(playing, options.games)
    attempt(throughput, options.device, options.updates)


if __name__ == "__main__":
    main()
