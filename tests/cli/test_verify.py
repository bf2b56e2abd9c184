"""`axio verify` finds what there is to find, and says it the way programs and people expect."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from axio.rules import Record, deal, read_record
from axio.rules.proof import Proof, commitment_of, seed_from
from axio.rules.record import End

from .helpers import GAMES, SEATS, axio, process, random_record

FIELDS = ["file", "ok", "error", "over", "scores", "ranking", "winners", "to_move", "legal"]
PROVEN = seed_from(bytes(32), (bytes(16), bytes(16)))
PROOF = Proof(commitment_of(bytes(32)), bytes(32), (bytes(16), bytes(16)))


def saved(folder: Path, record: Record, name: str = "game.json", **changes: Any) -> Path:
    """A record in a file, with some of its keys changed."""
    path = folder / name
    path.write_text(json.dumps(record.as_data() | changes), encoding="utf-8")
    return path


def verified(*words: str | Path, code: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line) for line in axio("verify", *words, "--json", code=code).stdout.splitlines()]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("game", GAMES)
def test_a_sound_game_is_told_as_it_is(game: str, seats: int, tmp_path: Path) -> None:
    """Scores, ranking, winners, who is to move and the legal moves are those that a replay gives."""
    whole = random_record(game, seats, "7")
    for plies in (0, 1, len(whole.moves) // 2, len(whole.moves)):
        path = saved(tmp_path, replace(whole, moves=whole.moves[:plies]))
        state = deal(game, seats, "7")
        for move in whole.moves[:plies]:
            state = state.play(move).after
        [told] = verified(path, "--moves")
        assert list(told) == [*FIELDS, "moves"]
        assert told["file"] == str(path)
        assert (told["ok"], told["error"], told["over"]) == (True, None, state.over)
        assert told["scores"] == [list(tracks) for tracks in state.tracks]
        assert told["ranking"] == (list(state.outcome.ranking) if state.outcome else None)
        assert told["winners"] == (list(state.outcome.winners) if state.outcome else None)
        assert told["to_move"] == state.to_move
        assert told["legal"] == len(told["moves"]) == len(state.legal_moves)
        assert told["moves"] == [str(move) for move in state.legal_moves]


def test_without_moves_there_is_no_such_field(tmp_path: Path) -> None:
    """`moves` is there only when it is asked for, whether the game holds or not."""
    good = saved(tmp_path, random_record("axio", 2, "7", 3))
    bad = saved(tmp_path, random_record("axio", 2, "7", 3), "bad.json", rules=2)
    assert [list(told) for told in verified(good, bad, code=1)] == [FIELDS, FIELDS]
    assert [list(told) for told in verified(good, bad, "--moves", code=1)] == [[*FIELDS, "moves"]] * 2


@pytest.mark.parametrize(
    ("end", "ranking"), [(End("resign", 0), [2, 1]), (End("time", 1), [1, 2]), (End("agreed", None), None)]
)
def test_a_game_broken_off_is_over(end: End, ranking: list[int] | None, tmp_path: Path) -> None:
    """With an early end nobody is to move, and the ranking puts whoever left last."""
    record = replace(random_record("hex", 2, "7", 9), end=end)
    [told] = verified(saved(tmp_path, record), "--moves")
    assert record.outcome is not None
    assert told["ranking"] == (ranking or list(record.outcome.ranking))
    assert told["winners"] == list(record.outcome.winners)
    assert (told["ok"], told["over"], told["to_move"], told["legal"], told["moves"]) == (
        True,
        True,
        None,
        0,
        [],
    )
    assert f"ended by {end.by}" in axio("verify", tmp_path / "game.json").stdout


def test_a_proof_is_checked(tmp_path: Path) -> None:
    """A proof that holds is named, and one that does not makes the game fail."""
    record = Record("axio", 2, PROVEN, proof=PROOF)
    path = saved(tmp_path, record)
    assert "proof checked" in axio("verify", path).stdout
    wrong = saved(tmp_path, record, "wrong.json", proof=PROOF.as_data() | {"secret": "11" * 32})
    foreign = saved(tmp_path, record, "foreign.json", seed="7")
    assert "commitment" in axio("verify", wrong, code=1).stdout
    assert "do not make this seed" in axio("verify", foreign, code=1).stdout
    assert "no proof" in axio("verify", saved(tmp_path, random_record("axio", 2, "7", 2))).stdout


WHOLE = random_record("axio", 2, "7")
TEXTS = [str(move) for move in WHOLE.moves]
BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "an illegal move": ({"moves": [*TEXTS[:4], TEXTS[3]]}, "move 5: "),
    "not a move": ({"moves": [*TEXTS[:6], "Re4-"]}, "move 7: 'Re4-' is not a move"),
    "not a text": ({"moves": [*TEXTS[:2], 5]}, "move 3: found 5"),
    "a move after the end": ({"moves": [*TEXTS, TEXTS[0]]}, f"move {len(TEXTS) + 1}: the game is over"),
    "an answer nobody asked for": ({"moves": ["keep"]}, "move 1: nothing is being asked"),
    "a result that is not so": ({"result": {"ranking": [7, 7]}}, "result: ranking"),
    "a result too early": ({"moves": TEXTS[:3], "result": {"winners": [0]}}, "result: the game is not over"),
    "an end after the end": ({"end": {"by": "resign", "seat": 0}}, "end: "),
    "an end by nobody": ({"moves": TEXTS[:3], "result": None, "end": {"by": "time"}}, "end: expected `seat`"),
    "rules of the future": ({"rules": 2}, "rules: found 2, expected 1"),
    "another format": ({"format": "pgn"}, "format: found 'pgn'"),
    "no such game": ({"game": "go"}, "'go' is not a game: expected one of axio, rota, hex"),
    "too many seats": ({"seats": 5}, "5 is not a number of seats"),
    "no seed": ({"seed": None}, "seed: expected a text"),
    "moves that are no list": ({"moves": "Re4-Bf4"}, "moves: expected a list"),
    "half a proof": ({"proof": {"commitment": "00"}}, "proof: expected"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_record_fails_with_the_reason(what: str, tmp_path: Path) -> None:
    """Whatever is wrong with a record: exit code 1, the reason with the move's number, and nothing else."""
    changes, reason = BROKEN[what]
    path = saved(tmp_path, WHOLE, **changes)
    [told] = verified(path, code=1)
    assert told["error"].startswith(reason)
    assert (told["ok"], {told[key] for key in FIELDS[3:]}) == (False, {None})
    human = axio("verify", path, code=1).stdout
    assert human.startswith(f"✗ {path}: {reason}")
    assert len(human.splitlines()) == 1


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe\x00", b"7", b"[" * 100_000, b'{"rules": NaN}']
)
def test_a_file_that_is_no_record_fails(content: bytes, tmp_path: Path) -> None:
    """Any bytes are answered with a sentence and exit code 1."""
    path = tmp_path / "game.json"
    path.write_bytes(content)
    [told] = verified(path, code=1)
    assert told["ok"] is False
    assert told["error"]


