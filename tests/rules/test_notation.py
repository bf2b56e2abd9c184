"""Names of cells and tiles, moves as text: strict to read, canonical to write, and they round-trip."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axio.rules import Cell, Exchange, Keep, Malformed, Place, deal, game, parse_cell, parse_move
from axio.rules.data import observation_data, read_observation, read_state, state_data
from axio.rules.tiles import ORDER, canonical, orientations

from .playing import GAMES, TABLES, states, steps

CELLS = st.builds(Cell, st.integers(1, 702), st.integers(1, 9999))
SQUARES = st.builds(Cell, st.integers(-9999, 9999), st.integers(-9999, 9999))
COLOURS = st.sampled_from("RGBOPY")
DOMINOES = st.builds(lambda a, b, one, two: Place(a + b, (one, two)), COLOURS, COLOURS, CELLS, CELLS)
CORNERS = st.text("RGBOPY.", min_size=4, max_size=4)
LAYINGS = st.builds(lambda m, at, named: Place(m, (at,), named), CORNERS, SQUARES, st.none() | COLOURS)


@given(CELLS)
def test_cells_round_trip(cell: Cell) -> None:
    """A cell's name leads back to it."""
    assert parse_cell(str(cell)) == cell


@pytest.mark.parametrize(
    ("text", "column", "row"),
    [("a1", 1, 1), ("e4", 5, 4), ("i9", 9, 9), ("o15", 15, 15), ("z1", 26, 1), ("aa1", 27, 1)],
)
def test_cells_by_name(text: str, column: int, row: int) -> None:
    """Letters are the column from the left, the number is the row from the bottom."""
    assert parse_cell(text) == Cell(column, row)
    assert str(Cell(column, row)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "1",
        "a0",
        "a01",
        "A1",
        "a-1",
        "a+1",
        " a1",
        "a1 ",
        "a1\n",
        "a 1",
        "é1",
        "a١",
        "a²",
        "a1٤",
        "aaa1",
        "a1b",
    ],
)
def test_bad_cells(text: str) -> None:
    """A cell is small letters and a number from 1, nothing before, between or after."""
    with pytest.raises(Malformed):
        parse_cell(text)


@given(DOMINOES | LAYINGS)
def test_placements_round_trip(place: Place) -> None:
    """A placement's text leads back to it."""
    assert parse_move(str(place)) == place


def test_answers_round_trip() -> None:
    """Exchange and keep are words of their own."""
    assert (parse_move("exchange"), parse_move("keep")) == (Exchange(), Keep())
    assert (str(Exchange()), str(Keep())) == ("exchange", "keep")


@given(DOMINOES)
def test_either_order_parses(place: Place) -> None:
    """Halves may come in either order; the smaller cell is written first."""
    one, two = str(place).split("-")
    swapped = parse_move(f"{two}-{one}")
    if place.at[0] != place.at[1]:
        assert swapped == place
        assert str(swapped) == str(place)
        assert hash(swapped) == hash(place)


@pytest.mark.parametrize(
    ("given_text", "canonical_text"),
    [
        ("Bf4-Re4", "Re4-Bf4"),
        ("Re10-Be9", "Be9-Re10"),
        ("Rb1-Ba15", "Ba15-Rb1"),
        ("Raa1-Bz1", "Bz1-Raa1"),
        ("Re4-Bf4", "Re4-Bf4"),
    ],
)
def test_canonical_order(given_text: str, canonical_text: str) -> None:
    """Cells compare by column, then by row as a number: e9 comes before e10."""
    assert str(parse_move(given_text)) == canonical_text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Keep",
        "keep ",
        " exchange",
        "Exchange",
        "exchange\n",
        "Re4 -Bf4",
        "Re4-Bf4 ",
        " Re4-Bf4",
        "Re4- Bf4",
        "Re4-Bf4\n",
        "re4-Bf4",
        "RE4-Bf4",
        "Re04-Bf4",
        "Re0-Bf4",
        "Re+4-Bf4",
        "Re-4-Bf4",
        "Re4-Bf4-Rg4",
        "Re4Bf4",
        "Re4–Bf4",
        "Re４-Bf4",
        "Re٤-Bf4",
        "Re1٤-Bf4",
        "Ｒe4-Bf4",
        "Xe4-Bf4",
        ".e4-Bf4",
        "Re99999-Bf4",
        "Raaa1-Bf4",
        "Re" + "9" * 5000 + "-Bf4",
        "Re4-Bf4=R",
    ],
)
def test_strict_dominoes(text: str) -> None:
    """No spaces, no leading zeros, no signs, capitals for colours, plain digits, sane sizes."""
    with pytest.raises(Malformed):
        parse_move(text)


