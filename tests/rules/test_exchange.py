"""Exchange or keep: asked when no tile left on the rack shows any of the seat's lowest colours."""

from collections import Counter

import pytest

from axio.rules import Exchange, IllegalMove, Keep, State, deal
from axio.rules.events import ExchangeOffered, RackExchanged, TilesDrawn

from .positions import play, position, step

QUIET = "Ra1-Ga2"  # scores nothing on an empty board


def after_placing(rest: str, tracks: list[int], bag: str | None = None, name: str = "axio") -> State:
    """The state after a tile that scores nothing, with `rest` left on the rack."""
    quiet = QUIET if name == "axio" else "Rf6-Gf7"
    return play(position(name, racks=[f"RG {rest}", "RR RR"], tracks=[tracks], bag=bag), quiet)


def test_asked_when_no_tile_shows_the_lowest() -> None:
    """One lowest colour, no tile with it: the seat is asked before anything is drawn."""
    state = after_placing("GG OP BB GP", [0, 1, 2, 3, 4])
    assert (state.asked, state.to_move, state.drawn, len(state.racks[0])) == (True, 0, 0, 4)
    assert set(state.legal_moves) == {Exchange(), Keep()}


def test_not_asked_when_a_tile_shows_it() -> None:
    """A single mark of the lowest colour is enough to lose the choice."""
    state = after_placing("GG OP BB RP", [0, 1, 2, 3, 4])
    assert (state.asked, state.to_move, len(state.racks[0])) == (False, 1, 5)


@pytest.mark.parametrize(
    ("rest", "asked"), [("GG GB BB", True), ("GG GP BB", False), ("GO BB GG", False), ("RG BB GG", False)]
)
def test_all_that_tie_for_the_lowest_count(rest: str, asked: bool) -> None:
    """Where several colours are lowest, a tile with any of them takes the choice away."""
    assert after_placing(rest, [2, 5, 3, 2, 2]).asked is asked


def test_all_colours_level() -> None:
    """With all colours level every tile shows a lowest one."""
    assert not after_placing("GG", [3, 3, 3, 3, 3]).asked


def test_the_lowest_are_those_after_scoring() -> None:
    """What counts is the lowest colour now, the points of this placement included."""
    state = position(tiles="Rb1-Ob2", racks=["RG GG OO", "RR"], tracks=[[0, 1, 1, 0, 1]])
    assert not play(
        position(tiles="Rb1-Ob2", racks=["RG RR", "RR"], tracks=[[0, 1, 1, 1, 1]]), "Rc5-Gc6"
    ).asked
    assert not play(state, "Rc1-Gc2").asked
    assert play(position(tiles="Rb1-Ob2", racks=["RG RR", "RR"], tracks=[[0, 0, 1, 1, 1]]), "Rc1-Gc2").asked


@pytest.mark.parametrize(("name", "full"), [("axio", 5), ("hex", 6)])
def test_the_bag_must_hold_a_full_rack(name: str, full: int) -> None:
    """The choice is offered only while the bag holds at least a full rack."""
    tracks = [0] + [1] * (full - 1)
    assert after_placing("GG", tracks, " ".join(["OO"] * full), name).asked
    refilled = after_placing("GG", tracks, " ".join(["OO"] * (full - 1)), name)
    assert not refilled.asked
    assert len(refilled.racks[0]) == full


def test_an_empty_rack_shows_none() -> None:
    """A rack without tiles counts as showing none of the colours; either answer fills it."""
    state = after_placing("", [3, 3, 3, 3, 3])
    assert state.asked
    for answer in ("exchange", "keep"):
        after = play(state, answer)
        assert (len(after.racks[0]), after.drawn, after.to_move) == (5, 5, 1)


@pytest.mark.parametrize(("name", "full"), [("axio", 5), ("hex", 6)])
def test_exchange_draws_a_full_rack(name: str, full: int) -> None:
    """However few tiles were left, a full rack is drawn, and no refill follows."""
    state = after_placing("GG BB", [0] + [1] * (full - 1), name=name)
    after = play(state, "exchange")
    assert len(after.racks[0]) == full
    assert after.drawn == full
    assert len(after.bag) == len(state.bag) - full + 2


