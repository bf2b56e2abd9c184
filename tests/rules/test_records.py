"""Saved games: what is written, what is read again, how early ends count."""

import json
from collections.abc import Iterator

import pytest

from axio.rules import IllegalMove, Malformed, Record, Step, parse_move, read_record
from axio.rules.proof import Proof, commitment_of, seed_from
from axio.rules.record import End, Player
from tests import naive

from .playing import GAMES, TABLES, greedy, steps

SECRET, NONCES = bytes(range(32)), (b"\x11" * 16, b"\x22" * 16)
PROOF = Proof(commitment_of(SECRET), SECRET, NONCES)


def played(name: str, seats: int, seed: str, plies: int | None = None) -> Record:
    return Record(name, seats, seed, tuple(step.move for step in steps(name, seats, seed, greedy))[:plies])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_written_and_read_again(name: str, seats: int) -> None:
    """A record, written and read, is the same record, from text and from bytes."""
    whole = played(name, seats, "Straße 7")
    for plies in (0, 5, len(whole.moves)):
        record = Record(name, seats, whole.seed, whole.moves[:plies])
        assert read_record(record.text()) == record
        assert read_record(record.text().encode()) == record


@pytest.mark.parametrize("name", GAMES)
def test_another_program_reads_it(name: str) -> None:
    """A program written from the rules alone replays the record and finds the same result."""
    record = played(name, 2, "other")
    checked = naive.check_record(json.loads(record.text()))
    assert record.outcome is not None
    assert checked.scores == [list(tracks) for tracks in record.final.tracks]
    assert checked.ranking == list(record.outcome.ranking)
    assert checked.winners == list(record.outcome.winners)
    assert checked.ending == record.outcome.ending


def test_what_a_record_holds() -> None:
    """Format, rules version, game, seats, seed, moves; nothing that can be computed while it runs."""
    record = Record("axio", 2, "7", (parse_move("Oe7-Ge8"),))
    assert json.loads(record.text()) == {
        "format": "axio-record/1",
        "rules": 1,
        "game": "axio",
        "seats": 2,
        "seed": "7",
        "moves": ["Oe7-Ge8"],
    }
    assert "\n" not in record.text()


def test_a_finished_game_carries_its_result() -> None:
    """When the game is over the result stands in the record: scores, ranking, winners, ending."""
    record = played("rota", 2, "result")
    assert record.outcome is not None
    assert json.loads(record.text())["result"] == {
        "scores": [list(tracks) for tracks in record.final.tracks],
        "ranking": list(record.outcome.ranking),
        "winners": list(record.outcome.winners),
        "ending": "stacks",
    }


def test_everything_optional_round_trips() -> None:
    """Players, proof, start and site are written and read again."""
    players = ((Player("Ada"), Player("careful@1", 3)), (Player("Бо", 0),))
    record = Record(
        "rota", 2, seed_from(SECRET, NONCES), (), players, None, PROOF, "2026-01-01T00:00:00Z", "a table"
    )
    assert read_record(record.text()) == record
    assert json.loads(record.text())["players"][0][1] == {"name": "careful@1", "from": 3}


def test_states_by_ply() -> None:
    """The state after n moves is the n-th of the game; 0 is the deal."""
    record = played("axio", 3, "plies")
    made = list(record.steps())
    assert record.state(0) == record.opening == made[0].before
    assert [record.state(ply + 1) for ply in range(len(made))] == [step.after for step in made]
    assert record.final == made[-1].after


def test_moves_may_come_in_either_order() -> None:
    """A reader takes halves in either order; the record it gives writes them canonically."""
    data = json.loads(Record("axio", 2, "7").text()) | {"moves": ["Ge8-Oe7"]}
    assert json.loads(read_record(json.dumps(data)).text())["moves"] == ["Oe7-Ge8"]


def test_unknown_keys_are_ignored() -> None:
    """Keys a reader does not know say nothing about the game."""
    data = json.loads(Record("hex", 4, "7").text()) | {"clock": [1, 2], "": None, "Format": 9}
    assert read_record(json.dumps(data)) == Record("hex", 4, "7")