def test_a_file_that_cannot_be_read_fails_and_the_others_are_checked(tmp_path: Path) -> None:
    """A missing file and a folder count as failed, with their reasons, and do not stop the rest."""
    good = saved(tmp_path, WHOLE)
    told = verified(tmp_path / "none.json", tmp_path, good, code=1)
    assert [each["ok"] for each in told] == [False, False, True]
    assert told[0]["error"] == "no such file or directory"
    assert told[1]["error"] == "is a folder, expected a file"
    lines = axio("verify", tmp_path / "none.json", good, code=1).stdout.splitlines()
    assert [line[0] for line in lines] == ["✗", "✓"]


def test_a_line_for_people_says_who_won(tmp_path: Path) -> None:
    """A finished game names its winner, an unfinished one whose turn it is and how many moves there are."""
    assert WHOLE.outcome is not None
    line = axio("verify", saved(tmp_path, WHOLE)).stdout
    assert f"over, seat {WHOLE.outcome.winners[0]} wins" in line
    assert f"{len(TEXTS)} moves" in line
    line = axio("verify", saved(tmp_path, replace(WHOLE, moves=WHOLE.moves[:3]))).stdout
    state = replace(WHOLE, moves=WHOLE.moves[:3]).final
    assert f"seat {state.seat} to move, {len(state.legal_moves)} legal moves" in line


def test_standard_input_and_odd_output(tmp_path: Path) -> None:
    """`-` reads standard input, and a stream that cannot carry ✓ gets a word instead."""
    text = WHOLE.text().encode()
    done = process("verify", "-", "--json", typed=text)
    assert (done.returncode, done.stderr) == (0, b"")
    told = json.loads(done.stdout)
    assert (told["file"], told["ok"]) == ("-", True)
    done = process("verify", "-", typed=text, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.stdout.startswith(b"ok -: axio, 2 seats; ")
    assert process("verify", "-", typed=b"{").returncode == 1


def test_usage(tmp_path: Path) -> None:
    """No file at all is bad usage, not a failed check."""
    assert "FILE" in axio("verify", code=2).stderr
    assert "Examples" in axio("verify", "--help").stdout


def test_what_is_written_can_be_read_again(tmp_path: Path) -> None:
    """The records these tests begin from are themselves sound."""
    assert read_record(WHOLE.text()) == WHOLE
