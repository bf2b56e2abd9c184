"""Axios: a colour that comes to its end earns a placement at once, from the rack or from rota's supply."""

import pytest

from axio.rules import State
from axio.rules.events import Axio, TilePlaced, TilesDrawn, TurnPassed

from .positions import play, position, step

# Red on c2 sees one red, green on d2 one green.
TILES = "Rb2-Ob3 Ge2-Oe3"
RACK = "RG BB RR GG RG"


def test_two_axios_at_once() -> None:
    """Each colour that comes to 18 with a placement earns one of its own."""
    state = position(tiles=TILES, racks=[RACK, "OO"], tracks=[[17, 17, 3, 3, 3]])
    after = play(state, "Rc2-Gd2")
    assert (after.owed, after.to_move, after.asked) == (2, 0, False)
    assert after.racks[0] == ("BB", "RR", "GG", "RG")
    axios = [event for event in step(state, "Rc2-Gd2").events if isinstance(event, Axio)]
    assert axios == [Axio(0, "R", True), Axio(0, "G", True)]


def test_bonus_placements_are_played_one_by_one() -> None:
    """Exchange, refill and the next seat wait until all bonus placements are done."""
    state = position(tiles=TILES, racks=[RACK, "OO"], tracks=[[17, 17, 0, 3, 3]])
    one = play(state, "Rc2-Gd2", "Rh7-Rh8")
    assert (one.owed, one.to_move, len(one.racks[0]), one.drawn) == (1, 0, 3, 0)
    two = play(one, "Gh2-Gh3")
    assert (two.owed, two.to_move, len(two.racks[0]), two.drawn) == (0, 1, 5, 3)
    assert two.placed == (4, 1)


def test_a_bonus_placement_is_told_as_one() -> None:
    """The event of a placement says whether it was a bonus."""
    state = position(tiles=TILES, racks=[RACK, "OO"], tracks=[[17, 3, 3, 3, 3]])
    first, second = step(state, "Rc2-Gd2"), step(play(state, "Rc2-Gd2"), "Gh2-Gh3")
    assert [e.bonus for made in (first, second) for e in made.events if isinstance(e, TilePlaced)] == [
        False,
        True,
    ]


def test_a_bonus_is_not_optional() -> None:
    """While a placement is owed, only placements are legal."""
    after = play(position(tiles=TILES, racks=[RACK, "OO"], tracks=[[17, 3, 3, 3, 3]]), "Rc2-Gd2")
    assert len(after.legal_moves) == len(set(after.legal_moves)) > 0
    assert all(str(move) not in ("keep", "exchange") for move in after.legal_moves)


def test_bonuses_chain() -> None:
    """A bonus placement can earn another."""
    state = position(tiles=f"{TILES} Bh2-Oh3", racks=[RACK, "OO"], tracks=[[17, 0, 17, 3, 3]])
    one = play(state, "Rc2-Gd2")
    assert one.owed == 1
    two = play(one, "Bg2-Bg3")
    assert two.owed == 1
    assert two.tracks[0] == (18, 1, 18, 3, 3)
    assert play(two, "Ra8-Ra9").owed == 0


def test_a_bonus_adds_to_what_is_owed() -> None:
    """What one bonus earns is added to those still owed."""
    state = position(tiles=f"{TILES} Bh2-Oh3", racks=[RACK, "OO"], tracks=[[17, 17, 17, 3, 3]])
    assert play(state, "Rc2-Gd2", "Bg2-Bg3").owed == 2


def test_a_colour_at_its_end_earns_nothing_more() -> None:
    """Only coming to 18 is an axio; scoring there again is not."""
    state = position(tiles=TILES, racks=[RACK, "OO"], tracks=[[18, 3, 3, 3, 3]])
    made = step(state, "Rc2-Gd2")
    assert made.after.owed == 0
    assert not any(isinstance(event, Axio) for event in made.events)


def test_both_halves_reaching_the_end_earn_once() -> None:
    """A colour earns one placement, even if both halves score in it."""
    state = position(tiles="Bb3-Bb4", racks=["BB RR GG", "OO"], tracks=[[0, 0, 17, 0, 0]])
    assert play(state, "Bc3-Bc4").owed == 1


def test_a_pyramid_can_be_an_axio() -> None:
    """Coming to 18 by a pyramid earns a placement as well."""
    state = position(tiles="Ga2-Oa3", racks=["RP BB", "OO"], tracks=[[3, 17, 3, 3, 3]])
    after = play(state, "Rb1-Pb2")
    assert (after.tracks[0][1], after.owed) == (18, 1)


