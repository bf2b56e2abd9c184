"""Games played at the terminal, from the first line typed to the last word."""

import json
import re
from pathlib import Path

import pytest

from axio.rules import Record, read_record
from axio.rules.tracks import low

from .helpers import GAMES, axio, script

TABLES = [
    (game, seats, bots)
    for game in GAMES
    for seats, bots in [(1, ()), (2, ("random",)), (2, ()), (3, ("greedy",))]
]


@pytest.mark.parametrize(("game", "seats", "bots"), TABLES)
def test_a_whole_game(game: str, seats: int, bots: tuple[str, ...], tmp_path: Path) -> None:
    """Solo, against a bot, two people, two people and a bot: the typed game is told once and kept."""
    played = script(game, seats, bots)
    kept = tmp_path / "game.json"
    told = axio("terminal", *played.options, "--save", kept, typed=played.lines).stdout
    record = read_record(kept.read_bytes())
    assert [str(move) for move in record.moves] == played.moves
    assert "result" in json.loads(kept.read_text("utf-8"))
    heads = re.findall(r"^(?:You|Player \d|random|greedy): (\S+)", told, re.MULTILINE)
    people = range(seats - len(bots))
    if len(people) == 1:
        assert heads == played.moves
    else:  # a move in the middle of a turn is told to its player, and then to the next
        turns = [step for step in record.steps() if step.before.seat in people]
        again = [step for step in turns if step.after.to_move == step.before.seat]
        assert sorted(heads) == sorted([*played.moves, *(str(step.move) for step in again)])
    check_last_word(told.splitlines(), record)


def check_last_word(lines: list[str], record: Record) -> None:
    """At the end stand all places in order, each with its sorted scores, and one sentence on why."""
    outcome, seats = record.outcome, record.seats
    assert outcome is not None
    places = [line.split() for line in lines[-1 - seats : -1]]
    assert [int(words[0][:-1]) for words in places] == sorted(outcome.ranking)
    ordered = sorted(map(low, record.final.tracks), reverse=True)
    colours = len(record.final.game.colours)
    assert [tuple(map(int, words[-colours:])) for words in places] == ordered
    assert lines[-2 - seats].startswith("The game is over: ")
    assert lines[-1].endswith(".")
    assert any(word in lines[-1] for word in ("win", "finish"))
