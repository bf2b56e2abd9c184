"""Golden games: records with a digest of every ply. `python -m tests.rules.golden` writes those that miss."""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from axio.rules import Record, State
from tests import naive

from .playing import TABLES, chance, greedy, steps

FOLDER = Path(__file__).parent.parent / "data" / "golden"
KINDS = {"random": chance, "greedy": greedy}
NAMES = [f"{name}-{seats}-{kind}" for name, seats in TABLES for kind in KINDS]


def digest(legal: int, tracks: Iterable[Iterable[int]], racks: Iterable[Iterable[str]]) -> str:
    """Six letters that change with the number of legal moves, the tracks or the racks."""
    facts = [legal, [list(row) for row in tracks], [list(rack) for rack in racks]]
    return sha256(json.dumps(facts).encode()).hexdigest()[:6]


def of_state(state: State) -> str:
    return digest(len(state.legal_moves), state.tracks, state.racks)


def replayed_naively(record: dict[str, Any]) -> list[str]:
    """The digests a second implementation finds."""
    game = naive.Game(record["game"], record["seats"], record["seed"])
    digests = [digest(len(game.legal()), game.scores, game.racks)]
    for move in record["moves"]:
        game.play(move)
        digests.append(digest(len(game.legal()), game.scores, game.racks))
    return digests


def write(name: str) -> None:
    game, seats, kind = name.split("-")
    made = steps(game, int(seats), f"golden {name}", KINDS[kind])
    record = Record(game, int(seats), f"golden {name}", tuple(step.move for step in made))
    data = record.as_data()
    data["plies"] = " ".join(replayed_naively(data))
    (FOLDER / f"{name}.json").write_text(json.dumps(data) + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in NAMES:
        if not (FOLDER / f"{each}.json").exists():
            write(each)
