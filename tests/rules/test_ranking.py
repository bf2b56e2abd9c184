"""Who stands where: sorted scores from the lowest colour up, shared places, seats that left."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from axio.rules import Outcome
from axio.rules.outcome import ranked, ranked_without

TRACKS = st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=4)


def test_the_lowest_colour_decides() -> None:
    """Only the lowest colour counts, as long as it differs."""
    assert ranked([(18, 18, 18, 18, 0), (1, 1, 1, 1, 1)]) == (2, 1)


def test_ties_go_to_the_next_lowest() -> None:
    """Where the lowest tie, the next lowest decides, in whatever colour it is."""
    assert ranked([(5, 9, 6), (9, 5, 7), (6, 9, 5)]) == (2, 1, 2)


def test_shared_places_skip() -> None:
    """Equal in all: they share the place, and the next one is skipped."""
    assert ranked([(1, 2, 3), (3, 2, 1), (0, 9, 9)]) == (1, 1, 3)
    assert ranked([(0, 9, 9), (1, 2, 3), (9, 0, 9), (3, 2, 1)]) == (3, 1, 3, 1)
    assert ranked([(1, 1), (1, 1), (1, 1), (1, 1)]) == (1, 1, 1, 1)


def test_winners_are_all_in_first_place() -> None:
    """A shared win has several winners."""
    assert Outcome((1, 1, 3), "board").winners == (0, 1)
    assert Outcome((3, 2, 1), "board").winners == (2,)


def test_one_who_left_is_last() -> None:
    """A seat that left is last however well it stood; the others rank among themselves."""
    tracks = [(9, 9, 9), (1, 1, 1), (2, 2, 2), (1, 1, 1)]
    assert ranked_without(tracks, 0) == (4, 2, 1, 2)
    assert ranked_without(tracks, 1) == (1, 4, 2, 3)
    assert ranked_without(tracks, 2) == (1, 2, 4, 2)
    assert ranked_without(tracks, 3) == (1, 3, 2, 4)
    assert ranked_without(tracks[:2], 0) == (2, 1)


@given(TRACKS)
def test_places_follow_the_definition(tracks: list[tuple[int, ...]]) -> None:
    """A seat's place is one more than the number of seats with better sorted scores."""
    better = [sum(sorted(other) > sorted(own) for other in tracks) for own in tracks]
    assert ranked(tracks) == tuple(1 + count for count in better)


@given(TRACKS)
def test_seats_and_colours_do_not_matter(tracks: list[tuple[int, ...]]) -> None:
    """Sitting elsewhere, or scoring in other colours, changes nobody's place."""
    for order in permutations(range(len(tracks))):
        assert ranked([tracks[seat] for seat in order]) == tuple(ranked(tracks)[seat] for seat in order)
    assert ranked([scores[::-1] for scores in tracks]) == ranked(tracks)
