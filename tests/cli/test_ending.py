"""The sentence that says why the winner won."""

import pytest

from axio.cli.narration import ending, why
from axio.rules import Outcome
from axio.rules.outcome import ranked, ranked_without

NAMES = ["You", "Bea", "Cleo"]


@pytest.mark.parametrize(
    ("tracks", "sentence"),
    [
        ([(11, 15, 12, 18, 13), (8, 18, 18, 18, 18)], "You win: lowest colour 11 against 8."),
        ([(8, 18, 18, 18, 18), (11, 15, 12, 18, 13)], "Bea wins: lowest colour 11 against 8."),
        (
            [(9, 11, 18, 18, 18), (12, 9, 12, 14, 18), (9, 12, 15, 18, 18)],
            "Cleo wins: level at 9, 12, then third lowest colour 15 against 12.",
        ),
        (
            [(1, 2, 3, 4, 9), (1, 2, 3, 4, 8)],
            "You win: level at 1, 2, 3, 4, then highest colour 9 against 8.",
        ),
        ([(1, 2, 3), (3, 2, 1)], "You and Bea share the win: their sorted scores are the same."),
        ([(7, 14, 9)], "You finish with 7, the lowest colour."),
    ],
)
def test_why(tracks: list[tuple[int, ...]], sentence: str) -> None:
    """It names the first place where the sorted scores part, or that they never do."""
    assert why(Outcome(ranked(tracks), "board"), tracks, NAMES) == sentence


def test_an_instant_win() -> None:
    """Every colour at its end needs no comparison."""
    tracks = [(18, 18, 18), (0, 4, 4)]
    assert (
        why(Outcome(ranked(tracks), "instant"), tracks, NAMES)
        == "You win at once: every colour stands at 18."
    )


@pytest.mark.parametrize(
    ("tracks", "sentence"),
    [
        ([(9, 9, 9), (1, 1, 1)], "Bea wins: who leaves the game comes last."),
        ([(9, 9, 9), (1, 1, 1), (3, 3, 3)], "Cleo wins: who leaves the game comes last."),
        ([(0, 0, 0), (4, 4, 4), (3, 3, 3)], "Bea wins: lowest colour 4 against 3."),
    ],
)
def test_whoever_leaves_comes_last(tracks: list[tuple[int, ...]], sentence: str) -> None:
    """The scores decide among those who stayed; where only leaving decided, that is said."""
    for how in ("time", "resign"):
        assert why(Outcome(ranked_without(tracks, 0), how), tracks, NAMES) == sentence


def test_places_are_shared_and_skipped() -> None:
    """Two first places are followed by a third."""
    tracks = [(5, 5, 6), (7, 8, 9), (9, 8, 7)]
    lines = [line.plain for line in ending(Outcome(ranked(tracks), "board"), tracks, NAMES)]
    assert lines == [
        "The game is over: there is no room left.",
        "  1. Bea    7  8  9",
        "  1. Cleo   7  8  9",
        "  3. You    5  5  6",
        "Bea and Cleo share the win: their sorted scores are the same.",
    ]
