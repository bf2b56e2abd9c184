"""Networks that come with the package: what they are given, what they say, and who asks them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from axio.bots import Master, Net, Work, make, plays
from axio.bots.master import PLAYOUT
from axio.bots.networks import has_network, network_file
from axio.bots.networks.evaluator import PREFERRED, GuidedEvaluator, MoveEvaluator, evaluator_of
from axio.bots.networks.guided_search import NetworkCandidates, RolloutEvaluator
from axio.bots.networks.policy import POINT
from axio.bots.networks.weights import Network, mlp_of, network_of, read_network, write_network
from axio.bots.search import PlayoutEvaluator
from axio.kernel import Worlds
from axio.kernel.host.network_evaluation import feature_count
from axio.rules import Malformed, deal, game_names

from .games import TOY, views

NETWORKED = [game for game in game_names() if has_network(game)]
TABLES = [(game, seats) for game in NETWORKED for seats in (1, 2, 3, 4)]


def test_axio_has_a_network() -> None:
    """The tests below have something to look at."""
    assert "axio" in NETWORKED


@pytest.mark.parametrize("game", NETWORKED)
def test_a_network_is_small_and_says_how_it_was_made(game: str) -> None:
    """At most 2 MB; with it go the settings, the lessons it learned from, the time and the version."""
    assert network_file(game).stat().st_size <= 2_000_000
    network = network_of(game)
    facts = network.facts
    assert facts["settings"]["game"] == game
    assert facts["lessons"] > 0
    assert facts["seconds"] > 0
    assert facts["version"]
    assert network.root.sizes[0] == network.leaf.sizes[0] == feature_count(deal(game, 2, "7").game)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_expectations_are_chances(game: str, seats: int) -> None:
    """Chances to win lie between 0 and 1, and lows on the track."""
    for view in views(game, seats)[::13]:
        found = MoveEvaluator(network_of(game).leaf)(view, list(view.legal_moves)[:4])
        assert ((found.wins >= 0) & (found.wins <= 1)).all()
        assert ((found.lows > -2) & (found.lows <= view.game.end + 2)).all()


def some_network() -> Network:
    """Small, and of an odd shape."""
    chance = np.random.default_rng(1)
    parts = [
        mlp_of([(chance.normal(size=shape), chance.normal(size=shape[1])) for shape in shapes])
        for shapes in (((5, 4), (4, 3)), ((5, 6), (6, 2), (2, 3)))
    ]
    return Network(parts[0], parts[1], {"seed": 7, "lessons": 3})


def test_a_written_network_is_read_again(tmp_path: Path) -> None:
    """Weights, sizes and facts come back as they were, and nothing else is left in the folder."""
    network, path = some_network(), tmp_path / "new" / "some.npz"
    write_network(path, network)
    again = read_network(path)
    for one, two in ((network.leaf, again.leaf), (network.root, again.root)):
        assert np.array_equal(one.weights, two.weights) and np.array_equal(one.sizes, two.sizes)
    assert again.leaf.sizes.tolist() == [5, 4, 3] and again.root.sizes.tolist() == [5, 6, 2, 3]
    assert again.facts == network.facts
    assert list(path.parent.iterdir()) == [path]


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """A missing file, a text, an archive of something else: one sentence."""
    path = tmp_path / "some.npz"
    with pytest.raises(Malformed, match="cannot be read"):
        read_network(path)
    for content in (b"", b"not a network", b"PK\x03\x04"):
        path.write_bytes(content)
        with pytest.raises(Malformed, match=r"cannot be read .* expected a network of Axio"):
            read_network(path)
    np.savez(path, other=np.zeros(3))
    with pytest.raises(Malformed, match="is not a network of Axio: it has no format"):
        read_network(path)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("format", np.array(2), "its format is 2, expected 1"),
        ("facts", np.array("[]"), "its facts are not a JSON object"),
        ("facts", np.array("{"), "its facts are not a JSON object"),
        ("leaf_sizes", np.array([5]), "leaf_sizes are not two or more whole numbers above 0"),
        ("root_sizes", np.array([5, 0, 3]), "root_sizes are not two or more whole numbers above 0"),
        ("root_sizes", np.array([5.0, 6, 2, 3]), "root_sizes are not two or more whole numbers above 0"),
        ("leaf_sizes", np.array([5, 4, 2]), "its leaf has 2 outputs, expected 3"),
        ("leaf_sizes", np.array([4, 4, 3]), "leaf_weights are not the 35 finite 32-bit numbers"),
        ("leaf_weights", np.full(39, np.nan, np.float32), "leaf_weights are not the 39 finite"),
        ("root_weights", np.zeros(59), "root_weights are not the 59 finite 32-bit numbers"),
    ],
)
def test_a_network_that_does_not_fit_is_refused(
    name: str, value: npt.NDArray[Any], told: str, tmp_path: Path
) -> None:
    """One sentence says what is wrong and what was expected."""
    path = tmp_path / "some.npz"
    write_network(path, some_network())
    arrays: dict[str, Any] = {**np.load(path), name: value}
    np.savez(path, **arrays)
    with pytest.raises(Malformed, match=f"is not a network of Axio: {told}"):
        read_network(path)


def test_parts_of_different_games_are_refused(tmp_path: Path) -> None:
    """Both parts look at the same features."""
    network, other = some_network(), mlp_of([(np.zeros((4, 3)), np.zeros(3))])
    write_network(tmp_path / "some.npz", network._replace(root=other))
    with pytest.raises(Malformed, match="its parts take 5 and 4 inputs"):
        read_network(tmp_path / "some.npz")


def test_a_won_ending_is_seen() -> None:
    """Where a move ends the game, what is expected after it is the result itself."""
    found = 0
    for seed in range(6):
        view = views("axio", 2, str(seed))[-1]
        world = view.sample(b"any")
        for move in list(view.legal_moves)[:4]:
            after = world.play(move).after
            if after.outcome is not None:
                winners, seen = after.outcome.winners, MoveEvaluator(network_of("axio").leaf)(view, [move])
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
    _, seen = evaluator_of(network_of(game), seats).shortlist(view, 1000)
    assert seen is not None
    values = seen.lows if seats == 1 else seen.wins + margin * (seen.lows - seen.others)
    assert choice.move == choice.candidates[0].move and choice.move in view.legal_moves
    assert choice.candidates[0].value == pytest.approx(values.max(), abs=1e-4)
    told = [each.value for each in Net().choose(view, Work(1), b"other").candidates]
    assert len(told) == 5 and told == sorted(told, reverse=True)


def test_advice_is_what_the_network_expects() -> None:
    """Candidates are legal and no more than asked for, the best first; priors add up to nothing."""
    for view in views("axio", 2)[::8]:
        named = NetworkCandidates(MoveEvaluator(network_of("axio").leaf))(view, 5, 6)
        moves = [move for move, _ in named]
        assert len(moves) == len(set(moves)) <= 6
        assert all(move in view.legal_moves for move in moves)
        priors = [prior for _, prior in named]
        assert priors == sorted(priors, reverse=True)
        if not view.asked:
            values = MoveEvaluator(network_of("axio").leaf)(view, moves).wins
            assert np.allclose(np.diff(values), np.diff(priors), atol=1e-6)


def test_trials_end_in_an_expectation_or_the_result() -> None:
    """With turns enough a trial is a playout; with few, chances are neither 0 nor 1."""
    view = views("axio", 2)[12]
    moves, worlds = list(view.legal_moves)[:3], Worlds.sample(view, 8, 3)
    trial = RolloutEvaluator(network_of("axio").leaf, turns=1)
    brief, long = trial(worlds, moves, view.seat), replace(trial, turns=99)(worlds, moves, view.seat)
    played = PlayoutEvaluator()(worlds, moves, view.seat)
    assert np.allclose(long.values, played.values, atol=1e-4) and np.allclose(long.lows, played.lows)
    assert ((brief.wins > 0) & (brief.wins < 1)).all()


def test_master_tries_what_its_network_prefers() -> None:
    """The moves it tells about are among those that the network names, whatever the time."""
    network = network_of("axio")
    view = views("axio", 2)[5]
    named = NetworkCandidates(evaluator_of(network, 2))(view, 0, Master().width)
    for budget in (Work(64), Work(2000)):
        told = {str(each.move) for each in Master().choose(view, budget, b"key").candidates}
        assert told and told <= {str(move) for move, _ in named}


def test_a_policy_network_is_asked_at_the_numbers_of_seats_it_knows() -> None:
    """It has learned from games for two; for three, the root part alone compares moves."""
    network = network_of("axio")
    assert isinstance(evaluator_of(network, 2), GuidedEvaluator)
    for seats in (1, 3, 4):
        assert isinstance(evaluator_of(network, seats), MoveEvaluator)
    assert isinstance(evaluator_of(network_of("rota"), 2), MoveEvaluator)


def test_both_parts_are_heard() -> None:
    """A move that both prefer comes first. What ends the game is as it is."""
    network, agreed = network_of("axio"), 0
    assert network.policy is not None
    guided = GuidedEvaluator(network.root, network.policy)
    for view in views("axio", 2)[2::5]:
        moves, found = guided.shortlist(view, 400)
        if found is None:
            continue
        root = MoveEvaluator(network.root)(view, moves)
        np.testing.assert_allclose(found.wins[root.settled], root.wins[root.settled])
        mixed, alone = (each.values(2, POINT).argmax() for each in (found, root))
        if alone == 0:
            agreed += 1
            assert mixed == 0
    assert agreed and len(moves) <= PREFERRED


def test_a_policy_network_sees_nothing_hidden() -> None:
    """Whatever the others hold, the moves and what is expected of them stay the same."""
    network = network_of("axio")
    view = views("axio", 2)[9]
    moves, found = evaluator_of(network, 2).shortlist(view, 20)
    for number in range(3):
        other = view.sample(str(number).encode()).observe(view.seat)
        again, said = evaluator_of(network, 2).shortlist(other, 20)
        assert list(again) == list(moves) and found is not None and said is not None
        np.testing.assert_array_equal(said.wins, found.wins)


def test_a_policy_is_kept_in_the_file(tmp_path: Path) -> None:
    """With 16 bits a weight; what is not finite, or not said to have been made somehow, is refused."""
    path, facts = tmp_path / "some.npz", {"policy": {"settings": {"mix": [0.0, 1.0, 0.0, 0.0]}}}
    network = some_network()._replace(policy={"stem": np.full((2, 2), 0.1)}, facts=facts)
    write_network(path, network)
    again = read_network(path)
    assert again.policy is not None
    np.testing.assert_allclose(again.policy["stem"], 0.1, rtol=1e-3)
    assert again.policy_for(2) is again.policy and again.policy_for(3) is None
    for wrong in (network._replace(facts={}), network._replace(policy={"stem": np.array([np.inf])})):
        write_network(path, wrong)
        with pytest.raises(Malformed, match="its policy is not made of finite numbers"):
            read_network(path)


def test_where_there_is_no_network() -> None:
    """net says so in one sentence; master searches all the same, as planner does, and so it does alone."""
    view = deal(TOY, 2, "7").observe(0)
    assert not plays(make("net"), TOY)
    assert plays(make("master"), TOY)
    with pytest.raises(Malformed, match="net has no network for patch"):
        Net().choose(view, Work(10), b"key")
    for each in (view, views("axio", 1)[6]):
        choice = Master().choose(each, Work(100), b"key")
        assert choice == make("planner").choose(each, Work(round(100 / PLAYOUT)), b"key")