def test_exchanged_tiles_return_to_the_bag() -> None:
    """Nothing is lost: the bag gains the shown tiles and loses the drawn ones."""
    state = after_placing("GG BB", [0, 1, 1, 1, 1])
    after = play(state, "exchange")
    assert Counter(after.bag) == Counter(state.bag) - Counter(after.racks[0]) + Counter(["GG", "BB"])
    assert after.to_move == 1


def test_shown_tiles_are_public_and_drawn_ones_are_not() -> None:
    """Everyone sees the tiles that were given up; the new ones only their seat sees."""
    made = step(after_placing("GG BB", [0, 1, 1, 1, 1]), "exchange")
    for viewer in (1, None):
        seen = made.seen_by(viewer)
        assert RackExchanged(0, ("GG", "BB")) in seen
        assert TilesDrawn(0, ("?",) * 5) in seen
    assert TilesDrawn(0, made.after.racks[0]) in made.seen_by(0)


def test_the_question_is_public() -> None:
    """Everyone sees that a seat was asked, and its answer."""
    state = position(racks=["RG GG", "RR"], tracks=[[0, 1, 1, 1, 1]])
    made = step(state, QUIET)
    assert all(ExchangeOffered(0) in made.seen_by(viewer) for viewer in (0, 1, None))
    assert all(made.after.observe(viewer).asked for viewer in (0, 1, None))


def test_keep_keeps_and_refills() -> None:
    """Keep leaves the rack as it is and refills it."""
    after = play(after_placing("GG BB", [0, 1, 1, 1, 1]), "keep")
    assert after.racks[0][:2] == ("GG", "BB")
    assert (len(after.racks[0]), after.drawn, after.to_move) == (5, 3, 1)


def test_nothing_else_while_asked() -> None:
    """While asked, a placement is refused with the reason."""
    with pytest.raises(IllegalMove) as caught:
        play(after_placing("GG BB", [0, 1, 1, 1, 1]), "Gc3-Gc4")
    assert caught.value.reason == "choose_first"


@pytest.mark.parametrize("answer", ["exchange", "keep"])
@pytest.mark.parametrize("name", ["axio", "rota", "hex"])
def test_no_answer_unless_asked(name: str, answer: str) -> None:
    """Exchange and keep are refused when nothing is being asked."""
    with pytest.raises(IllegalMove) as caught:
        play(deal(name, 2, "7"), answer)
    assert caught.value.reason == "nothing_to_choose"


def test_asked_only_after_the_last_bonus() -> None:
    """The question waits for bonus placements, and looks at what is left then."""
    state = position(
        tiles="Rb2-Ob3 Ge2-Oe3", racks=["RG BB RR GG", "OO"], tracks=[[17, 3, 3, 3, 3]], seed="later"
    )
    one = play(state, "Rc2-Gd2")
    assert (one.asked, one.owed) == (False, 1)
    assert play(one, "Gh8-Gh7").asked is False  # BB is left
    assert play(one, "Bh8-Bh7").asked is True  # RR and GG are left; lowest are B, O, P


@pytest.mark.parametrize("name", ["axio", "hex"])
def test_solo_has_no_exchange(name: str) -> None:
    """Alone nothing is ever asked: the next tile is drawn."""
    tracks = [[5] * 5] if name == "axio" else [[5] * 6]
    state = position(name, 1, racks=["RG"], tracks=tracks)
    after = play(state, "Ra1-Ga2" if name == "axio" else "Rf6-Gf7")
    assert (after.asked, len(after.racks[0]), after.drawn) == (False, 1, 1)


def test_rota_has_no_exchange() -> None:
    """Rota never asks, whatever the tracks."""
    tracks = [[0, 9, 9, 9, 9]]
    state = position("rota", tiles="GBOP@0,0", racks=["RBPO", "RGBO"], stacks=["GOBP", "RGPB"], tracks=tracks)
    after = play(state, "RBPO@0,1")
    assert (after.asked, after.to_move) == (False, 1)
