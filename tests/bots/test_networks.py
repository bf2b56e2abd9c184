"""Networks that come with the package: what they are given, what they say, and who asks them."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import onnxruntime
import pytest

from axio.bots import Budget, Master, Net, Time, Work, make, plays
from axio.bots.master import LONG, LONG_SECONDS, PATIENT, PLAYOUT, QUICK, Manner, manner_of
from axio.bots.networks import has_network, network_file
from axio.bots.networks.advice import Advised, Foretelling
from axio.bots.networks.judge import asking, judge_of, mind_of
from axio.bots.search import Playing
from axio.kernel import Worlds
from axio.kernel.portraits import portrait_size, portraits
from axio.rules import Malformed, deal, game_names

from .games import views

NETWORKED = [game for game in game_names() if has_network(game)]
TABLES = [(game, seats) for game in NETWORKED for seats in (1, 2, 3, 4)]


def test_axio_has_a_network() -> None:
    """The tests below have something to look at."""
    assert "axio" in NETWORKED


@pytest.mark.parametrize("game", NETWORKED)
def test_a_network_is_small_and_says_how_it_was_made(game: str) -> None:
    """At most 3 MB; with it go the settings, the lessons it learned from, the time and the version."""
    assert network_file(game).stat().st_size <= 3_000_000
    session = onnxruntime.InferenceSession(network_file(game))
    facts = json.loads(session.get_modelmeta().custom_metadata_map["axio"])
    assert facts["settings"]["game"] == game
    assert facts["lessons"] > 0
    assert facts["seconds"] > 0
    assert facts["version"]
    assert session.get_inputs()[0].shape[1] == portrait_size(deal(game, 2, "7").game)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_expectations_are_chances(game: str, seats: int) -> None:
    """Chances to win lie between 0 and 1, and lows on the track."""
    for view in views(game, seats)[::13]:
        judged = judge_of(game)(view, list(view.legal_moves)[:4])
        assert ((judged.wins >= 0) & (judged.wins <= 1)).all()
        assert ((judged.lows > -2) & (judged.lows <= view.game.end + 2)).all()


@pytest.mark.parametrize("game", NETWORKED)
def test_weights_in_memory_say_what_the_file_says(game: str) -> None:
    """onnxruntime and the weights compiled code reads agree."""
    view = views(game, 2)[9]
    seen = portraits(Worlds.sample(view, 1), list(view.legal_moves)[:20]).numbers
    assert np.allclose(judge_of(game).ask(seen), asking(mind_of(game))(seen), atol=1e-4)


def test_a_won_ending_is_seen() -> None:
    """Where a move ends the game, what is expected after it is the result itself."""
    found = 0
    for seed in range(6):
        view = views("axio", 2, str(seed))[-1]
        world = view.sample(b"any")
        for move in list(view.legal_moves)[:4]:
            after = world.play(move).after
            if after.outcome is not None:
                winners, seen = after.outcome.winners, judge_of("axio")(view, [move])
                assert seen.wins[0] == (view.seat in winners) / len(winners)
                assert seen.lows[0] == min(after.tracks[view.seat])
                assert seen.others[0] == min(after.tracks[1 - view.seat])
                found += 1
    assert found


@pytest.mark.parametrize("margin", [0.0, 0.03, 1.0])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_net_plays_what_is_expected_most(game: str, seats: int, margin: float) -> None:
    """Of all moves looked at, none is expected to come to more than the one played: the chance to win, and
    some of a win for each point ahead; alone, the lowest colour."""
    view = views(game, seats)[7]
    choice = Net(wide=1000, margin=margin).choose(view, Work(1), b"key")
    seen = judge_of(game, "sight")(view, list(view.legal_moves))
    values = seen.lows if seats == 1 else seen.wins + margin * (seen.lows - seen.others)
    assert choice.move == choice.candidates[0].move and choice.move in view.legal_moves
    assert choice.candidates[0].value == pytest.approx(values.max(), abs=1e-4)
    told = [each.value for each in Net().choose(view, Work(1), b"other").candidates]
    assert len(told) == 5 and told == sorted(told, reverse=True)


def test_advice_is_what_the_network_expects() -> None:
    """Candidates are legal and no more than asked for, the best first; promises add up to nothing."""
    for view in views("axio", 2)[::8]:
        advised = Advised(judge_of("axio"))(view, 5, 6)
        moves = [move for move, _ in advised]
        assert len(moves) == len(set(moves)) <= 6
        assert all(move in view.legal_moves for move in moves)
        promises = [promise for _, promise in advised]
        assert promises == sorted(promises, reverse=True)
        if not view.asked:
            values = judge_of("axio")(view, moves).wins
            assert np.allclose(np.diff(values), np.diff(promises), atol=1e-6)


def test_trials_end_in_an_expectation_or_the_result() -> None:
    """With turns enough a trial is a playout; with few, chances are neither 0 nor 1."""
    view = views("axio", 2)[12]
    moves, worlds = list(view.legal_moves)[:3], Worlds.sample(view, 8, 3)
    trial = Foretelling(mind_of("axio"), turns=1)
    brief, long = trial(worlds, moves, view.seat), replace(trial, turns=99)(worlds, moves, view.seat)
    played = Playing()(worlds, moves, view.seat)
    assert np.allclose(long.values, played.values, atol=1e-4) and np.allclose(long.lows, played.lows)
    assert ((brief.wins > 0) & (brief.wins < 1)).all()


@pytest.mark.parametrize(
    ("budget", "manner"),
    [
        (Work(1), QUICK),
        (Work(LONG - 1), QUICK),
        (Work(LONG), PATIENT),
        (Time(LONG_SECONDS / 2), QUICK),
        (Time(LONG_SECONDS), PATIENT),
    ],
)
def test_with_time_to_think_master_is_patient(budget: Budget, manner: Manner) -> None:
    assert manner_of(budget) == manner


def test_a_patient_master_tries_what_sight_names() -> None:
    """The moves it tells about are among those that the part `sight` likes best; in a hurry, `expected`."""
    for budget, part in ((Work(LONG), "sight"), (Work(64), "expected")):
        view = views("axio", 2)[5]
        named = {str(move) for move, _ in Advised(judge_of("axio", part))(view, 0, Master().width)}
        told = {str(each.move) for each in Master().choose(view, budget, b"key").candidates}
        assert told and told <= named


def test_where_there_is_no_network() -> None:
    """net says so in one sentence; master searches all the same, as planner does, and so it does alone."""
    view = deal("toy", 2, "7").observe(0)
    assert not plays(make("net"), "toy")
    assert plays(make("master"), "toy")
    with pytest.raises(Malformed, match="net has no network for toy"):
        Net().choose(view, Work(10), b"key")
    for each in (view, views("axio", 1)[6]):
        choice = Master().choose(each, Work(100), b"key")
        assert choice == make("planner").choose(each, Work(round(100 / PLAYOUT)), b"key")
