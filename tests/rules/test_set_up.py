"""Positions that somebody sets up, games that begin from them, and the same game with other luck."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from axio.rules import (
    IllegalMove,
    Malformed,
    Observation,
    Place,
    Record,
    State,
    deal,
    parse_move,
    read_record,
)
from axio.rules.cells import Cell
from axio.rules.set_up import SetUp, known_to, played, some_state
from axio.rules.tiles import canonical

TABLES = [(game, seats) for game in ("axio", "rota", "hex") for seats in (1, 2, 4)]


def middle(game: str, seats: int = 2, plies: int = 8) -> State:
    """A random game after some plies, in which a tile is to be placed."""
    chance, state = Random(f"{game} {seats}"), deal(game, seats, "7")
    for _ in range(plies):
        state = state.play(chance.choice(state.legal_moves)).after
    while state.asked:
        state = state.play(chance.choice(state.legal_moves)).after
    assert not state.over
    return state


def all_tiles(state: State) -> Counter[str]:
    held = [tile for tiles in (*state.racks, *state.stacks, state.bag) for tile in tiles]
    return Counter([*held, *(canonical(place.marks) for place in state.board.tiles)])


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_tile_is_laid_and_lifted_again(game: str, seats: int) -> None:
    """The board is as before, every tile is there once, and nobody has scored."""
    state = middle(game, seats)
    tile = state.bag[0]
    place = next(iter(state.board.placements([tile], first=False)))
    laid = SetUp.of(state).lay(place).position()
    assert isinstance(laid, State)
    assert sum(laid.placed) == sum(state.placed) + 1
    assert laid.tracks == state.tracks and laid.racks == state.racks
    assert all_tiles(laid) == Counter(state.game.tiles)
    lifted = SetUp.of(laid).lift(place.at[0]).position()
    assert lifted.board.tiles == state.board.tiles and lifted.placed == state.placed


def test_pyramids_follow_the_tiles() -> None:
    """A tile that isolates a space raises its pyramid; without the tile there is none."""
    setting = SetUp.of(deal("axio", 2, "7"))
    for text in ("Ra2-Rb2", "Gb1-Gc1"):
        place = parse_move(text)
        assert isinstance(place, Place)
        setting = setting.lay(place)
    assert list(map(str, setting.position().board.pyramids)) == ["a1"]
    assert setting.lift(Cell(1, 2)).position().board.pyramids == ()


def test_tracks_turn_and_racks_are_what_is_said() -> None:
    """Each is set by itself; a rack that is not known makes the position one seat's."""
    state = middle("hex", 2)
    setting = replace(SetUp.of(state), tracks=((1,) * 6, (2,) * 6), seat=1)
    found = setting.with_rack(0, ("RR", "BB")).position()
    assert isinstance(found, State)
    assert found.tracks == ((1,) * 6, (2,) * 6) and found.seat == 1
    assert found.racks == (("RR", "BB"), state.racks[1])
    hidden = setting.with_rack(0, None).position()
    assert isinstance(hidden, Observation) and hidden.viewer == 1
    assert hidden.rack_sizes[0] == len(state.racks[0])


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_knowledge_is_taken_away_and_filled_in(game: str, seats: int) -> None:
    """A seat's own view stays what it was; what is filled in fits it, and is always the same."""
    state = middle(game, seats)
    assert known_to(state, "all") is state
    assert known_to(state, "-") == state.observe(None)
    view = known_to(state, str(seats - 1))
    assert view == state.observe(seats - 1)
    filled = known_to(view, "all")
    assert isinstance(filled, State) and filled.observe(seats - 1) == view
    assert filled == some_state(view)


def test_a_move_is_played_in_any_position_of_whoever_moves() -> None:
    """Of a state, and of what its mover knows; a rack that is not known has no moves."""
    state = middle("axio")
    move = state.legal_moves[0]
    assert played(state, move) == state.play(move).after
    after = played(state.observe(state.seat), move)
    assert after.board == state.play(move).after.board and after.tracks == state.play(move).after.tracks
    with pytest.raises(Malformed, match="is not known"):
        played(state.observe(1 - state.seat), move)
    with pytest.raises(IllegalMove):
        played(state, parse_move("exchange"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda it: it.lay(parse_move("Ra1-Bz9")), "z9"),
        (lambda it: it.lift(Cell(1, 1)), "no tile lies on 1,1"),
        (lambda it: it.with_rack(7, ()), "there is no seat 7"),
        (lambda it: it.with_rack(0, ("QQ",)), "more QQ tiles"),
        (lambda it: it.with_rack(0, ("RR",) * 5), "more RR tiles"),
        (lambda it: it.with_rack(0, ()), "no tile to place"),
        (lambda it: replace(it, seat=9), "0 to 1|expected whose turn"),
        (lambda it: replace(it, tracks=((99,) * 5,) * 2), "expected a number from 0 to 18"),
    ],
)
def test_what_cannot_be_is_refused(change: object, reason: str) -> None:
    """One sentence each."""
    with pytest.raises((Malformed, IllegalMove), match=reason):
        change(SetUp.of(deal("axio", 2, "7"))).position()  # type: ignore[operator]


def test_racks_of_some_seats_are_no_position() -> None:
    """Of four, two are known: no seat knows that."""
    setting = SetUp.of(deal("axio", 4, "7")).with_rack(0, None).with_rack(1, None)
    with pytest.raises(Malformed, match="expected those of all, of one or of none"):
        setting.position()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_other_luck_changes_what_nobody_knows(game: str, seats: int) -> None:
    """Racks and board stay; stacks, bag and draws come from the key; no tile is lost."""
    state = middle(game, seats)
    other, again = state.redealt(b"k" * 32), state.redealt(b"k" * 32)
    assert other == again and all_tiles(other) == Counter(state.game.tiles)
    assert [other.observe(seat) for seat in range(seats)] == [state.observe(seat) for seat in range(seats)]
    assert len({state.stacks, other.stacks, state.redealt(b"l" * 32).stacks}) == 3 or not any(state.stacks)
    for _ in range(3):
        move = next(move for move in state.legal_moves if move in other.legal_moves)
        state, other = state.play(move).after, other.play(move).after
        if state.racks != other.racks:
            return
    pytest.fail("the same tiles came three times")


def test_a_record_may_begin_from_a_position() -> None:
    """It reads back as it was, its moves follow the position, and it has no proof of a deal."""
    state = middle("rota")
    move = state.legal_moves[0]
    record = Record("rota", 2, "x", (move,), start=str(state))
    again = read_record(record.text())
    assert again == record and again.final == state.play(move).after
    for start in ("nonsense", str(state.observe(0)), str(deal("axio", 2, "7"))):
        with pytest.raises(Malformed):
            read_record(replace(record, start=start).text())
    assert "start" not in Record("rota", 2, "x").as_data()
