"""Score tracks: points, lost surplus, and the two boards of solo games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axio.rules.tracks import advance, advanced, in_favour, low, lowest

from .positions import gained, play, position

# A blue double on d3-e3 sees 1 blue at d3 and 5 at e3.
ONE_AND_FIVE = "Bc3-Rb3 Bf3-Bg3 Be4-Rd4 Be2-Rd2"
# A blue double on c3-c4 isolates b4 (1 blue), then d3 (2 blue), and sees nothing itself.
ONE_THEN_TWO = "Ra4-Oa3 Rb3-Ob2 Rb5-Ob6 Bd2-Od1 Gd4-Od5 Ge3-Of3"


def solo_blue(tiles: str, blue: int, text: str, rack: str = "BB") -> int:
    """Where blue comes to in a solo game."""
    state = position(seats=1, tiles=tiles, racks=[rack], tracks=[[0, 0, blue, 0, 0]])
    return play(state, text).tracks[0][2]


def test_surplus_is_lost() -> None:
    """A colour never passes 18."""
    state = position(tiles="Bb3-Bc3 Be3-Re4", racks=["GB"], tracks=[[0, 0, 16, 0, 0]])
    assert gained(state, "Bd3-Gd4") == {"B": 2}


def test_surplus_of_a_pyramid_is_lost() -> None:
    """A pyramid's points stop at 18 as a tile's do."""
    state = position(tiles="Bb2-Rb1 Ba3-Ra2 Bb4-Rb5", racks=["BO"], tracks=[[0, 0, 17, 0, 0]])
    assert gained(state, "Bc3-Od3") == {"B": 1}


def test_nothing_is_added_at_the_end() -> None:
    """A colour at 18 stays there."""
    state = position(tiles="Bb3-Bc3", racks=["GB"], tracks=[[0, 0, 18, 0, 0]])
    assert gained(state, "Bd3-Gd4") == {}


def test_rota_ends_at_twelve() -> None:
    """Rota's tracks end at 12."""
    state = position("rota", tiles="GBRO@0,1 BRGO@0,0 PRGB@1,0", racks=["RBGO"], tracks=[[11, 0, 0, 0, 0]])
    assert gained(state, "BGOR@1,1") == {"R": 1, "B": 1}


def test_only_the_seat_that_places_scores() -> None:
    """The other seats' tracks do not move."""
    state = position(seats=3, tiles="Bb3-Bc3", racks=["RR", "GB", "OO"], seat=1, tracks=[[1, 2, 3, 4, 5]])
    assert play(state, "Bd3-Gd4").tracks == ((1, 2, 3, 4, 5), (0, 0, 2, 0, 0), (0,) * 5)


def test_solo_stops_between_its_boards() -> None:
    """Solo: a step that reaches 18 stops there, its surplus is lost; the next step goes on."""
    assert solo_blue("Bb3-Bc3 Be3-Re4", 17, "Bd3-Gd4", "GB") == 18
    assert solo_blue("Bb3-Bc3 Be3-Re4", 18, "Bd3-Gd4", "GB") == 21


def test_solo_ends_at_36() -> None:
    """Solo: the second board ends at 36."""
    assert solo_blue("Bb3-Bc3 Be3-Re4", 34, "Bd3-Gd4", "GB") == 36


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 6), (11, 17), (12, 18), (13, 19), (16, 19), (17, 23), (18, 24), (29, 35), (31, 36)],
)
def test_solo_halves_in_the_players_favour(before: int, after: int) -> None:
    """Solo: of the two orders of a tile's halves, here 1 and 5, the better one counts."""
    assert solo_blue(ONE_AND_FIVE, before, "Bd3-Be3") == after


def test_order_does_not_matter_for_several_seats() -> None:
    """With one board only, both orders end alike."""
    state = position(tiles=ONE_AND_FIVE, racks=["BB"], tracks=[[0, 0, 13, 0, 0]])
    assert gained(state, "Bd3-Be3") == {"B": 5}


def test_a_pyramid_is_one_step() -> None:
    """Solo: all of a pyramid's points in a colour are one step: two blue from 17 give 18, not 19."""
    assert solo_blue("Ba2-Ra3", 17, "Bb1-Gb2", "GB") == 18
    assert solo_blue("Ba2-Ra3", 18, "Bb1-Gb2", "GB") == 20


def test_pyramids_come_after_the_halves() -> None:
    """Solo: the half reaches 18 first, the pyramid's 4 blue go on from there."""
    tiles = "Bb2-Rb1 Ba3-Ra2 Bb4-Rb5"
    assert solo_blue(tiles, 17, "Bc3-Oc4", "BO") == 18
    assert solo_blue(f"{tiles} Bc2-Gd2", 17, "Bc3-Oc4", "BO") == 22


def test_pyramids_are_steps_in_order_of_their_cells() -> None:
    """Solo: pyramids score by column, then row: 1 blue to 18 and then 2, not 2 and then 1."""
    assert solo_blue(ONE_THEN_TWO, 17, "Bc3-Bc4") == 20
    assert solo_blue(ONE_THEN_TWO, 16, "Bc3-Bc4") == 18
    assert solo_blue("Ba2-Oa3 Rc2-Oc3 Pd1-Gd2", 17, "Bb1-Ob2", "BO") == 19


def test_solo_rota_has_one_board() -> None:
    """Solo rota ends at 12 like the others."""
    state = position("rota", 1, tiles="RPBG@0,0", racks=["RBPO"], stacks=["RGBO"], tracks=[[0, 0, 12, 0, 11]])
    assert gained(state, "PORB@1,0") == {"P": 1}


def test_low_is_sorted_upwards() -> None:
    """The ranking key lists the scores from the lowest."""
    assert low((3, 1, 2)) == (1, 2, 3)


def test_lowest_lists_all_that_tie() -> None:
    """All colours that stand lowest, where several tie."""
    assert lowest((2, 5, 2, 9, 3), "RGBOP") == ("R", "B")


POINTS = st.integers(0, 20)


@given(st.integers(0, 36), POINTS)
def test_a_step_never_passes_the_next_stop(score: int, points: int) -> None:
    """A step moves forward by its points, to the next stop at most."""
    stop = 18 if score < 18 else 36
    assert advance(score, points, (18, 36)) == min(score + points, stop)


@given(
    st.tuples(*[st.integers(0, 36)] * 5), st.lists(st.tuples(st.sampled_from("RGBOP"), POINTS), max_size=3)
)
def test_in_favour_is_the_best_order(tracks: tuple[int, ...], steps: list[tuple[str, int]]) -> None:
    """No order of the steps leaves better sorted scores than the one taken."""
    order = in_favour(steps, tracks, "RGBOP", (18, 36))
    assert sorted(order) == list(range(len(steps)))
    taken = low(advanced(tracks, [steps[index] for index in order], "RGBOP", (18, 36)))
    assert taken >= low(advanced(tracks, steps, "RGBOP", (18, 36)))
    assert taken >= low(advanced(tracks, steps[::-1], "RGBOP", (18, 36)))
