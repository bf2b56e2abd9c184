"""How games end: no room, no tile, all stacks placed, or every colour of a seat at its end."""

import pytest

from axio.rules import IllegalMove, State
from axio.rules.events import ExchangeOffered, GameEnded, TilesDrawn, TurnPassed

from .playing import states
from .positions import moves, play, position, step

# All of 9×9 but a1-b1: rows of tiles with a pyramid where a row has a space to spare.
ROWS = {1: "cd fg hi", 2: "ab cd ef gh", 3: "bc de fg hi", 4: "ab cd ef gh", 5: "bc fg"}
ROWS |= {6: "bc de fg hi", 7: "ab cd ef gh", 8: "bc de fg hi", 9: "ab cd fg hi"}
SPARE = "i2 a3 i4 d5 h5 a6 i7 a8"
PAIRS = ["RG", "RB", "RO", "RP", "GB", "GO", "GP", "BO", "BP", "OP"]
SPOTS = [(f"{pair[0]}{row}", f"{pair[1]}{row}") for row, pairs in ROWS.items() for pair in pairs.split()]


def last_spot(rack: str, tracks: list[int], seats: int = 2) -> State:
    """Only a1-b1 is left. Beside it lie purple (c1), red and green (a2, b2)."""
    pairs = [PAIRS[number % 10] for number in range(len(SPOTS))]
    pairs[0], pairs[3] = "PO", "RG"
    tiles = [f"{pair[0]}{one}-{pair[1]}{two}" for (one, two), pair in zip(SPOTS, pairs, strict=True)]
    racks = [rack, "OO OO"][:seats]
    return position(seats=seats, tiles=" ".join(tiles), pyramids=SPARE, racks=racks, tracks=[tracks])


def test_a_full_board_ends_the_game() -> None:
    """When nobody could place, the game is over at once: nothing is asked, nothing is drawn."""
    state = last_spot("BB OO", [9, 0, 9, 9, 9])
    assert moves(state) == {"Ba1-Bb1", "Oa1-Ob1"}
    made = step(state, "Ba1-Bb1")
    assert (made.after.ending, made.after.asked, made.after.to_move, made.after.drawn) == (
        "board",
        False,
        None,
        0,
    )
    assert not any(isinstance(e, ExchangeOffered | TilesDrawn | TurnPassed) for e in made.events)
    assert made.after.outcome is not None
    assert made.events[-1] == GameEnded(made.after.outcome)


def test_the_same_position_would_have_been_asked() -> None:
    """The last placement leaves a rack that would be asked about, were there room."""
    assert play(position(racks=["BB OO", "OO"], tracks=[[9, 0, 9, 9, 9]]), "Ba1-Bb1").asked


def test_bonuses_lapse_on_a_full_board() -> None:
    """A bonus that finds no room lapses, and the game is over."""
    after = play(last_spot("GP OO", [9, 9, 9, 9, 17]), "Ga1-Pb1")
    assert after.tracks[0] == (9, 9, 9, 9, 18)
    assert (after.ending, after.owed) == ("board", 0)


def test_an_instant_win_is_looked_at_first() -> None:
    """All colours at 18 with the last possible placement is an instant win, not a full board."""
    after = play(last_spot("GP OO", [18, 18, 18, 18, 17]), "Ga1-Pb1")
    assert after.ending == "instant"
    assert after.outcome is not None
    assert after.outcome.winners == (0,)


def test_solo_ends_on_a_full_board() -> None:
    """Alone, too, the game ends when no two empty neighbours are left."""
    after = play(last_spot("BB", [0] * 5, seats=1), "Ba1-Bb1")
    assert (after.ending, after.drawn) == ("board", 0)


def test_single_spaces_are_no_room() -> None:
    """Empty spaces that do not touch leave no room for a tile: with hexagons they simply stay."""
    state = states("hex", 2, "single", lambda state, _: state.legal_moves[-1])[-1]
    filled = 2 * len(state.board.tiles)
    assert state.ending == "board"
    assert filled < 85
    assert not state.board.has_room(first=False)


@pytest.mark.parametrize(("name", "colours", "text"), [("axio", 5, "Ra1-Ba2"), ("hex", 6, "Rf6-Bf7")])
def test_instant_win(name: str, colours: int, text: str) -> None:
    """The seat whose colours all stand at 18 wins at once; nothing is drawn, bonuses are not played."""
    tiles = "Rb1-Ob2" if name == "axio" else "Re6-Of5"
    tracks = [[17] + [18] * (colours - 1), [18] * (colours - 1) + [17], [0] * colours]
    state = position(name, 3, tiles=tiles, racks=["RB GG", "GG", "GG"], tracks=tracks)
    after = play(state, text)
    assert (after.ending, after.owed, after.to_move, after.drawn) == ("instant", 0, None, 0)
    assert after.outcome is not None
    assert (after.outcome.ranking, after.outcome.winners) == ((1, 2, 3), (0,))