def test_an_illegal_move_has_its_number() -> None:
    """Moves are numbered from 1; the error names the number, the reason and the values."""
    record = Record("axio", 2, "7", tuple(map(parse_move, ["Oe7-Ge8", "Rd5-Rd4", "Ge8-Oe7"])))
    with pytest.raises(IllegalMove, match=r"^move 3: e7 is not empty$") as caught:
        read_record(record.text())
    assert (caught.value.number, caught.value.reason) == (3, "occupied")
    assert [step.move for step in safely(record)] == list(record.moves[:2])


def safely(record: Record) -> Iterator[Step]:
    try:
        yield from record.steps()
    except IllegalMove:
        return


def test_a_move_after_the_end_is_illegal() -> None:
    """A finished game with one more move is refused, at that move."""
    record = played("rota", 1, "over")
    longer = Record("rota", 1, "over", (*record.moves, record.moves[-1]))
    with pytest.raises(IllegalMove, match=f"^move {len(longer.moves)}: the game is over"):
        read_record(longer.text())


@pytest.mark.parametrize("by", ["time", "resign"])
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_whoever_left_is_last(by: str, gone: int) -> None:
    """A game stopped by time or resigning ranks that seat last, the others by their scores."""
    record = played("axio", 3, "early", 30)
    stopped = Record(record.game, record.seats, record.seed, record.moves, (), End(by, gone))
    again = read_record(stopped.text())
    assert again == stopped
    assert again.outcome is not None
    assert (again.outcome.ending, again.outcome.ranking[gone]) == (by, 3)
    scores = [sorted(tracks) for tracks in record.final.tracks]
    others = [seat for seat in range(3) if seat != gone]
    assert (again.outcome.ranking[others[0]] < again.outcome.ranking[others[1]]) == (
        scores[others[0]] > scores[others[1]]
    )
    assert "result" not in json.loads(stopped.text())


@pytest.mark.parametrize("seat", [None, 0])
def test_an_agreed_end_ranks_as_it_stands(seat: int | None) -> None:
    """An agreed end ranks everyone by the scores at that moment."""
    record = played("hex", 2, "early", 20)
    stopped = Record(record.game, record.seats, record.seed, record.moves, (), End("agreed", seat))
    again = read_record(stopped.text())
    scores = [sorted(tracks) for tracks in record.final.tracks]
    expected = tuple(1 + sum(other > own for other in scores) for own in scores)
    assert again.outcome is not None
    assert (again.outcome.ranking, again.outcome.ending, again.end) == (
        expected,
        "agreed",
        End("agreed", seat),
    )


def test_an_unfinished_game_has_no_outcome() -> None:
    """A game that runs has neither outcome nor result."""
    record = played("hex", 2, "early", 20)
    assert (record.outcome, record.result(), record.final.over) == (None, None, False)


def test_a_record_with_a_proof_is_checked() -> None:
    """The published proof holds for its seed, and travels with the record."""
    record = Record("axio", 2, seed_from(SECRET, NONCES), (), (), None, PROOF)
    assert read_record(record.text()).proof == PROOF
    upper = record.text().replace(SECRET.hex(), SECRET.hex().upper())
    assert read_record(upper).proof == PROOF


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"moves": ["keep"] * 95_000}, "moves: found 95000, but the game is over after 200 at most"),
        ({"seed": "7" * 1001}, "seed: found 1001 characters"),
        ({"site": "x" * 1001}, "site: found 1001 characters"),
        ({"players": [[{"name": "x" * 1001}], []]}, "players: name: found 1001 characters"),
        ({"players": [[{"name": "x"}] * 202, []]}, "players: expected"),
        ({"players": [[{"name": "x", "from": 201}], []]}, "players: found"),
    ],
)
def test_a_record_is_no_longer_than_a_game(change: dict[str, object], text: str) -> None:
    """What no game can have is refused before anything is done with it."""
    data = Record("axio", 2, "7").as_data() | change
    with pytest.raises(Malformed, match=f"^{text}"):
        read_record(json.dumps(data))
