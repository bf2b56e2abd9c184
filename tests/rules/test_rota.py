"""AXIO rota: its sixty tiles, the opening square, the circles at corners, and naming a colour."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from axio.rules import IllegalMove, State, deal, game

from .positions import allowed, gained, moves, play, position, step

CYCLE = "RGBOP"
TILES = game("rota", 2).tiles


def turns(tile: str) -> set[str]:
    return {tile[shift:] + tile[:shift] for shift in range(4)}


def test_sixty_tiles() -> None:
    """Sixty different tiles with four different marks, thirty of them with one empty corner."""
    assert len(TILES) == len(set(TILES)) == 60
    assert all(len(set(tile)) == 4 for tile in TILES)
    assert sum("." in tile for tile in TILES) == 30
    assert not any(turns(one) & turns(other) for one, other in combinations(TILES, 2))


def test_every_ring_of_four_colours_once() -> None:
    """Every way to put four of five colours around a square, up to rotation, exactly once."""
    full = [tile for tile in TILES if "." not in tile]
    for ring in permutations(CYCLE, 4):
        assert sum("".join(ring) in turns(tile) for tile in full) == 1


def test_every_three_colours_with_each_opposite_once() -> None:
    """For each triple and each colour opposite the empty corner one tile; the sides follow the cycle."""
    found: Counter[tuple[frozenset[str], str]] = Counter()
    for tile in TILES:
        if "." in tile:
            (turned,) = [way for way in turns(tile) if way[0] == "."]
            first, opposite, second = turned[1], turned[2], turned[3]
            assert (CYCLE.index(second) - CYCLE.index(first)) % 5 in (1, 2)
            found[frozenset(turned[1:]), opposite] += 1
    assert found == Counter({(frozenset(three), one): 1 for three in combinations(CYCLE, 3) for one in three})


def test_tiles_are_written_canonically() -> None:
    """A tile is written by its smallest rotation in the order R G B O P and then the empty corner."""
    order = "RGBOP."
    for tile in TILES:
        assert tile == min(turns(tile), key=lambda way: [order.index(mark) for mark in way])


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_empty_corners_face_the_centre(seats: int) -> None:
    """In the opening square an empty corner lies at the centre; a tile without one lies as it reads."""
    centre = {(0, 1): 2, (1, 1): 3, (1, 0): 0, (0, 0): 1}
    for seed in range(20):
        for place in deal("rota", seats, f"opening {seed}").board.tiles:
            if "." in place.marks:
                assert place.marks[centre[tuple(place.at[0])]] == "."  # type: ignore[index]
            else:
                assert place.marks in TILES


def test_tiles_connect_by_a_side() -> None:
    """A tile goes on an empty square that shares a side with the display; a corner is not enough."""
    state = position("rota", tiles="RPBG@0,0", racks=["RBPO"])
    free = {move.split("@")[1] for move in moves(state)}
    assert free == {"1,0", "-1,0", "0,1", "0,-1"}
    for text, why in [("RBPO@1,1", "not_connected"), ("RBPO@0,0", "occupied"), ("RBPO@5,5", "not_connected")]:
        with pytest.raises(IllegalMove) as caught:
            step(state, text)
        assert caught.value.reason == why


def test_any_rotation() -> None:
    """The held tile may be turned in four ways, and only turned."""
    state = position("rota", tiles="RPBG@0,0", racks=["RBPO"])
    assert len(state.legal_moves) == 4 * 4
    assert all(allowed(state, f"{way}@1,0") for way in turns("RBPO"))
    assert not allowed(state, "OPBR@1,0")  # the tile from below


def test_the_diagonal_counts() -> None:
    """A circle joins up to three other corners, the one diagonally across included."""
    state = position("rota", tiles="GRBO@0,0 GBRP@1,0", racks=["RGOP"])
    assert gained(state, "GOPR@1,1") == {"R": 1}  # 0,0's top right corner only meets it diagonally


def test_three_others_in_a_circle() -> None:
    """A corner scores one point for each other corner in its circle that shows its colour."""
    tiles = "GBRO@0,1 BRGO@0,0 RPGB@1,0"
    assert gained(position("rota", tiles=tiles, racks=["RGPO"]), "GPOR@1,1") == {"R": 3}


def test_an_unfinished_circle_scores() -> None:
    """A circle of two corners scores as well as a full one."""
    assert gained(position("rota", tiles="RPBG@0,0", racks=["RBPO"]), "PORB@1,0") == {"P": 1, "B": 1}


def test_only_meeting_corners_count() -> None:
    """Corners of neighbouring tiles that do not meet give nothing."""
    assert gained(position("rota", tiles="PRGB@0,0", racks=["RBPO"]), "PORB@1,0") == {}


def test_empty_corners_never_score_for_others() -> None:
    """An empty corner on the display matches nothing, whatever was named when it was laid."""
    after = play(position("rota", tiles="GRBO@0,0", racks=["RG.P", "RBGO"]), "PRG.@1,0=B")
    assert gained(after, "BGOR@1,-1") == {"B": 1, "G": 1}  # one blue meets it, from 0,0
    state = position("rota", tiles="RG.P@0,0", racks=["RGB."])
    assert all(gained(state, f"RGB.@1,0={colour}") == {} for colour in CYCLE)


@pytest.mark.parametrize("text", [".RGB@1,0", "B.RG@-1,0", "GB.R@-1,0", "RGB.@1,0"])
def test_a_name_where_corners_meet(text: str) -> None:
    """Where the empty corner meets another, a colour must be named, and any of the five may be."""
    state = position("rota", tiles="OPBG@0,0", racks=["RGB."])
    with pytest.raises(IllegalMove) as caught:
        step(state, text)
    assert caught.value.reason == "name_missing"
    assert all(allowed(state, f"{text}={colour}") for colour in CYCLE)


@pytest.mark.parametrize("text", ["GB.R@1,0", "RGB.@-1,0", "B.RG@0,1", ".RGB@0,1"])
def test_no_name_where_nothing_meets(text: str) -> None:
    """Where the empty corner's circle holds no other corner, nothing is named."""
    state = position("rota", tiles="OPBG@0,0", racks=["RGB."])
    assert allowed(state, text)
    with pytest.raises(IllegalMove) as caught:
        step(state, f"{text}=R")
    assert caught.value.reason == "name_needless"