@pytest.mark.parametrize(
    "text",
    [
        "RG.P@2,-1 ",
        "RG.P @2,-1",
        "RG.P@2, -1",
        "RG.P@02,-1",
        "RG.P@2,-01",
        "RG.P@-0,1",
        "RG.P@0,-0",
        "RG.P@+2,1",
        "RG.P@2,--1",
        "RG.P@2",
        "RG.P@2,",
        "RG.P@2.0,1",
        "RG.P@2,−1",
        "RG.P@２,1",
        "rg.p@2,1",
        "RG.@2,1",
        "RG.PB@2,1",
        "RG_P@2,1",
        "RG.P@2,-1=",
        "RG.P@2,-1=.",
        "RG.P@2,-1=b",
        "RG.P@2,-1=BB",
        "RG.P@2,-1=X",
        "RG.P@99999,1",
        "RG.P@" + "9" * 5000 + ",1",
        "RG.P@2,-1\n",
    ],
)
def test_strict_corners(text: str) -> None:
    """Rota's texts are as strict: one form for every number, and zero has no sign."""
    with pytest.raises(Malformed):
        parse_move(text)


def test_a_bad_text_is_named_in_one_sentence() -> None:
    """The error says what was found, cut short, and what was expected."""
    with pytest.raises(Malformed, match="'Re4Bf4' is not a move: expected `Re4-Bf4`"):
        parse_move("Re4Bf4")
    with pytest.raises(Malformed) as caught:
        parse_move("x" * 100_000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_all_moves_of_real_positions_round_trip(name: str, seats: int) -> None:
    """Every legal move of a position has a text of its own that leads back to it."""
    for state in states(name, seats, "texts")[::9]:
        listed = list(state.legal_moves)
        texts = [str(move) for move in listed]
        assert [parse_move(text) for text in texts] == listed
        assert len(set(texts)) == len(listed)


@pytest.mark.parametrize("name", GAMES)
def test_tiles_are_canonical(name: str) -> None:
    """However a tile is turned, it has one text: smallest in the order R G B O P Y and empty."""
    for tile in set(game(name, 2).tiles):
        ways = {tile[n:] + tile[:n] for n in range(len(tile))}
        assert set(orientations(tile)) == ways
        assert len(orientations(tile)) == len(ways)
        assert {canonical(way) for way in ways} == {tile}
        assert tile == min(ways, key=lambda way: [ORDER.index(mark) for mark in way])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_states_round_trip_as_data(name: str, seats: int) -> None:
    """Any state, written as JSON and read again, is the same state."""
    for state in states(name, seats, "data")[::5]:
        again = read_state(json.loads(json.dumps(state_data(state))))
        assert again == state
        assert hash(again) == hash(state)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_observations_round_trip_as_data(name: str, seats: int) -> None:
    """Any observation, written as JSON and read again, is the same observation."""
    for state in states(name, seats, "data")[::9]:
        for viewer in (*range(seats), None):
            view = state.observe(viewer)
            again = read_observation(json.loads(json.dumps(observation_data(view))))
            assert again == view
            assert again.unseen == view.unseen
            assert list(again.legal_moves) == list(view.legal_moves)


def test_positions_of_finished_games_round_trip() -> None:
    """The last position of a game, over, is data like any other."""
    for name, seats in TABLES:
        last = steps(name, seats, "last")[-1].after
        assert read_state(state_data(last)).outcome == last.outcome is not None


@pytest.mark.parametrize(
    "change",
    [
        {"game": "go"},
        {"seats": 9},
        {"seats": 2.0},
        {"seats": True},
        {"tiles": ["keep"]},
        {"tiles": ["Re4-Bf5"]},
        {"tiles": ["Re4-Bf4", "Re4-Be3"]},
        {"tiles": ["Ra1-Yb1"]},
        {"tiles": ["Ra1-Rb1", "Ra2-Rb2", "Ra3-Rb3", "Ra4-Rb4", "Rc1-Rd1"]},
        {"tiles": ["RGBO@0,0"]},
        {"tiles": None},
        {"pyramids": [[1, 1]]},
        {"pyramids": [[0, 99]]},
        {"pyramids": "a1"},
        {"racks": [["XX"], []]},
        {"racks": 3},
        {"key": "zz"},
        {"key": 7},
    ],
)
def test_bad_states(change: dict[str, object]) -> None:
    """Data that is no state is refused in one sentence, and nothing later is disturbed by it."""
    data = state_data(deal("axio", 2, "7"))
    with pytest.raises(Malformed, match="not a state: "):
        read_state(data | change)
    with pytest.raises(Malformed):
        read_state({key: value for key, value in data.items() if key != next(iter(change))})
    assert read_state(data) == deal("axio", 2, "7")
