"""OpenSpiel's playthroughs, kept small: long lines and drawn planes stand as digests.

`python -m tests.envs.playthroughs` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

import axio.envs.openspiel  # noqa: F401  # makes the game known

FOLDER = Path(__file__).parent.parent / "data" / "playthroughs"
GAMES = [(game, seats) for game in ("axio", "rota", "hex") for seats in (1, 2, 3, 4)]
LONGEST = 160
DRAWN = set("◯◉ ")


def path(game: str, seats: int) -> Path:
    return FOLDER / f"{game}_{seats}.txt"


def playthrough(game: str, seats: int) -> str:
    """A whole game at random, the same one every time."""
    lines = playthrough_lines(f"python_axio(game={game},seats={seats})", seed=7)
    return "\n".join(_short(lines)) + "\n"


def _short(lines: Iterable[str]) -> Iterator[str]:
    for drawn, group in groupby(lines, key=lambda line: bool(line) and set(line) <= DRAWN):
        if drawn:
            yield f"  {_digest(chr(10).join(group))}"
        else:
            yield from (line if len(line) <= LONGEST else f"{line[:80]}… {_digest(line)}" for line in group)


def _digest(text: str) -> str:
    return f"({len(text)} characters, {sha256(text.encode()).hexdigest()[:16]})"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in GAMES:
        path(*each).write_text(playthrough(*each), encoding="utf-8")
        print(path(*each).name)
