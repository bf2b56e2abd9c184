"""Pyramids: every empty space a placement isolates gets one, and gives a point per symbol around it."""

from collections import Counter

from axio.rules import State
from axio.rules.data import read_state, state_data
from axio.rules.events import Event, PyramidPlaced, Scored

from .positions import allowed, cells, gained, moves, play, position, step

# The lower ends of upright tiles on 13×13. The holes between them are pyramids, h7 wants one tile more.
COLUMNS = {
    "a": "1 4 7 10",
    "b": "2 5 8",
    "c": "1 4 8 10",
    "d": "2 5 8",
    "e": "1 4 7 10",
    "f": "2 5 8",
    "g": "1 4 8",
    "h": "2 5 8",
    "i": "1 4 10",
}
HOLES = "a3 a6 a9 b1 b4 b7 c3 c6 d1 d4 d7 e3 e6 e9 f1 f4 f7 g6 h1 h4"
PAIRS = ["RG", "RB", "RO", "RP", "GB", "GO", "GP", "BO", "BP", "OP"]


def twenty_pyramids() -> State:
    spots = [(column, int(row)) for column, rows in COLUMNS.items() for row in rows.split()]
    pairs = [PAIRS[number % 10] for number in range(len(spots))]
    tiles = [f"{pair[0]}{c}{r}-{pair[1]}{c}{r + 1}" for (c, r), pair in zip(spots, pairs, strict=True)]
    racks = ["GG RR GG", "GG RR", "BB BB", "BB OO"]
    return position(seats=4, tiles=" ".join(tiles), pyramids=HOLES, racks=racks)


