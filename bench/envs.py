"""How fast the PettingZoo environments are, beside MOMAland's hex game in the same run.

Unwrapped, random legal choices by mask, every observation looked at. Ours and theirs take turns in short
bursts of CPU time, so that whatever else the machine does hits both alike.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from axio.envs import axio_v2, hex_v2, rota_v2
from bench.momaland_hex import SIZE

BURSTS = 9
BURST_SECONDS = 0.4
OURS = {"axio": axio_v2, "hex": hex_v2, "rota": rota_v2}


def playing(env: Any) -> Callable[[int], int]:
    """Something that plays one game and says how many choices were made."""
    chance = np.random.default_rng(7)

    def play(seed: int) -> int:
        env.reset(seed=seed)
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"].view(np.bool_))
            env.step(int(legal[int(chance.random() * len(legal))]))
            steps += 1
        return steps

    return play


def rate(play: Callable[[int], int], seconds: float) -> float:
    """Choices a second."""
    steps, games, start = 0, 0, process_time()
    while process_time() - start < seconds:
        steps += play(games)
        games += 1
    return steps / (process_time() - start)


def main() -> None:
    from momaland.envs.ingenious import moingenious_v0

    theirs = playing(moingenious_v0.raw_env(**SIZE))
    faces = {(name, seats): playing(OURS[name].raw_env(seats=seats)) for name in OURS for seats in (2, 3, 4)}
    for play in faces.values():
        play(0)  # compiled code is loaded before anything is measured
    rates: dict[tuple[str, int], list[float]] = {face: [] for face in faces}
    ratios: dict[tuple[str, int], list[float]] = {face: [] for face in faces}
    anchor: list[float] = []
    for burst in range(BURSTS):
        for face, play in faces.items():
            anchor.append(rate(theirs, BURST_SECONDS / 2))
            rates[face].append(rate(play, BURST_SECONDS / 2))
            ratios[face].append(rates[face][-1] / anchor[-1])
        if sys.stderr.isatty():
            print(f"\r  {burst + 1}/{BURSTS}", end="\r", file=sys.stderr, flush=True)
    print(f"PettingZoo, unwrapped, random steps/s (medians of {BURSTS} bursts in turn)")
    print(f"  momaland moingenious_v0, hex for two  {statistics.median(anchor):8.0f}")
    for (name, seats), found in rates.items():
        ratio = statistics.median(ratios[name, seats])
        print(f"  axio {name}_v1, {seats} seats{'':<15}{statistics.median(found):8.0f}   {ratio:5.1f} ×")


if __name__ == "__main__":
    main()