def test_pyramids_belong_to_the_scoring() -> None:
    """An instant win is looked at when pyramids have scored, too."""
    state = position(tiles="Ga2-Oa3", racks=["RP GG", "OO"], tracks=[[18, 17, 18, 18, 18]])
    assert play(state, "Rb1-Pb2").ending == "instant"


def test_rota_instant_win() -> None:
    """Rota: five colours at 12 win at once, with stacks and supply left."""
    tracks = [[12, 12, 12, 12, 11]]
    state = position("rota", tiles="RPBG@0,0", racks=["RBPO", "RGBO"], stacks=["RGOB", "RGPB"], tracks=tracks)
    after = play(state, "PORB@1,0")
    assert (after.ending, after.drawn, after.stacks[0]) == ("instant", 0, ("RGOB",))


def test_no_instant_win_for_solo_at_18() -> None:
    """Alone, all colours at 18 end nothing: the second boards begin."""
    state = position(seats=1, tiles="Rb1-Ob2", racks=["RB"], tracks=[[17, 18, 18, 18, 18]])
    assert not play(state, "Ra1-Ba2").over


@pytest.mark.parametrize(("red", "over"), [(34, False), (35, True)])
def test_solo_ends_at_36(red: int, over: bool) -> None:
    """Alone, the game also ends when every colour stands at 36."""
    state = position(seats=1, tiles="Rb1-Ob2", racks=["RB"], tracks=[[red, 36, 36, 36, 36]])
    after = play(state, "Ra1-Ba2")
    assert (after.over, after.drawn) == (over, 0 if over else 1)


def test_solo_rota_ends_at_12() -> None:
    """Solo rota keeps the end at five times 12."""
    state = position(
        "rota", 1, tiles="RPBG@0,0", racks=["RBPO"], stacks=["RGOB"], tracks=[[12, 12, 11, 12, 11]]
    )
    assert play(state, "PORB@1,0").over


def test_four_seats_with_an_empty_bag() -> None:
    """With an empty bag racks run down; the game ends when the seat to place has no tile."""
    state = position(seats=4, racks=["RG", "BB RR", "GG", "OO"], bag="")
    for seat, text in enumerate(["Ra1-Ga2", "Bc1-Bc2", "Ge1-Ge2"]):
        assert state.to_move == seat
        state = play(state, text)
    last = play(state, "Ok1-Ok2")
    assert (last.ending, last.to_move) == ("board", None)
    assert last.racks == ((), ("RR",), (), ())


def test_racks_run_down_once_the_bag_is_empty() -> None:
    """Refill draws to five, or until the bag is empty; then a turn leaves the rack one smaller."""
    racks = ["RG RR RR RB GG", "BB RR RG GB OP", "GG GG GG OO OP", "OO OO RB RO RP"]
    one = play(position(seats=4, racks=racks, bag="PP"), "Ra1-Ga2")
    assert (one.racks[0][-1], len(one.racks[0]), one.bag) == ("PP", 5, ())
    two = play(one, "Bc1-Bc2")
    assert (len(two.racks[1]), two.to_move, two.drawn) == (4, 2, 1)


def test_the_bag_lasts_for_80_placements() -> None:
    """With four seats every turn takes one tile from the bag, exchanges included: it lasts for 80."""
    game = states("axio", 4, "eighty", lambda state, _: state.legal_moves[0])
    for state in game:
        if not state.asked and not state.owed and not state.over:
            assert len(state.bag) == 80 - sum(state.placed)
    assert any(state.asked for state in game)
    assert sum(game[-1].placed) > 75


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rota_ends_when_all_stacks_are_placed(seats: int) -> None:
    """Rota ends when every seat has placed its twelve tiles, and bonus tiles besides."""
    state = states("rota", seats, "stacks")[-1]
    assert state.ending == "stacks"
    assert not any(state.stacks) and not any(state.racks)
    assert all(placed >= 12 for placed in state.placed)


def test_no_move_after_the_end() -> None:
    """After the end no move is legal, and none is listed."""
    after = play(last_spot("BB OO", [9, 0, 9, 9, 9]), "Ba1-Bb1")
    assert (len(after.legal_moves), list(after.legal_moves), bool(after.legal_moves)) == (0, [], False)
    for text in ("keep", "exchange", "Oa1-Ob1"):
        with pytest.raises(IllegalMove) as caught:
            play(after, text)
        assert caught.value.reason == "game_over"
