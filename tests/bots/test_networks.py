"""Networks that come with the package: what they are given, what they say, and who asks them."""

from __future__ import annotations

import json

import numpy as np
import onnxruntime
import pytest

from axio.bots import Master, Net, Work, make, plays
from axio.bots.networks import has_network, network_file
from axio.bots.networks.advice import Advised, expected
from axio.bots.networks.judge import judge_of
from axio.bots.search import Foresight
from axio.encoding import action_of, planes, vector
from axio.encoding.moving import action_table
from axio.encoding.symmetries import symmetries
from axio.kernel import Worlds
from axio.kernel.outlooks import outlooks
from axio.rules import Malformed, deal, game_names

from .games import views

NETWORKED = [game for game in game_names() if has_network(game)]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("game", ["axio", "hex"])
def test_outlooks_are_what_the_rules_make_of_a_move(game: str, seats: int) -> None:
    """Every move in every world: the next seat sees what the plain rules show it, or the game is over."""
    for view in views(game, seats)[3::9]:
        moves = list(view.legal_moves)[:3]
        worlds = Worlds.sample(view, 2, 7)
        seen = outlooks(worlds, moves)
        after = [state.play(move).after for move in moves for state in worlds.states()]
        assert seen.over.tolist() == [state.over for state in after]
        for at, state in enumerate(after):
            scores = seen.standings.tracks.reshape(len(after), seats, -1)[at]
            assert scores.tolist() == [list(tracks) for tracks in state.tracks]
            if not state.over:
                assert seen.movers[at] == state.seat
                public = state.observe(state.seat)
                assert np.array_equal(seen.planes[at], planes(public))
                placed = vector(public).size - 2 * len(worlds.plan.layout.kinds)
                drawn = vector(public)[placed:].sum()
                assert np.array_equal(seen.vectors[at, :placed], vector(public)[:placed])
                assert seen.vectors[at, placed:].sum() == drawn


@pytest.mark.parametrize("game", NETWORKED)
def test_a_network_is_small_and_says_how_it_was_made(game: str) -> None:
    """At most 3 MB; with it go the settings, the decisions it learned from, the time and the version."""
    assert network_file(game).stat().st_size <= 3_000_000
    meta = onnxruntime.InferenceSession(network_file(game)).get_modelmeta().custom_metadata_map
    facts = json.loads(meta["axio"])
    assert facts["settings"]["game"] == game
    assert facts["decisions"] > 0
    assert facts["seconds"] > 0
    assert facts["version"]


@pytest.mark.parametrize("game", NETWORKED)
def test_a_network_takes_all_colours_alike(game: str) -> None:
    """Colours swapped everywhere: each move is as likely under its new number, the chances stay."""
    view = views(game, 2)[15]
    judge = judge_of(view.game)
    each = [one for one in symmetries(view.game) if one.matrix == (1, 0, 0, 1)][-1]
    given = planes(view)[None], vector(view)[None]
    recoloured = np.empty_like(given[1])
    recoloured[:, each.vector] = given[1]
    turned = each.apply(given[0]), recoloured
    assert not np.array_equal(given[0], turned[0])
    assert np.allclose(judge.expect(*given).wins, judge.expect(*turned).wins, atol=1e-4)
    said, again = (judge.logits(*seen)[0] for seen in (given, turned))
    assert np.allclose(said, again[action_table(each)], atol=1e-3)


@pytest.mark.parametrize("game", NETWORKED)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_expectations_are_chances(game: str, seats: int) -> None:
    """Chances to win lie between 0 and 1, and lows on the track; a move that ends the game is known."""
    for view in views(game, seats)[::13]:
        moves = list(view.legal_moves)[:4]
        wins, lows = expected(judge_of(view.game), view, moves, 3, 2)
        assert ((wins >= 0) & (wins <= 1)).all()
        assert ((lows > -1) & (lows <= view.game.end + 1)).all()


def test_a_won_ending_is_seen() -> None:
    """Where a move ends the game, what is expected after it is the result itself."""
    found = 0
    for seed in range(6):
        view = views("axio", 2, str(seed))[-1]
        world = view.sample(b"any")
        for move in list(view.legal_moves)[:4]:
            outcome = world.play(move).after.outcome
            if outcome is not None:
                won = (view.seat in outcome.winners) / len(outcome.winners)
                assert expected(judge_of(view.game), view, [move], 1)[0][0] == won
                found += 1
    assert found


def test_advice_holds_what_the_network_likes() -> None:
    """Candidates are legal and no more than asked for; the network's favourite is among them."""
    for view in views("axio", 2)[::8]:
        advised = Advised(Foresight(), liked=3)(view, 5, 6)
        moves = [move for move, _ in advised]
        assert len(moves) == len(set(moves)) <= 6
        assert all(move in view.legal_moves for move in moves)
        if not view.asked:
            looked_at = [move for move, _ in Foresight()(view, 5, 96)]
            likely = judge_of(view.game).likely(view, looked_at)
            assert looked_at[int(np.argmax(likely))] in moves


def test_where_there_is_no_network() -> None:
    """net says so in one sentence; master searches all the same."""
    view = deal("rota", 2, "7").observe(0)
    assert not plays(make("net"), "rota")
    assert plays(make("master"), "rota")
    with pytest.raises(Malformed, match="net has no network for rota"):
        Net().choose(view, Work(10), b"key")
    assert Master().choose(view, Work(40), b"key").move in view.legal_moves


def test_likely_moves_are_numbered_as_actions() -> None:
    """How likely a move is does not depend on the order in which it is asked for."""
    view = views("axio", 2)[12]
    moves = list(view.legal_moves)
    judge = judge_of(view.game)
    likely, turned = judge.likely(view, moves), judge.likely(view, moves[::-1])
    assert np.allclose(likely, turned[::-1])
    assert abs(likely.sum() - 1) < 1e-4
    logits = judge.logits(planes(view)[None], vector(view)[None])[0]
    best = max(moves, key=lambda move: logits[action_of(view, move)])
    assert moves[int(np.argmax(likely))] == best
