"""Golden games: same seed and same moves give the same game, in every version and on every machine."""

import json

import pytest

from axio.rules import read_record

from .golden import FOLDER, NAMES, of_state


def test_no_golden_game_is_missing() -> None:
    """There is a random and a greedy game for every game and every number of seats, and no other file."""
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{name}.json" for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_golden_game(name: str) -> None:
    """The record replays, its result holds, and every ply has the legal moves, tracks and racks it had."""
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    record, plies = read_record(text), json.loads(text)["plies"].split()
    assert f"{record.game}-{record.seats}" == name.rpartition("-")[0]
    assert [of_state(state) for state in (record.opening, *(step.after for step in record.steps()))] == plies
    assert record.final.over
    assert record.result() == json.loads(text)["result"]
