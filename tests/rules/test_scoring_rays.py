"""What a placed domino scores: unbroken runs of its colour, in every direction but across its other half."""

import pytest

from axio.rules.events import Scored

from .positions import cells, gained, position, step

AROUND_F6 = "Be6-Rd6 Be7-Re8 Bf7-Rf8 Bf5-Rf4 Bg5-Rg4"


def test_three_directions() -> None:
    """A half on squares looks left, right and up when its other half lies below."""
    state = position(tiles="Bc4-Rb4 Bd5-Rd6 Be4-Rf4", racks=["GB"])
    assert gained(state, "Bd4-Gd3") == {"B": 3}


def test_never_across_the_other_half() -> None:
    """Nothing is counted beyond the other half of the tile."""
    state = position(tiles="Bf3-Of4", racks=["BP BB"])
    assert gained(state, "Bd3-Pe3") == {}
    assert gained(state, "Bd3-Be3") == {"B": 1}


def test_a_double_does_not_count_itself() -> None:
    """Neither the half itself nor the other half ever counts."""
    assert gained(position(racks=["BB"]), "Bc3-Bc4") == {}


def test_both_halves_of_a_double_score() -> None:
    """Each half on its own: the same neighbour colour counts for both."""
    assert gained(position(tiles="Bb3-Bb4", racks=["BB"]), "Bc3-Bc4") == {"B": 2}


def test_a_run_ends_at_an_empty_space() -> None:
    """Beyond an empty space nothing counts."""
    assert gained(position(tiles="Bc2-Oc1 Bc4-Bc5", racks=["RB"]), "Bc6-Rc7") == {"B": 2}


def test_a_run_ends_at_another_colour() -> None:
    """Beyond another colour nothing counts."""
    state = position(tiles="Bb2-Rc2 Bd2-Be2", racks=["GB"])
    assert gained(state, "Bf2-Gf3") == {"B": 2}


def test_a_run_ends_at_the_edge() -> None:
    """A run to the edge counts in full and goes no further."""
    assert gained(position(tiles="Ba3-Bb3", racks=["GB"]), "Bc3-Gc4") == {"B": 2}


def test_a_run_ends_at_a_pyramid() -> None:
    """Beyond a pyramid nothing counts."""
    state = position(tiles="Ba3-Bb3 Ob2-Oc2 Ob4-Oc4 Bd3-Rd4", pyramids="c3", racks=["GB"])
    assert gained(state, "Be3-Gf3") == {"B": 1}


def test_printed_spaces_count() -> None:
    """A printed space is a symbol like any other."""
    assert gained(position(racks=["RP"]), "Pe6-Re7") == {"P": 1}
    assert gained(position(racks=["RP"]), "Re8-Pe7") == {"R": 1}


def test_a_run_goes_on_through_a_printed_space() -> None:
    """A printed space does not end a run of its own colour, and ends any other."""
    state = position(tiles="Pe4-Be3", racks=["RP RB"])
    assert gained(state, "Pe6-Re7") == {"P": 2}
    assert gained(position(tiles="Be4-Oe3", racks=["RB"]), "Be6-Re7") == {}


def test_all_runs_of_a_half_add_up() -> None:
    """The half scores the sum of its runs, however long."""
    state = position(tiles="Ba2-Bb2 Bc2-Oc1 Be2-Bf2 Bg2-Og1 Bd3-Bd4", racks=["RB"])
    assert gained(state, "Bd2-Rd1") == {"B": 3 + 3 + 2}


def test_only_the_placed_tile_scores() -> None:
    """Tiles that lie already score nothing when another is laid beside them, nor for another seat."""
    state = position(tiles="Bc3-Gc4", racks=["RO", "BB"])
    after = step(state, "Rd3-Od4").after
    assert after.tracks == ((0,) * 5, (0,) * 5)


def test_scored_events_name_the_cells() -> None:
    """An event says which cells a half saw, line by line."""
    state = position(tiles="Bb3-Bc3 Rc4-Oc5 Be3-Re4", racks=["RB", "GG"])
    scored = [event for event in step(state, "Bd3-Rd4").events if isinstance(event, Scored)]
    seen = {event.colour: {frozenset(line) for line in event.sight.lines} for event in scored}
    assert seen["B"] == {frozenset(cells("b3 c3")), frozenset(cells("e3"))}
    assert seen["R"] == {frozenset(cells("c4")), frozenset(cells("e4"))}
    assert [(event.points, event.before, event.after) for event in scored] == [(3, 0, 3), (2, 0, 2)]


def test_five_directions_on_hexagons() -> None:
    """A half on hexagons looks in five directions."""
    assert gained(position("hex", tiles=AROUND_F6, racks=["GB"]), "Bf6-Gg6") == {"B": 5}


@pytest.mark.parametrize(
    ("half", "beyond"), [("g6", "h6"), ("f7", "f8"), ("e7", "d8"), ("e6", "d6"), ("f5", "f4"), ("g5", "h4")]
)
def test_the_sixth_direction_is_the_other_half(half: str, beyond: str) -> None:
    """On hexagons, too, nothing counts across the other half, whichever way the tile lies."""
    outward = {"h6": "i6", "f8": "f9", "d8": "c9", "d6": "c6", "f4": "f3", "h4": "i3"}[beyond]
    state = position("hex", tiles=f"B{beyond}-R{outward}", racks=["GB"])
    assert gained(state, f"Bf6-G{half}") == {}
    assert gained(state, f"Gf6-B{half}") == {"B": 1}


def test_a_long_run_on_hexagons() -> None:
    """A diagonal of hexagons is one run, and its printed end belongs to it."""
    state = position("hex", tiles="Ri3-Rh4 Rg5-Of5 Oj2-Oj3", racks=["RY", "GG"])
    assert gained(state, "Rf6-Ye7") == {"R": 3}
    state = position("hex", tiles="Oi3-Oj2 Og5-Oh4", racks=["OY", "GG"])
    assert gained(state, "Of6-Ye7") == {"O": 5}
