"""Nobody sees what they may not know: two games that differ only in hidden tiles print the same."""

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from axio.cli import narration, show
from axio.cli.screen import Screen
from axio.rules import Cell, Observation, Place, Record, State, deal, parse_move

from .helpers import GAMES, SEATS, axio, random_record, script

BEGIN = (Cell(4, 8), Cell(4, 9))  # a spot for a first tile


@cache
def twins(seat: int) -> tuple[str, str, str]:
    """Two seeds that deal a seat the same rack and the other different ones; a first move for both."""
    dealt: dict[tuple[str, ...], list[State]] = defaultdict(list)
    seeds = {}
    for number in range(20_000):
        state = deal("axio", 2, str(number))
        seeds[state.key] = str(number)
        for other in dealt[state.racks[seat]]:
            common = set(state.racks[0]) & set(other.racks[0])
            if common and set(state.racks[1 - seat]) != set(other.racks[1 - seat]):
                return seeds[other.key], seeds[state.key], str(Place(min(common), BEGIN))
        dealt[state.racks[seat]].append(state)
    raise AssertionError("no two deals alike")


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("form", [[], ["--svg", "-"], ["--svg", "-", "--theme", "dark"]])
def test_a_shown_seat_knows_nothing_of_other_racks(plies: int, form: list[str], tmp_path: Path) -> None:
    """`show --seat` gives the same bytes for games that this seat cannot tell apart."""
    *seeds, move = twins(1)
    told = []
    for seed in seeds:
        record = Record("axio", 2, seed, (parse_move(move),)[:plies])
        path = tmp_path / "game.json"
        path.write_text(record.text(), encoding="utf-8")
        told.append(axio("show", path, "--seat", "1", *form).stdout)
    assert told[0] == told[1]
    assert len(told[0]) > 100


def test_a_spectator_knows_no_rack(tmp_path: Path) -> None:
    """Without a seat, `show` draws what everyone may know."""
    *seeds, move = twins(1)
    told = []
    for seed in seeds:
        path = tmp_path / "game.json"
        path.write_text(Record("axio", 2, seed, (parse_move(move),)).text(), encoding="utf-8")
        told.append(axio("show", path).stdout + axio("show", path, "--svg", "-").stdout)
    assert told[0] == told[1]


def test_a_person_against_a_bot_knows_nothing_of_its_rack() -> None:
    """Board, rack, counts, unseen tiles and hint at the first question are the same for the same rack."""
    one, other, _ = twins(0)
    typed = ["unseen", "moves", "moves e8", "hint", "rules", "help", "board", "zz", "Re4-Re6"]
    told = [axio("terminal", "--seed", seed, typed=typed).stdout for seed in (one, other)]
    assert told[0] == told[1]
    assert "Try " in told[0]


def test_the_next_person_knows_nothing_of_the_last_rack() -> None:
    """At a shared keyboard all that is printed from a hand-over on is the same for the same rack."""
    one, other, move = twins(1)
    typed = ["", move, "", "unseen", "moves", "moves e8", "hint", "board"]
    told = [axio("terminal", "--seats", "2", "--seed", seed, typed=typed).stdout for seed in (one, other)]
    assert told[0] != told[1]
    after = [text.partition(f"Player 1, place a tile: {move}\n")[2] for text in told]
    assert after[0] == after[1]
    assert "Player 2 is next" in after[0]
    assert "Try " in after[0]


def test_a_hand_over_tells_no_draw() -> None:
    """Between two people stands only what both may know, however long the game goes on."""
    played = script("axio", 2)
    told = axio("terminal", *played.options, typed=played.lines).stdout
    assert told.count(" is next: ") > 30
    assert "drew" not in told.replace("and drew a new rack", "")


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_made_of_observations(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every ply and for every seat, what goes into a picture is what that seat may know, and no state."""
    drawn: list[object] = []

    def catch(position: object, **_: object) -> str:
        drawn.append(position)
        return ""

    monkeypatch.setattr(narration, "text", catch)
    monkeypatch.setattr(show, "svg", catch)
    for seats in SEATS:
        record = random_record(game, seats, "7", 9)
        for seat in (None, *range(seats)):
            snapshot = show.Snapshot(record, 9, seat)
            snapshot.tell(Screen())
            snapshot.drawn("light")
            assert [type(position) for position in drawn] == [Observation] * 2
            assert drawn == [record.state(9).observe(seat)] * 2
            drawn.clear()
