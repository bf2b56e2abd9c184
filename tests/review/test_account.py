"""A review adds up, says the same every time, and reads back as it was written."""

import json
from dataclasses import replace

import pytest

from axio.review import Review, review
from axio.review.account import ACCOUNT_ROWS
from axio.rules import Malformed, Record
from axio.rules.record import End

from .games import played

PARTS = [part for part in ACCOUNT_ROWS if part != "result"]
TABLES = [("axio", 1), ("axio", 2), ("axio", 3), ("rota", 1), ("rota", 4), ("hex", 2)]


def check(found: Review) -> None:
    """Every account closes, and what all seats win is one win."""
    for each in found.accounts:
        assert sum(getattr(each, part) for part in PARTS) == pytest.approx(each.result, abs=1e-9)
    if found.seats > 1:
        for values in found.values:
            assert sum(values) == pytest.approx(1, abs=1e-5)
        for draw in (*found.deal.draws, *(draw for ply in found.plies for draw in ply.draws)):
            assert sum(draw.luck) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_account_closes(game: str, seats: int) -> None:
    """Start, luck and decisions add up to the result for each seat, alone and with others."""
    record = played(game, seats)
    found = review(record, work=8)
    assert len(found.plies) == len(record.moves)
    check(found)
    assert Review.from_data(json.loads(json.dumps(found.as_data()))) == found


def test_the_same_work_and_key_give_the_same_bytes() -> None:
    """Twice the same review; another key gives other figures."""
    record = played("axio", 2)
    first, second, other = (json.dumps(review(record, work=16, key=key).as_data()) for key in ("a", "a", "b"))
    assert first == second
    assert first != other


@pytest.mark.parametrize("end", [End("resign", 0), End("time", 1), End("agreed", None)])
def test_a_game_that_stopped_early(end: End) -> None:
    """It is graded as far as it was played, and the account says what the stop brought each seat."""
    whole = played("axio", 2)
    found = review(replace(whole, moves=whole.moves[:9], end=end), work=40)
    assert (len(found.plies), found.ending) == (9, end.by)
    check(found)
    assert any(each.stopped for each in found.accounts)


def test_a_game_that_is_not_over_is_refused() -> None:
    """One sentence, and nothing is computed."""
    with pytest.raises(Malformed, match="the game is not over: expected a finished one to review"):
        review(Record("axio", 2, "7"))
    with pytest.raises(Malformed, match="0 is no budget of work: expected at least 1"):
        review(played("axio", 2), work=0)


@pytest.mark.parametrize("change", [{"version": 99}, {"plies": "x"}, {"accounts": [{}]}])
def test_what_is_no_review_is_refused(change: dict[str, object]) -> None:
    """Data of another version or form: one sentence."""
    data = review(played("rota", 1), work=8).as_data()
    with pytest.raises(Malformed, match=r"not a review|a review of version 99: expected 1"):
        Review.from_data({**data, **change})


def test_progress_is_told() -> None:
    """After each ply, how many of how many."""
    record, told = played("rota", 2), list[tuple[int, int]]()
    review(record, work=8, progress=lambda done, of: told.append((done, of)))
    count = len(record.moves)
    assert told == [(done, count) for done in range(1, count + 1)]