def test_a_bonus_without_a_tile_ends_the_game() -> None:
    """A seat that owes a placement and has no tile left ends the game; what is owed lapses."""
    state = position(seats=4, tiles=TILES, racks=["RG", "OO", "OO", "OO"], tracks=[[17, 0, 0, 0, 0]], bag="")
    after = play(state, "Rc2-Gd2")
    assert (after.ending, after.owed, after.to_move) == ("board", 0, None)


def test_rack_run_out_by_bonuses_with_tiles_in_the_bag() -> None:
    """Bonus tiles come from the rack only: with none left the game is over, though the bag has some."""
    state = position(tiles=TILES, racks=["RG", "OO"], tracks=[[17, 17, 0, 0, 0]])
    after = play(state, "Rc2-Gd2")
    assert (after.ending, after.drawn) == ("board", 0)


def test_solo_has_no_bonus() -> None:
    """Alone, coming to 18 or 36 earns nothing."""
    for red in (17, 35):
        after = play(position(seats=1, tiles=TILES, racks=["RG"], tracks=[[red, 3, 3, 3, 3]]), "Rc2-Gd2")
        assert (after.tracks[0][0], after.owed, after.drawn) == (red + 1, 0, 1)


def test_hexagons_have_the_same_bonus() -> None:
    """Hex pays axios from the rack, too."""
    state = position("hex", tiles="Rf6-Of7", racks=["RG BB YY", "OO"], tracks=[[17, 3, 3, 3, 3, 3]])
    after = play(state, "Re6-Gd6")
    assert (after.owed, after.racks[0], after.to_move) == (1, ("BB", "YY"), 0)


def rota(tracks: list[int], bag: str | None = None) -> State:
    """`PORB@1,0` scores a purple and a blue point here."""
    racks, stacks = ["RBPO", "RGBO"], ["RGOB", "RGPB"]
    return position("rota", tiles="RPBG@0,0", racks=racks, stacks=stacks, tracks=[tracks], bag=bag)


def test_rota_draws_bonus_tiles_one_after_the_other() -> None:
    """Rota: draw, place, score, and only then the next that is owed is drawn."""
    state = rota([0, 0, 11, 0, 11])
    one = play(state, "PORB@1,0")
    assert (one.owed, one.drawn, len(one.racks[0]), one.to_move) == (2, 1, 1, 0)
    two = one.play(one.legal_moves[0]).after
    assert (two.owed, two.drawn, len(two.racks[0]), two.to_move) == (1, 2, 1, 0)
    three = two.play(two.legal_moves[0]).after
    assert (three.owed, three.drawn, three.racks[0], three.to_move) == (0, 2, ("RGOB",), 1)


def test_rota_bonus_draw_is_secret() -> None:
    """Rota: everyone sees that a tile came from the supply, only its seat sees which."""
    made = step(rota([0, 0, 11, 0, 0]), "PORB@1,0")
    (drawn,) = [event for event in made.events if isinstance(event, TilesDrawn)]
    assert drawn.tiles == made.after.racks[0]
    assert TilesDrawn(0, ("?",)) in made.seen_by(1)
    assert drawn in made.seen_by(0)


def test_rota_lapses_without_supply() -> None:
    """Rota: a bonus whose draw finds the supply empty lapses, and the turn passes."""
    made = step(rota([0, 0, 11, 0, 11], bag=""), "PORB@1,0")
    assert (made.after.owed, made.after.to_move, made.after.racks[0]) == (0, 1, ("RGOB",))
    assert TurnPassed(1) in made.events


def test_rota_lapses_when_the_supply_runs_out() -> None:
    """Rota: of two that are owed, the one the supply has a tile for is played, the other lapses."""
    state = rota([0, 0, 11, 0, 11], bag="RGOP")
    one = play(state, "PORB@1,0")
    assert (one.owed, one.racks[0], one.bag) == (2, ("RGOP",), ())
    two = one.play(one.legal_moves[0]).after
    assert (two.owed, two.to_move, two.ending) == (0, 1, None)


@pytest.mark.parametrize("seats", [1, 2])
def test_rota_bonus_of_the_last_tile(seats: int) -> None:
    """Rota: a bonus earned by the very last tile is still played, then the game ends."""
    racks = ["RBPO"] if seats == 1 else ["", "RBPO"]
    tracks = [[0] * 5] * (seats - 1) + [[0, 0, 0, 0, 11]]
    state = position("rota", seats, tiles="RPBG@0,0", racks=racks, seat=seats - 1, tracks=tracks)
    one = play(state, "PORB@1,0")
    assert (one.ending, one.owed, one.to_move) == (None, 1, seats - 1)
    two = one.play(one.legal_moves[0]).after
    assert two.over
    assert two.ending == "stacks"
