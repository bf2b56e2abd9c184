"""`axio bot`: what a program is asked, and whether it can answer in every phase of the games."""

import json
import sys
from pathlib import Path

import pytest

from axio.arena.checkup import PHASES, check, same_again, sample, samples
from axio.bots import Budget, Choice, Greedy, Reason, make
from axio.bots.chance import Chance
from axio.rules import Keep, Malformed, Observation, game, game_names
from axio.rules.board import DominoBoard
from axio.rules.cells import Cell
from axio.rules.data import read_observation
from axio.rules.hexagon import DIRECTIONS

from .test_commands import EXAMPLE, axio, refused


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("game", game_names())
def test_samples_are_of_the_phase_they_name(game: str, seats: int) -> None:
    """Every phase a game can have is found, but for rota's bonus, which is rare."""
    found = {each.phase: each.view for each in samples(game, seats)}
    grid = game != "rota"
    wanted = {"first", "placement", "last"} | ({"bonus", "exchange"} if grid and seats > 1 else set())
    wanted |= set() if grid else {"naming"}
    assert wanted <= found.keys() <= set(PHASES)
    assert found["first"].first
    assert all(view.asked == (phase == "exchange") for phase, view in found.items() if phase != "last")
    assert all(view.owed for phase, view in found.items() if phase == "bonus")
    if "naming" in found:
        assert any("=" in str(move) for move in found["naming"].legal_moves)


def test_a_phase_that_is_not_there() -> None:
    """Asking for one gets the list of those there are."""
    with pytest.raises(Malformed, match="rota has no phase 'exchange': expected one of first, placement"):
        sample("rota", 2, "exchange")


def test_a_bot_that_plays_passes() -> None:
    """A row for each phase and number of seats, and a whole game for each game."""
    results = list(check(Greedy(), ("axio",)))
    assert [each for each in results if each.fault] == []
    assert [each.phase for each in results if each.seats == 2] == [
        *("first", "placement", "bonus", "exchange", "last", "whole game")
    ]
    assert same_again(Greedy(), "axio")


class Stubborn(Chance):
    """Keeps where it should exchange or keep, and everywhere else."""

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        return Choice(Keep(), (), Reason("random"))


def test_a_bot_that_does_not_fails_where_it_does() -> None:
    """What it gets right is right, what is wrong is told, and the check goes on to the end."""
    results = list(check(Stubborn(), ("axio",)))
    assert {each.phase for each in results if not each.fault} == {"exchange"}
    assert results[-1].phase == "whole game"
    assert "nothing is being asked here" in results[0].fault


def test_the_command_prints_a_question() -> None:
    """One line, as a program gets it, with the position, its moves and how it came about."""
    told = axio("bot", "question", "--game", "hex", "--phase", "bonus", "--seats", 3).stdout
    asked = json.loads(told)
    view = read_observation(asked["observation"])
    assert (view.game.name, view.game.seats, view.owed > 0) == ("hex", 3, True)
    assert asked["moves"] == [str(move) for move in view.legal_moves]
    assert len(asked["history"]) == asked["ply"] > 0
    assert refused("bot", "question", "--phase", "naming").startswith("axio: axio has no phase 'naming'")


def test_the_command_checks_a_program() -> None:
    """The example passes in every phase of a game."""
    told = axio("bot", "check", f"mine=exec:{sys.executable} {EXAMPLE}", "--game", "hex").stdout
    assert all(phase in told for phase in ("first", "bonus", "exchange", "last", "whole game"))


def test_the_command_tells_what_is_wrong(tmp_path: Path) -> None:
    """A program that answers at random from outside its question is told phase by phase."""
    path = tmp_path / "bot.py"
    path.write_text('import sys\nfor line in sys.stdin: print(\'{"move": "keep"}\', flush=True)\n')
    told = axio("bot", "check", f"mine=exec:{sys.executable} {path}", "--game", "axio", code=1).stderr
    assert "axio: axio, 2 seats, first: mine: nothing is being asked here" in told
    assert "2 seats, exchange" not in told
    assert told.splitlines()[-1].endswith("checks failed")


def test_a_program_that_hangs_is_not_asked_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After three answers too late the check stops and says so."""
    monkeypatch.setattr("axio.bots.program.START", 0.0)
    path = tmp_path / "bot.py"
    path.write_text("import time\ntime.sleep(60)\n")
    words = ("bot", "check", f"mine=exec:{sys.executable} {path}", "--patience", 0.1)
    told = axio(*words, code=1).stderr.splitlines()
    assert len(told) == 4
    assert all("mine: no answer within 0.1 s" in line for line in told[:3])
    assert told[3] == "axio: 3 of 3 checks failed; it took too long again and again, so the check stops"


def test_answers_that_differ_are_noticed(tmp_path: Path) -> None:
    """A program whose answers do not follow from the question is not reproducible."""
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys\n"
        "for n, line in enumerate(sys.stdin):\n"
        "    print(json.dumps({'move': json.loads(line)['moves'][n]}), flush=True)\n"
    )
    assert not same_again(make(f"exec:{sys.executable} {path}"), "axio")


DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "programmers" / "bots.md"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_document_names_the_printed_cells(seats: int) -> None:
    """Authors of programs read where the printed symbols are, and what a neighbour is, in the document."""
    text = DOCUMENT.read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith(("| 1, 2 |", f"| {seats} |")[seats > 2]))
    for name, cell in zip(("axio", "hex"), row.split("|")[2:4], strict=True):
        board = game(name, seats).board
        assert isinstance(board, DominoBoard)
        printed = {part.split()[1]: part.split()[0] for part in cell.split(",")}
        assert printed == {str(each): colour for each, colour in board.grid.printed.items()}
    around = " ".join(str(Cell(6, 6) + step) for step in DIRECTIONS)
    assert f"on hex `f6` has the neighbours `{around}`" in text
