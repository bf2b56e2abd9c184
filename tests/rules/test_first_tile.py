"""The first tile of each seat: beside a printed space that nobody has touched."""

import pytest

from axio.rules import IllegalMove, Place, State, deal, parse_cell

from .positions import allowed, grid_of, moves, play, position, step

PRINTED = {
    ("axio", 1): "e9 i5 e1 a5 e5",
    ("axio", 2): "e9 i5 e1 a5 e5",
    ("axio", 3): "f10 j6 f2 b6 f6",
    ("axio", 4): "g11 k7 g3 c7 g7",
    ("hex", 1): "a11 f11 k6 k1 f1 a6",
    ("hex", 2): "a11 f11 k6 k1 f1 a6",
    ("hex", 3): "b12 g12 l7 l2 g2 b7",
    ("hex", 4): "c13 h13 m8 m3 h3 c8",
}
COLOURS = {"axio": "RGBOP", "hex": "RGBOYP"}


def reason(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        step(state, text)
    return caught.value.reason


@pytest.mark.parametrize(("name", "seats"), PRINTED)
def test_printed_spaces(name: str, seats: int) -> None:
    """Printed spaces stand where the rules name them, and do not move when the area grows."""
    grid = grid_of(deal(name, seats, ""))
    expected = dict(zip(PRINTED[name, seats].split(), COLOURS[name], strict=True))
    assert {str(cell): colour for cell, colour in grid.printed.items()} == expected


@pytest.mark.parametrize(("name", "seats"), PRINTED)
def test_sizes_of_the_boards(name: str, seats: int) -> None:
    """Squares of 9, 9, 11, 13 and hexagons of side 6, 6, 7, 8."""
    grid = grid_of(deal(name, seats, ""))
    assert len(grid.cells) == {"axio": [81, 81, 121, 169], "hex": [91, 91, 127, 169]}[name][seats - 1]


@pytest.mark.parametrize(("name", "seats"), PRINTED)
def test_every_first_tile_touches_a_printed_space(name: str, seats: int) -> None:
    """A first tile has a half beside a printed space; everything else on the board is still closed to it."""
    state = deal(name, seats, "first")
    grid = grid_of(state)
    printed = PRINTED[name, seats].split()
    near = {grid.cells[n] for text in printed for n in grid.neighbours[grid.number[parse_cell(text)]]}
    spots = {move.at for move in state.legal_moves if isinstance(move, Place)}
    free = [spot for spot in grid.spots if set(spot.cells) & near]
    assert spots == {spot.cells for spot in free}


def test_first_tile_away_from_printed_spaces() -> None:
    """A first tile that touches no printed space is refused, with the reason."""
    assert reason(deal("axio", 2, "7"), "Gb2-Gb3") == "first_touch"


def test_first_tile_may_touch_with_either_half() -> None:
    """One of the halves must touch; the other may lie anywhere beside it."""
    state = deal("axio", 2, "7")
    assert allowed(state, "Ge8-Oe7")
    assert allowed(state, "Od8-Ge8")
    assert not allowed(state, "Od7-Ge7")


def test_no_colour_needs_to_match() -> None:
    """A first tile need not match the printed colour, and scores if it does."""
    state = deal("axio", 2, "7")
    assert step(state, "Ge8-Oe7").after.tracks[0] == (0, 0, 0, 0, 0)
    assert step(state, "Pe8-Re7").after.tracks[0] == (0, 0, 0, 0, 0)
    assert step(state, "Pe7-Re8").after.tracks[0] == (1, 0, 0, 0, 0)


def test_a_printed_space_with_a_tile_is_taken() -> None:
    """The next seat's first tile may not touch a printed space that has a tile at a side."""
    state = play(deal("axio", 2, "7"), "Oe7-Ge8")
    assert reason(state, "Rd8-Rd9") == "first_claimed"
    assert reason(state, "Rf9-Rg9") == "first_claimed"
    assert allowed(state, "Rd5-Rd4")


def test_the_far_half_counts_too() -> None:
    """A printed space is taken by either half of a first tile that touches it."""
    state = play(deal("axio", 2, "7"), "Od8-Gd9")
    assert not allowed(state, "Re8-Re7")
    assert not allowed(state, "Rf9-Rf8")


def test_a_first_tile_may_lie_beside_another_tile() -> None:
    """Only printed spaces are kept apart; tiles may touch."""
    state = play(deal("axio", 2, "7"), "Oe7-Ge8")
    assert allowed(state, "Rd6-Re6")


def test_only_first_tiles_are_bound() -> None:
    """From its second tile on a seat may lay on any two empty neighbours, touching nothing."""
    state = play(deal("axio", 2, "7"), "Oe7-Ge8", "Rd5-Rd4")
    assert allowed(state, "Ga1-Ga2")
    assert allowed(state, "Gd9-Gc9")
    assert not any("e5" in move for move in moves(state))


def test_each_seat_has_its_own_first_tile() -> None:
    """The rule follows the tiles a seat has placed, not the tiles on the board."""
    tiles = "Oe7-Ge8 Ga1-Ga2 Bh1-Bh2"
    free = position(tiles=tiles, racks=["RR", "RR"], placed=[2, 1])
    bound = position(tiles=tiles, racks=["RR", "RR"], placed=[0, 3])
    assert allowed(free, "Rb7-Rb8")
    assert not allowed(bound, "Rb7-Rb8")


def test_solo_keeps_the_rule() -> None:
    """Alone, too, the first tile lies beside a printed space."""
    state = deal("axio", 1, "7")
    assert reason(state, f"{state.racks[0][0][0]}b2-{state.racks[0][0][1]}b3") == "first_touch"


def test_hexagons_keep_the_rule() -> None:
    """On hexagons all six sides of a printed space are taken by one tile."""
    state = play(deal("hex", 2, "7"), "Og1-Og2")
    assert not any(text in move for move in moves(state) for text in ("e2", "f2"))
    assert allowed(state, "Oa7-Oa8")


def test_after_all_first_tiles_no_printed_space_has_two() -> None:
    """When everyone has laid a first tile, no printed space has more than one tile at its sides."""
    for name in ("axio", "hex"):
        state = deal(name, 4, "many")
        for seat in range(4):
            assert state.seat == seat
            state = state.play(state.legal_moves[len(state.legal_moves) // 2]).after
        grid = grid_of(state)
        for text in PRINTED[name, 4].split():
            sides = {grid.cells[n] for n in grid.neighbours[grid.number[parse_cell(text)]]}
            assert sum(bool(sides & set(place.at)) for place in state.board.tiles) <= 1
