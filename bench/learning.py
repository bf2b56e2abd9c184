"""Training: how fast samples are made, and how fast they are learned from.

`python -m bench.learning` prints one JSON object a line; `--device cuda` learns on a GPU.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from axio.arena.workers import INLINE
from axio.learn.samples import Outcomes, outcomes
from axio.learn.settings import TrainingSettings
from axio.learn.training import Training
from axio.rules import game_names


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def sampling(games: int) -> None:
    """Samples a second, for every game and number of seats."""
    for name in game_names():
        for seats in (1, 2, 3, 4):
            outcomes(name, seats, 8, 0)
            start = time.perf_counter()
            count = len(outcomes(name, seats, games, 1))
            tell(game=name, seats=seats, samples_per_s=round(count / (time.perf_counter() - start)))


def throughput(device: str, updates: int) -> None:
    """Samples a second, made and learned from."""
    with TemporaryDirectory() as folder:
        told: list[dict[str, Any]] = []
        settings = TrainingSettings(mix=(0, 1, 0, 0))
        path = Path(folder) / "try.npz"
        training = Training(settings, Outcomes(settings, INLINE), device, path, told.append)
        for _ in range(updates):
            training.update()
    last = told[2:] or told
    count = sum(each["new_samples"] for each in last)
    making, learning = (sum(each[name] for each in last) for name in ("sampling", "learning"))
    tell(device=device, made_per_s=round(count / making), learned_per_s=round(count / learning))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--updates", type=int, default=6)
    options = parser.parse_args()
    sampling(options.games)
    throughput(options.device, options.updates)


if __name__ == "__main__":
    main()
