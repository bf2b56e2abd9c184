"""The dial: levels by one mechanism, which slip a little often and never much."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from axio.bots import USUAL, Bot, make, plays
from axio.bots.dial import GIVEN_AWAY, Dial, DialLevel, MoveValue, MoveValues, blurred_choice, network_values
from axio.bots.levels import BLURS, LEVELS, NUMBERS, RATINGS, dial, strength
from axio.rules import Malformed, Observation, State, deal, game_names

VIEW = deal("axio", 2, "7").observe(0)


def steep(view: Observation) -> Sequence[MoveValue]:
    """Every legal move with another value: each loses a hundredth more than the one before."""
    return [MoveValue(move, 0.9 - n / 100, 0.9 - n / 100) for n, move in enumerate(view.legal_moves)]


def flat(view: Observation) -> Sequence[MoveValue]:
    """The same chances to win, but nothing that tells the moves apart."""
    return [each._replace(value=0.5) for each in steep(view)]


def given_away(blur: float, values: MoveValues = steep, times: int = 300) -> list[float]:
    """What a blur gives away by its choices."""
    wins = {each.move: each.win for each in values(VIEW)}
    chosen = [blurred_choice(VIEW, values, blur, bytes([n % 256, n // 256])).move for n in range(times)]
    return [0.9 - wins[move] for move in chosen]


def midgame(game: str, seats: int, plies: int = 8) -> State:
    state, chance = deal(game, seats, "dial"), Random(3)
    for _ in range(plies):
        state = state.play(chance.choice(state.legal_moves)).after
    return state


def test_without_blur_it_is_the_best_move() -> None:
    """A blur of 0 overlooks nothing and prefers without noise."""
    assert set(given_away(0.0)) == {0.0}


def test_more_blur_gives_away_more() -> None:
    """The mean loss rises with the blur."""
    means = [sum(lost) / len(lost) for lost in map(given_away, (0.0, 0.2, 0.4, 0.7, 1.0))]
    assert means == sorted(means)
    assert means[-1] > 0.02


@pytest.mark.parametrize("blur", [0.5, 1.0])
def test_no_level_gives_away_more_than_a_quarter_of_a_win(blur: float) -> None:
    """However blurred, a move that costs more is never chosen, since one that costs nothing is there."""
    lost = given_away(blur, flat)
    assert max(lost) <= GIVEN_AWAY + 1e-9
    assert len(Counter(lost)) > 10


def test_a_level_chooses_among_what_it_sees() -> None:
    """A level chooses among what it sees; where it overlooks everything harmless, it still plays that."""
    only = [MoveValue(move, 0.5, 0.5) for move in VIEW.legal_moves]
    chosen = {blurred_choice(VIEW, lambda _: only, 1.0, bytes([n])).move for n in range(60)}
    assert len(chosen) > 20
    one = [MoveValue(VIEW.legal_moves[0], 0.9, 0.9), *(each._replace(win=0.1) for each in only[1:])]
    assert {blurred_choice(VIEW, lambda _: one, 1.0, bytes([n])).move for n in range(30)} == {one[0].move}


def test_two_levels_err_apart() -> None:
    """By the same key two blurs slip differently: else a match between them would be nearer to a draw."""
    keys = [bytes([n]) for n in range(40)]
    chosen = [[blurred_choice(VIEW, flat, blur, key).move for key in keys] for blur in (0.5, 0.51)]
    same = sum(one == other for one, other in zip(*chosen, strict=True))
    assert same < 10


def test_the_only_move_needs_no_thought() -> None:
    """Nothing is compared where there is nothing to compare."""
    choice = blurred_choice(VIEW, lambda view: steep(view)[:1], 0.5, b"key")
    assert (choice.move, choice.candidates) == (VIEW.legal_moves[0], ())


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("game", game_names())
def test_levels_play_every_position_as_keys_say(game: str, seats: int) -> None:
    """The same key gives the same legal move, and the candidates begin with it."""
    view = midgame(game, seats).observe(midgame(game, seats).seat)
    bot = make("level2")
    first, second = bot.choose(view, USUAL, b"a"), bot.choose(view, USUAL, b"a")
    assert first == second
    assert first.move in view.legal_moves
    assert not first.candidates or first.candidates[0].move == first.move


@pytest.mark.parametrize("game", game_names())
def test_no_level_gives_away_much_by_the_network(game: str) -> None:
    """The gentlest level, with the real network: small slips, and none of more than a quarter of a win."""
    state = midgame(game, 2)
    view = state.observe(state.seat)
    wins = {each.move: each.win for each in network_values(view)}
    assert set(wins) <= set(view.legal_moves)
    chosen = [DialLevel(number=2).choose(view, USUAL, bytes([n])).move for n in range(20)]
    assert all(max(wins.values()) - wins[move] <= GIVEN_AWAY for move in chosen)
    assert len(set(chosen)) > 1


def test_the_network_itself_is_a_blur_of_nothing() -> None:
    """Without blur the dial plays as `net` does."""
    state = midgame("hex", 2)
    view = state.observe(state.seat)
    assert Dial(0.0).choose(view, USUAL, b"a").move == make("net").choose(view, USUAL, b"a").move


def test_the_dial_goes_from_sprout_to_master() -> None:
    """Ten levels in AXIO and hex, at least six in rota; every one is a bot that plays the game."""
    assert (len(dial("axio")), len(dial("hex"))) == (10, 10)
    assert len(dial("rota")) >= 6
    for game in BLURS:
        assert (dial(game)[0], dial(game)[-1]) == ("sprout", "master")
        assert all(plays(make(name), game) for name in dial(game))
        blurs = list(BLURS[game].values())
        assert blurs == sorted(blurs, reverse=True)
        assert len(set(blurs)) == len(blurs)


def test_a_level_plays_where_the_dial_goes_as_far() -> None:
    """A game with fewer levels has no bot for those it lacks, and says so."""
    for number in NUMBERS:
        bot: Bot = make(f"level{number}")
        assert bot.name == f"level{number}"
        assert {game for game in BLURS if plays(bot, game)} == {g for g in BLURS if number in BLURS[g]}
    view = deal("rota", 2, "7").observe(0)
    with pytest.raises(Malformed, match="rota has no level 9 on its dial"):
        make("level9").choose(view, USUAL, b"")
    with pytest.raises(Malformed, match=r"dial: blur is 1\.5: expected 0 to 1"):
        make("dial:blur=1.5")


def test_strength_is_a_place_between_sprout_and_master() -> None:
    """Levels are evenly spaced, the known bots lie where their ratings are, of others nothing is known."""
    assert (strength("sprout", "axio"), strength("master", "axio")) == (0.0, 1.0)
    assert strength("level4", "axio") == pytest.approx(3 / 9)
    places = [strength(name, "axio") for name in ("sprout", "greedy", "careful", "planner", "master")]
    assert all(place is not None for place in places)
    assert places == sorted(places, key=float)  # type: ignore[arg-type]
    assert strength("random", "axio") is None
    assert strength("greedy", "patch") == strength("greedy", "axio")
    assert all({level.name for level in LEVELS} == set(ratings) for ratings in RATINGS.values())