def raised(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    placed = [event for event in events if isinstance(event, PyramidPlaced)]
    return [(str(event.at), str(event.taken_from)) for event in placed]


def test_four_blue_neighbours() -> None:
    """A pyramid gives one point per adjacent symbol in its colour: four blue neighbours, 4 blue."""
    state = position(tiles="Bb2-Rb1 Ba3-Ra2 Bb4-Rb5", racks=["BO"])
    assert gained(state, "Bc3-Od3") == {"B": 4}
    assert play(state, "Bc3-Od3").board.pyramids == cells("b3")


def test_the_edge_isolates() -> None:
    """At the edge three sides are enough, in a corner two; the edge gives no point."""
    assert gained(position(tiles="Ga2-Oa3", racks=["RP"]), "Rb1-Pb2") == {"G": 1, "R": 1}
    assert gained(position(tiles="Gb1-Ob2 Rd1-Pd2", racks=["BO"]), "Bc2-Oc3") == {"G": 1, "R": 1, "B": 1}


def test_a_printed_neighbour_counts() -> None:
    """A printed space isolates as a tile does, and counts as a symbol."""
    state = position(tiles="Ga7-Ra8", racks=["BO"])
    assert gained(state, "Bb6-Oc6") == {"O": 1, "G": 1, "B": 1}


def test_a_printed_space_is_never_isolated() -> None:
    """A printed space is not empty: with tiles all around it, it gets no pyramid."""
    state = position(tiles="Ga4-Ra3 Ga6-Ra7", racks=["BP"])
    assert gained(state, "Bb5-Pc5") == {}
    assert play(state, "Bb5-Pc5").board.pyramids == ()


def test_several_at_once() -> None:
    """One placement may isolate several spaces: a pyramid on each, told by column, then row."""
    state = position(tiles="Ga2-Oa3 Rc2-Oc3 Pd1-Gd2", racks=["BO", "RR"])
    assert gained(state, "Bb1-Ob2") == {"G": 1, "B": 1 + 1, "R": 1, "P": 1}
    made = step(state, "Bb1-Ob2")
    assert made.after.board.pyramids == cells("a1 c1")
    assert raised(made.events) == [("a1", "None"), ("c1", "None")]


def test_pyramids_by_column_then_row() -> None:
    """Of two spaces isolated at once the one in the smaller column comes first, whatever the rows."""
    tiles = "Ra4-Oa3 Rb3-Ob2 Rb5-Ob6 Bd2-Od1 Gd4-Od5 Ge3-Of3"
    after = play(position(tiles=tiles, racks=["BB"]), "Bc3-Bc4")
    assert after.board.pyramids == cells("b4 d3")


def test_a_space_with_an_empty_side_is_not_isolated() -> None:
    """A space with an empty side stays open, and can still be filled."""
    after = play(position(tiles="Ga2-Oa3", racks=["RP GB RR OO", "RR"]), "Rc1-Pc2")
    assert after.board.pyramids == ()
    assert allowed(after, "Ra1-Rb1")


def test_points_follow_the_halves() -> None:
    """The tile scores first, then its pyramids, each colour a step of its own."""
    state = position(tiles="Ga1-Bb1 Ra3-Oa4 Bb3-Bb4", racks=["BO", "RR"])
    events = [event for event in step(state, "Bb2-Oc2").events if isinstance(event, Scored | PyramidPlaced)]
    assert [type(event).__name__ for event in events] == ["Scored", "PyramidPlaced", *["Scored"] * 3]
    assert {event.colour: event.points for event in events[2:] if isinstance(event, Scored)} == {
        "G": 1,
        "R": 1,
        "B": 1,
    }


def test_nothing_can_be_laid_on_a_pyramid() -> None:
    """A pyramid's space is taken."""
    after = play(position(tiles="Ga2-Oa3", racks=["RP GB BO", "RR"]), "Rb1-Pb2")
    assert after.board.pyramids == cells("a1")
    assert allowed(after, "Rb3-Rb4")
    assert not allowed(after, "Ra1-Rb1")
    assert not any("a1" in move for move in moves(after))


def test_hexagons_have_no_pyramids() -> None:
    """An isolated hexagon stays empty and gives nothing."""
    state = position("hex", tiles="Ra7-Oa8 Gb6-Ob5 Rb8-Ob9 Gc6-Od5", racks=["BP GG RR OO", "RR"])
    after = play(state, "Bc7-Pd7")
    assert after.board.pyramids == ()
    assert after.tracks[0] == (0,) * 6
    assert not any("b7" in move for move in moves(after))


def test_the_21st_is_taken_from_the_oldest() -> None:
    """With all twenty out, the oldest pyramid moves to the new space."""
    state = twenty_pyramids()
    assert state.board.pyramids == cells(HOLES)
    made = step(state, "Gi7-Gi8")
    assert raised(made.events) == [("h7", "a3")]
    assert made.after.board.pyramids == cells(HOLES)[1:] + cells("h7")


def test_the_21st_scores_like_any() -> None:
    """A pyramid that was moved gives its points, too."""
    state = twenty_pyramids()
    around = {str(tile.at[end]): tile.marks[end] for tile in state.board.tiles for end in (0, 1)}
    expected = Counter([around["h6"], around["h8"], "P", "G"])  # g7 is printed purple, i7 the tile's green
    scored = [event for event in step(state, "Gi7-Gi8").events if isinstance(event, Scored)]
    pyramid = {event.colour: event.points for event in scored if event.sight.at == cells("h7")[0]}
    assert pyramid == expected


def test_the_space_left_behind_is_dead() -> None:
    """The space a pyramid was taken from stays empty: nothing can be laid there, no pyramid returns."""
    after = play(twenty_pyramids(), "Gi7-Gi8")
    assert not any("a3" in move for move in moves(after))
    later = play(after, "Gl12-Gl13", "Bm1-Bm2", "Bm3-Bm4", "Ri12-Ri13")
    assert cells("a3")[0] not in later.board.pyramids
    assert len(later.board.pyramids) == 20


def test_a_position_with_a_dead_space_can_be_saved() -> None:
    """A dead space needs no word of its own: tiles and pyramids restore the position."""
    after = play(twenty_pyramids(), "Gi7-Gi8")
    assert read_state(state_data(after)) == after
