"""The rulebooks' own numbers, each in a position built for it."""

import pytest

from axio.rules import Keep, Place, State, deal

from .positions import cells, gained, grid_of, play, position, step

BESIDE = "Bb3-Bc3 Rc4-Oc5 Be3-Re4"
DISPLAY = "GBRO@0,1 BRGO@0,0 PRGB@1,0"

# Every free hexagon of the board for two, but one.
FILLING = (
    "a7-a8 g1-h1 a9-a10 b5-c4 b6-b7 b8-c8 b9-b10 b11-c11 c5-d4 c6-c7 c9-d9 c10-d10 d3-e2 d5-e4 d6-d7 "
    "d8-e8 d11-e10 e3-f3 e5-f4 e7-f7 e9-f9 e11-f10 f2-g2 f5-f6 f8-g7 g3-h3 g4-h4 g5-g6 g8-h7 g9-h8 "
    "g10-h9 h2-i2 h5-i4 h6-i5 i1-j1 i3-j3 i6-i7 i8-j7 j2-k2 j4-j5 j6-k5 k3-k4"
)


def ranking(name: str, *tracks: list[int]) -> tuple[int, ...]:
    outcome = position(name, len(tracks), tracks=tracks, ending="board").outcome
    assert outcome is not None
    return outcome.ranking


def test_one_blue_point_beside_one_blue() -> None:
    """AXIO: a half beside one symbol of its colour scores one point."""
    assert gained(position(tiles="Bc3-Oc2", racks=["GB"]), "Bd3-Gd4") == {"B": 1}


def test_three_blue_and_two_red() -> None:
    """AXIO: both halves score, each in its own colour: 3 blue and 2 red."""
    assert gained(position(tiles=BESIDE, racks=["RB"]), "Bd3-Rd4") == {"B": 3, "R": 2}


def test_four_blue_and_two_red() -> None:
    """AXIO: one more blue in the third direction makes 4 blue and 2 red."""
    assert gained(position(tiles=f"{BESIDE} Bd2-Od1", racks=["RB"]), "Bd3-Rd4") == {"B": 4, "R": 2}


def test_pyramid_after_three_blue() -> None:
    """AXIO: after 3 blue, a pyramid gives green, blue and red one each."""
    state = position(tiles="Ga1-Bb1 Ra3-Oa4 Bb3-Bb4", racks=["BO"])
    assert gained(state, "Bb2-Oc2") == {"G": 1, "B": 3 + 1, "R": 1}
    assert play(state, "Bb2-Oc2").board.pyramids == cells("a2")


def test_eleven_beats_eight() -> None:
    """AXIO: the higher lowest colour wins, whatever the rest."""
    assert ranking("axio", [11, 11, 11, 11, 11], [18, 8, 18, 18, 18]) == (1, 2)


def test_three_way_tie_at_nine() -> None:
    """AXIO: a tie at 9 is decided by 11 < 12 = 12, and that one by 12 < 15."""
    assert ranking("axio", [9, 11, 18, 18, 18], [12, 12, 18, 18, 9], [18, 9, 12, 18, 15]) == (3, 2, 1)


def test_rota_purple_and_blue() -> None:
    """Rota: purple 1 and blue 1, a corner each."""
    assert gained(position("rota", tiles="RPBG@0,0", racks=["RBPO"]), "PORB@1,0") == {"P": 1, "B": 1}


def test_rota_two_red_and_blue() -> None:
    """Rota: a circle with two other red corners gives red 2, and blue 1 at another corner."""
    assert gained(position("rota", tiles=DISPLAY, racks=["RBGO"]), "BGOR@1,1") == {"R": 2, "B": 1}


def test_rota_red_and_blue() -> None:
    """Rota: red 1 and blue 1."""
    assert gained(position("rota", tiles="GRBO@0,0", racks=["RGPB"]), "RGPB@1,0") == {"R": 1, "B": 1}


def test_rota_empty_corner_as_blue() -> None:
    """Rota: an empty corner named blue scores as blue would, and stays empty."""
    after = step(position("rota", tiles="GRBO@0,0", racks=["RG.P"]), "PRG.@1,0=B").after
    assert after.tracks[0] == (0, 0, 1, 0, 0)
    assert "PRG.@1,0" in map(str, after.board.tiles)


@pytest.mark.parametrize(("named", "points"), [("R", {"R": 2}), ("P", {"P": 1}), ("O", {})])
def test_rota_red_two_or_purple_one(named: str, points: dict[str, int]) -> None:
    """Rota: in a circle with two red corners and a purple one the player chooses red 2 or purple 1."""
    state = position("rota", tiles=DISPLAY, racks=["GPO."])
    assert gained(state, f"GPO.@1,1={named}") == points


def test_rota_eight_beats_six() -> None:
    """Rota: 8 beats 6."""
    assert ranking("rota", [12, 12, 6, 12, 12], [8, 8, 8, 8, 8]) == (2, 1)


def test_rota_tie_at_seven() -> None:
    """Rota: a tie at 7 is decided by 8 < 9 = 9, and that one by 9 < 10."""
    assert ranking("rota", [12, 12, 8, 7, 12], [9, 7, 9, 12, 12], [12, 10, 12, 7, 9]) == (3, 2, 1)


def quiet(state: State, spot: str) -> Place:
    """The placement on a spot that scores least."""
    at = cells(spot.replace("-", " "))
    fitting = [move for move in state.legal_moves if isinstance(move, Place) and move.at == at]
    return min(fitting, key=lambda move: sum(state.play(move).after.tracks[state.seat]))


def test_hex_fills_forty_two_tiles() -> None:
    """Hex for two: 21 moves each fill 42 tiles, and one hexagon of 85 is left over."""
    state = deal("hex", 2, "7")
    for spot in FILLING.split():
        assert state.owed == 0
        state = state.play(quiet(state, spot)).after
        state = state.play(Keep()).after if state.asked else state
    assert state.placed == (21, 21)
    assert state.ending == "board"
    filled = {cell for place in state.board.tiles for cell in place.at}
    grid = grid_of(state)
    assert len(set(grid.cells) - set(grid.printed) - filled) == 1
