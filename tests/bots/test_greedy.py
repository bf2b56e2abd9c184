"""`greedy` takes the best sorted scores; its options are the legal placements, with what they score."""

import pytest

from axio.bots import USUAL, Greedy
from axio.bots.placements import placements_of, tracks_after
from axio.rules import Exchange, State, game
from axio.rules.tracks import Tracks, low

from .games import TABLES, states


def results(state: State) -> dict[str, Tracks]:
    """Every legal move, and the tracks it leads to by the rules."""
    return {str(move): state.play(move).after.tracks[state.seat] for move in state.legal_moves}


def some(game: str, seats: int) -> list[State]:
    """States from all over two random games in which a placement is due."""
    chosen = (state for seed in ("7", "8") for state in list(states(game, seats, seed))[:: 5 + seats])
    return [state for state in chosen if not state.asked]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_best_sorted_scores(game: str, seats: int) -> None:
    """No legal move leads to better sorted scores than the one chosen, by trying them all.

    And each legal placement comes once among the options, with the tracks that playing it really gives.
    """
    for state in some(game, seats):
        view, tried = state.observe(state.seat), results(state)
        choice = Greedy().choose(view, USUAL, b"key")
        assert low(tried[str(choice.move)]) == max(map(low, tried.values()))
        found = [
            (str(option.place), tracks_after(state.game, state.tracks[state.seat], gains))
            for gains, placements in placements_of(view).items()
            for option in placements
        ]
        assert len(found) == len(state.legal_moves)
        assert dict(found) == tried


def test_surplus_is_lost_in_the_seats_favour() -> None:
    """Alone, with two boards to a track, the marks of a tile are scored in the order that loses less."""
    tracks = (15, 20, 20, 20, 20)
    for marks in ((("R", 2), ("R", 5)), (("R", 5), ("R", 2))):
        assert tracks_after(game("axio", 1), tracks, (marks, ())) == (20, 20, 20, 20, 20)


def test_it_exchanges_when_asked() -> None:
    """An exchange is offered only to a rack that serves no lowest colour, so it takes the new tiles."""
    asked = [state for seed in "12345678" for state in states("axio", 2, seed) if state.asked]
    assert asked
    for state in asked:
        assert Greedy().choose(state.observe(state.seat), USUAL, b"key").move == Exchange()


def test_values_follow_the_sorted_scores() -> None:
    """Candidates differ in their sorted scores, and a better key has the larger value."""
    for state in some("axio", 2):
        tried = results(state)
        candidates = Greedy().choose(state.observe(state.seat), USUAL, b"key").candidates
        keys = [low(tried[str(candidate.move)]) for candidate in candidates]
        values = [candidate.value for candidate in candidates]
        assert keys == sorted(set(keys), reverse=True)
        assert values == sorted(set(values), reverse=True)
