"""The analysis of a position: whole at every step, the same for the same key, and by what the mover knows."""

import json
from itertools import islice, pairwise
from random import Random

import pytest

from axio.review import Analysis, analyse, analysis
from axio.review.analysis import FIRST_STEP, SHOWN, steps_of
from axio.review.grading import grade
from axio.rules import Malformed, Record, State, deal, parse_move, parse_position
from tests.cli.helpers import axio

from .games import played

WORK = 300


def middle(game: str, seats: int = 2, seed: str = "7") -> State:
    """A position in the middle of a game of bots, in which a tile is to be placed."""
    record = played(game, seats, seed=seed)
    half = len(record.moves) // 2
    return next(step.before for step in islice(record.steps(), half, None) if not step.before.asked)


def last(position: State, **wanted: object) -> Analysis:
    *_, found = analyse(position, work=WORK, **wanted)  # type: ignore[arg-type]
    return found


def test_work_doubles_from_step_to_step() -> None:
    """The first step is quick, and the last one has all of the work."""
    steps = steps_of(24_000)
    assert steps[-1] == 24_000 and FIRST_STEP <= steps[0] < 2 * FIRST_STEP
    assert all(2 * a == b for a, b in pairwise(steps))
    assert steps_of(10) == [10]


@pytest.mark.parametrize(("game", "seats"), [("axio", 2), ("rota", 4), ("hex", 3), ("axio", 1)])
def test_every_step_is_whole(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal moves, the best first, none above it, each with an error; the same again for the same key."""
    monkeypatch.setattr(analysis, "FIRST_STEP", WORK)
    position = middle(game, seats)
    steps = list(analyse(position, work=2 * WORK))
    assert [each.work for each in steps] == [WORK, 2 * WORK]
    assert steps[1].worlds > steps[0].worlds
    for each in steps:
        moves = [parse_move(move.move) for move in each.moves]
        assert 1 < len(moves) <= SHOWN and len(set(moves)) == len(moves)
        assert all(move in position.legal_moves for move in moves)
        values = [move.value for move in each.moves]
        assert values == sorted(values, reverse=True)
        assert all(move.reasons and move.error >= 0 for move in each.moves)
        assert Analysis.from_data(json.loads(json.dumps(each.as_data()))) == each
    assert list(analyse(position, work=2 * WORK)) == steps
    assert last(position, key="another").moves != last(position).moves


def test_what_the_mover_cannot_know_changes_nothing() -> None:
    """Other racks and draws are swapped: the same moves with the same values, unless racks are open."""
    state = middle("axio")
    swapped = state.observe(state.seat).sample("other")
    assert swapped.racks != state.racks
    assert last(swapped).moves == last(state).moves
    seen = parse_position(str(state.observe(state.seat)))
    assert last(seen).moves == last(state).moves  # type: ignore[arg-type]
    assert last(swapped, open_racks=True).moves != last(state, open_racks=True).moves


def test_it_agrees_with_the_review() -> None:
    """The review finds nothing wrong with the best move of an analysis."""
    for seed in ("7", "8", "9"):
        state = middle("rota", seed=seed)
        best = parse_move(last(state).moves[0].move)
        assert grade(state.observe(state.seat), best, 0, WORK, "judge").mark is None


def test_a_win_is_worth_a_win() -> None:
    """In the last position of a game every line is followed: the value is a share of a win."""
    record = played("rota", 2)
    step = list(record.steps())[-1]
    found = last(step.before)
    assert found.solved
    assert found.moves[0].value in (0.0, 0.5, 1.0) and found.moves[0].error == 0.0


def test_what_cannot_be_analysed_is_refused() -> None:
    """A game that is over, a rack that nobody knows, no work: one sentence each."""
    state = middle("axio")
    for position, reason in (
        (played("axio", 2).final, "the game is over"),
        (state.observe(None), f"the rack of seat {state.seat} is not known"),
        (state.observe(1 - state.seat), f"the rack of seat {state.seat} is not known"),
    ):
        with pytest.raises(Malformed, match=reason):
            analyse(position)
    with pytest.raises(Malformed, match="no budget of work"):
        analyse(state, work=0)
    with pytest.raises(Malformed, match="not all racks are known"):
        analyse(state.observe(state.seat), open_racks=True)


def test_the_command_tells_moves_and_reasons() -> None:
    """`axio analyse` prints every move with its value; `--json` what Python computes; else one sentence."""
    state = middle("axio")
    text = str(state.observe(state.seat))
    found = last(state)
    told = axio("analyse", text, "--work", str(WORK)).stdout
    assert all(each.move in told for each in found.moves)
    assert f"{found.moves[0].move} rather than {found.moves[1].move}: " in told
    data = json.loads(axio("analyse", text, "--work", str(WORK), "--json").stdout)
    assert Analysis.from_data(data).moves == found.moves
    assert axio("analyse", "nonsense", code=2).stderr.startswith("axio: not a position: found 1 parts")


def test_a_game_from_a_position_is_reviewed() -> None:
    """Its account begins with the position: nothing was dealt."""
    from axio.review import review

    state, chance = middle("rota"), Random(1)
    record = Record("rota", 2, "x", start=str(state))
    while not state.over:
        move = chance.choice(state.legal_moves)
        state = state.play(move).after
        record = Record("rota", 2, "x", (*record.moves, move), start=record.start)
    found = review(record, work=30)
    assert found.deal.draws == () and found.deal.start == found.deal.values
    for account in found.accounts:
        parts = [getattr(account, part) for part in account.__slots__[:7]]
        assert abs(sum(parts) - account.result) < 1e-5
    assert deal("rota", 2, "x") != record.opening