def test_a_name_for_an_empty_circle() -> None:
    """A circle that holds only empty corners still asks for a colour, which scores nothing."""
    state = position("rota", tiles="G.RO@0,0", racks=["RGB."])
    assert not allowed(state, ".RGB@1,0")
    assert allowed(state, ".RGB@1,0=B")
    assert "B" not in gained(state, ".RGB@1,0=B")


def test_a_name_for_a_diagonal_corner() -> None:
    """A corner that is met only diagonally asks for a colour, too."""
    state = position("rota", tiles="RGBO@0,0 RGOB@1,0 RBGO@2,0", racks=["RGB."])
    assert allowed(state, "GB.R@1,1=P")
    assert not allowed(state, "GB.R@1,1")
    state = position("rota", tiles="RGBO@0,0 RGOB@0,1", racks=["RGB."])
    assert allowed(state, "B.RG@1,0=O") is False
    assert allowed(state, ".RGB@1,0=O") is True


def test_a_name_is_needless_for_a_full_tile() -> None:
    """A tile without an empty corner names nothing; a colour the game does not have is refused."""
    state = position("rota", tiles="OPBG@0,0", racks=["RGBO"])
    assert reason(state, "RGBO@1,0=R") == "name_needless"
    assert reason(position("rota", tiles="OPBG@0,0", racks=["RGB."]), ".RGB@1,0=Y") == "unknown_colour"


def reason(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        step(state, text)
    return caught.value.reason


def test_the_supply() -> None:
    """The supply holds what was not dealt; each seat holds one tile and has eleven below it."""
    for seats, supply in [(1, 44), (2, 32), (3, 20), (4, 8)]:
        state = deal("rota", seats, "supply")
        assert len(state.bag) == supply
        assert [len(stack) for stack in state.stacks] == [11] * seats
        assert [len(rack) for rack in state.racks] == [1] * seats


def test_the_next_tile_comes_from_the_own_stack() -> None:
    """After its turn a seat holds the next tile of its own stack."""
    state = deal("rota", 2, "7")
    after = state.play(state.legal_moves[0]).after
    assert after.racks[0] == state.stacks[0][:1]
    assert after.stacks == (state.stacks[0][1:], state.stacks[1])
    assert after.drawn == state.drawn
