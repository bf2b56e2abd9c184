"""Networks that come with the package: what they are given, what they say, and who asks them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from axio.bots import Budget, Master, Net, Time, Work, make, plays
from axio.bots.master import LONG, LONG_SECONDS, PATIENT, PLAYOUT, QUICK, Mode, mode_of
from axio.bots.networks import has_network, network_file
from axio.bots.networks.evaluator import MoveEvaluator
from axio.bots.networks.guided_search import NetworkCandidates, RolloutEvaluator
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
    """At most 3 MB; with it go the settings, the lessons it learned from, the time and the version."""
    assert network_file(game).stat().st_size <= 3_000_000
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
    seen = MoveEvaluator(network_of(game).root)(view, list(view.legal_moves))
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


@pytest.mark.parametrize(
    ("budget", "mode"),
    [
        (Work(1), QUICK),
        (Work(LONG - 1), QUICK),
        (Work(LONG), PATIENT),
        (Time(LONG_SECONDS / 2), QUICK),
        (Time(LONG_SECONDS), PATIENT),
    ],
)
def test_with_time_to_think_master_is_patient(budget: Budget, mode: Mode) -> None:
    assert mode_of(budget) == mode


def test_a_patient_master_tries_what_the_root_part_names() -> None:
    """The moves it tells about are among those that the root part likes best; in a hurry, the leaf part."""
    network = network_of("axio")
    for budget, part in ((Work(LONG), network.root), (Work(64), network.leaf)):
        view = views("axio", 2)[5]
        named = {str(move) for move, _ in NetworkCandidates(MoveEvaluator(part))(view, 0, Master().width)}
        told = {str(each.move) for each in Master().choose(view, budget, b"key").candidates}
        assert told and told <= named


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
