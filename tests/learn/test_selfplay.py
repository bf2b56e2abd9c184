"""Learning from self-play: what the network sees, what its moves are worth, and that it learns."""

from dataclasses import replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from axio.bots import USUAL
from axio.bots.networks.policy import Board, convolve, forward, fresh_weights, points_of
from axio.bots.networks.weights import network_of, write_network
from axio.encoding.actions import move_of
from axio.encoding.planes import planes, vector
from axio.kernel import Batch, Worlds
from axio.kernel.host.network_evaluation import truncated_rollouts
from axio.learn.selfplay import ppo, searched
from axio.learn.selfplay.duel import duel
from axio.learn.selfplay.games import Games, legal
from axio.learn.selfplay.settings import SelfPlaySettings, selfplay_settings
from axio.learn.selfplay.training import SelfPlay
from axio.learn.strength import FileBot, PolicyBot, opponent
from axio.rules import Malformed, Place, State, deal, game

pytestmark = pytest.mark.xdist_group("selfplay")  # compiles the kernel's policies, once

TINY = SelfPlaySettings(
    channels=8,
    blocks=2,
    games=16,
    plies=6,
    batch=48,
    mix=(0.0, 1.0, 0.0, 0.0),
    imitated=0,
    remember_every=1,
    method="results",
)


def midgame(name: str, seats: int, plies: int = 9) -> State:
    batch = Batch(name, seats, n=1, seed=5)
    batch.random_steps(plies)
    return batch.store(0)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("hex", 3), ("axio", 1), ("hex", 4)])
def test_numpy_and_jax_say_the_same(name: str, seats: int) -> None:
    """Of the planes of the rules and of those of the kernel, at every number of seats."""
    board = Board.of(game(name, seats))
    weights = fresh_weights(board, 3, channels=8, blocks=2)
    games = Games(board, 4, 7, "cpu")
    seen = games.look()
    one = forward(np, convolve, board, weights, np.asarray(seen.planes), np.asarray(seen.vector))
    other = ppo.said(board, jax.tree.map(jnp.asarray, weights), seen.planes, seen.vector, half=False)
    assert one.logits.std() > 0.01
    np.testing.assert_allclose(one.logits, other.logits, atol=1e-5)
    np.testing.assert_allclose(one.seats, other.seats, atol=1e-5)


def test_legal_actions_are_those_of_the_kernel() -> None:
    board = Board.of(game("hex", 2))
    games = Games(board, 8, 3, "cpu")
    batch = Batch(board.game, n=8, seed=3)
    for _ in range(5):
        masks = batch.masks()
        np.testing.assert_array_equal(legal(board, games.look().mask), masks)
        actions = masks.argmax(axis=1)
        games.step(jnp.asarray(actions))
        batch.step(actions)


def test_points_are_what_a_placement_scores() -> None:
    """In hex, where nothing but lines scores."""
    state = midgame("hex", 2, plies=14)
    board = Board.of(state.game)
    view = state.observe(state.seat)
    colours = state.game.colours
    points = points_of(np, board, planes(view)[None, : len(colours)].astype(np.float32))[0]
    for move in list(state.legal_moves)[::7]:
        assert isinstance(move, Place)
        after = state.play(move).after
        gained = np.array(after.tracks[state.seat]) - state.tracks[state.seat]
        expected = np.zeros(len(colours))
        for mark, cell in zip(move.marks, move.at, strict=True):
            expected[colours.index(mark)] += points[colours.index(mark), cell.column - 1, cell.row - 1]
        ends = np.minimum(expected, state.game.end - np.array(state.tracks[state.seat]))
        np.testing.assert_array_equal(gained, ends)


def test_colours_have_no_names() -> None:
    """Where all colours are called something else, the network says the same of the placements."""
    state = midgame("hex", 2, plies=20)
    board, view = Board.of(state.game), state.observe(state.seat)
    weights = fresh_weights(board, 1, channels=8, blocks=1)
    count = board.colours
    renamed = np.random.default_rng(2).permutation(count)  # the colour that takes each one's place
    seen, told = planes(view)[None], vector(view)[None].copy()
    scores = told[:, : 2 * count].reshape(2, count)
    scores += np.arange(count, dtype=np.uint8)  # so that no two colours are equal
    others = seen.copy()
    others[:, :count] = seen[:, renamed]
    others_told = told.copy()
    others_told[:, : 2 * count] = scores[:, renamed].reshape(1, -1)
    for start in (2 * (count + 4) + 4, 2 * (count + 4) + 4 + len(board.pairs)):
        kinds = told[0, start : start + len(board.pairs)] @ board.pairs
        square = kinds.reshape(count, count)[renamed][:, renamed].reshape(-1)
        others_told[0, start : start + len(board.pairs)] = (board.pairs * square).sum(1) / board.pairs.sum(1)
    one = forward(np, convolve, board, weights, seen, told).logits[0, :-2].reshape(count, count, -1)
    other = forward(np, convolve, board, weights, others, others_told).logits[0, :-2]
    np.testing.assert_allclose(other.reshape(count, count, -1), one[renamed][:, renamed], atol=1e-5)


def test_advantages_follow_the_seats_through_a_game() -> None:
    """Three plies of one game for two seats, by hand: seat 0, seat 1, seat 1 again, who wins with it."""
    half = 0.5
    worth = jnp.array([[[0.6, 0.4]], [[0.5, 0.5]], [[0.9, 0.2]]])  # from the mover on
    plies = ppo.Plies(
        worth,
        jnp.array([[0], [1], [1]]),
        jnp.zeros((3, 1), bool),
        jnp.array([[False], [False], [True]]),
        jnp.zeros((3, 1, 2, 3)).at[2, 0, 1].set(1.0),
    )
    advantage, should, ends, known = ppo.advantages(plies, jnp.zeros((1, 2)), jnp.array([0]), half)
    last = np.array([0.0 - 0.2, 1.0 - 0.9])  # of seats 0 and 1
    middle = np.array([0.2 - 0.5, 0.9 - 0.5]) + half * last
    first = np.array([0.5 - 0.6, 0.5 - 0.4]) + half * middle
    np.testing.assert_allclose(advantage[:, 0], [first[0], middle[1], last[1]], atol=1e-6)
    np.testing.assert_allclose(should[1, 0], np.array([0.5, 0.5]) + middle[::-1], atol=1e-6)
    np.testing.assert_array_equal(ends[:, 0, :, ppo.SHARE], [[0, 1], [1, 0], [1, 0]])
    assert known.all()


def test_a_game_dealt_again_teaches_nothing_about_the_one_before() -> None:
    """Nothing flows back over the end of a game, and the ply that deals is left out."""
    plies = ppo.Plies(
        jnp.full((3, 1, 2), 0.5),
        jnp.array([[0], [1], [0]]),
        jnp.array([[False], [True], [False]]),
        jnp.array([[True], [False], [False]]),
        jnp.zeros((3, 1, 2, 3)).at[0, 0, 0].set(1.0),
    )
    far = jnp.array([[50.0, -50.0]])
    advantage, _, ends, known = ppo.advantages(plies, far, jnp.array([0]), 0.9)
    np.testing.assert_allclose(advantage[:, 0], [0.5, 0.0, 49.5])
    np.testing.assert_array_equal(known[:, 0], [True, False, False])
    np.testing.assert_array_equal(ends[0, 0, :, ppo.SHARE], [1, 0])


def test_a_result_is_worth_the_share_and_a_little_of_the_lead() -> None:
    tracks = jnp.array([[[5, 6, 7, 8, 9], [3, 9, 9, 9, 9]], [[4, 4, 4, 4, 4], [4, 4, 4, 4, 4]]], jnp.uint8)
    found = ppo.outcomes(Board.of(game("axio", 2)), tracks, jnp.array([[1, 2], [1, 1]]), margin=0.1)
    np.testing.assert_allclose(found[..., ppo.WORTH], np.array([[1.2, -0.2], [0.5, 0.5]]))
    np.testing.assert_allclose(found[..., ppo.SHARE], np.array([[1, 0], [0.5, 0.5]]))


def test_the_network_learns_to_imitate_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Examples become likelier; a checkpoint holds all there is; a network of another shape is refused."""
    path = tmp_path / "selfplay.npz"
    settings = replace(TINY, imitated=30, rate=3e-3, games=32, batch=96, policy="points", passes=3)
    lines: list[dict[str, float]] = []
    training = SelfPlay(settings, "cpu", path, lines.append)
    for _ in range(24):
        training.update()
    policy = [line["policy"] for line in lines]
    assert np.mean(policy[-3:]) < np.mean(policy[:3]) - 0.3
    training.save()
    again = SelfPlay(settings, "cpu", path)
    assert (again.updates, again.samples) == (24, training.samples)
    for name, array in training.student.items():
        np.testing.assert_array_equal(again.student[name], array)
    again.update()
    assert again.updates == 25
    with pytest.raises(Malformed, match="has channels 8: expected the same, not 16"):
        SelfPlay(replace(settings, channels=16), "cpu", path)


def test_opponents_of_all_kinds_and_what_is_learned_from_them() -> None:
    """Against older networks and the policy only the learner's own moves are learned from."""
    training = SelfPlay(replace(TINY, older=0.25, scripted=0.25), "cpu", Path("nowhere.npz"))
    training.update()
    training.update()
    assert len(training.older) == 2
    field = training.fields[2]
    field.positions = field.games.look()
    _, mine = training._opposed(field, jnp.zeros(16, jnp.int32), training.older[0])
    theirs = (np.arange(16) < 8) & (np.asarray(field.positions.seat) != np.arange(16) % 2)
    np.testing.assert_array_equal(mine, ~theirs)
    assert theirs.any()


def test_a_policy_network_plays_and_lies_in_a_file(tmp_path: Path) -> None:
    """It plays legal moves to the end; beside the other parts it lies in one file, which plays as `net`."""
    weights = fresh_weights(Board.of(game("hex", 2)), 4, channels=8, blocks=1)
    state = deal("hex", 2, "policy")
    for _ in range(12):
        state = state.play(PolicyBot(weights).choose(state.observe(state.seat), USUAL, b"").move).after
    assert sum(map(sum, state.tracks)) > 0
    path, network = tmp_path / "policy.npz", network_of("hex")
    facts = {**network.facts, "policy": {"settings": TINY.as_data()}}
    write_network(path, network._replace(policy=weights, facts=facts))
    bot = opponent(str(path), "hex")
    assert isinstance(bot, FileBot)
    assert bot.choose(state.observe(state.seat), USUAL, b"").move in state.legal_moves


def test_trials_on_many_positions_are_those_of_each() -> None:
    """What a batch says of moves is what rollouts in sampled worlds say; nothing where there is no move."""
    mlp = network_of("axio").leaf
    batch = Batch("axio", 2, n=3, seed=5)
    batch.random_steps(12)
    actions = np.stack([np.flatnonzero(mask)[[0, 7]] for mask in batch.masks()])
    actions[2, 1] = -1
    found = batch.try_moves(actions, mlp, worlds=600, turns=1, seed=7).mean(axis=2)
    for at, state in enumerate(map(batch.store, range(3))):
        moves = [move_of(state, int(action)) for action in actions[at] if action >= 0]
        worlds = Worlds.sample(state.observe(state.seat), 600, 3)
        wanted = truncated_rollouts(worlds, moves, mlp, 1, "guessing").mean(axis=1)
        np.testing.assert_allclose(found[at, : len(moves)], wanted, atol=0.02)
    assert (found[2, 1] == 0).all()


def test_the_network_learns_how_moves_differ(tmp_path: Path) -> None:
    """What trials say of moves surprises it less and less. Another method begins anew with its weights."""
    path = tmp_path / "selfplay.npz"
    lines: list[dict[str, float]] = []
    settings = replace(TINY, method="search", plies=2, batch=32, rate=3e-3)
    settings = replace(settings, moves=8, liked=4, worlds=2, turns=0)
    training = SelfPlay(replace(settings, replay=96), "cpu", path, lines.append)
    for _ in range(24):
        training.update()
    off = [line["differences"] for line in lines]
    assert np.mean(off[-4:]) < 0.9 * np.mean(off[:4])
    assert len(training.fields[2].replay) == 96
    training.save()
    again = SelfPlay(replace(settings, method="results"), "cpu", path)
    assert again.updates == again.samples == 0
    np.testing.assert_array_equal(again.student["stem"], training.student["stem"])


def test_explained_is_what_is_left_without_the_noise() -> None:
    """All of it where the logits are the values but for a factor; nothing where they are unlike."""
    chance = np.random.default_rng(1)
    truth, actions = chance.normal(size=(400, 6)), jnp.zeros((400, 6), int)
    halves = jnp.asarray(truth + chance.normal(size=(2, 400, 6)))
    assert float(searched.explained(actions, jnp.asarray(5 * truth + 3), halves)) == pytest.approx(1, abs=0.1)
    assert float(searched.explained(actions, jnp.asarray(chance.normal(size=(400, 6))), halves)) < 0.02


def test_a_duel_with_oneself_is_even() -> None:
    """Of the same seats of the same games, either side wins what the other does not."""
    board = Board.of(game("axio", 2))
    weights = jax.tree.map(jnp.asarray, fresh_weights(board, 4, channels=8, blocks=1))
    assert duel(board, weights, "lowest", Games(board, 8, 1, "cpu")).share < 0.5
    found = duel(board, weights, weights, Games(board, 32, 1, "cpu"))
    assert 0.1 < found.share < 0.9 and found.error > 0


def test_bad_settings_are_refused_in_one_sentence() -> None:
    with pytest.raises(Malformed, match="at most 1 together"):
        selfplay_settings("axio", changes=["older=0.7", "scripted=0.7"])
    with pytest.raises(Malformed, match="a batch of 1000 moves"):
        selfplay_settings("axio", small=True, changes=["batch=1000"])
    both = selfplay_settings("axio", small=True, changes=["games=16", "plies=1", "batch=16"])
    assert (both.games, both.batch) == (16, 16)
    with pytest.raises(Malformed, match="'luck' is not a method"):
        selfplay_settings("axio", changes=["method=luck"])
    with pytest.raises(Malformed, match="liked is 16"):
        selfplay_settings("axio", changes=["liked=16"])
    with pytest.raises(Malformed, match="'clever' is not a policy"):
        selfplay_settings("axio", changes=["policy=clever"])
    with pytest.raises(Malformed, match="rota has no grid"):
        Board.of(game("rota", 2))


def test_the_kernel_chooses_as_its_policy_plays() -> None:
    """A choice in a batch is the move that a playout by the same policy makes first."""
    batch = Batch("axio", 2, n=6, seed=11)
    batch.random_steps(8)
    states = [batch.store(at) for at in range(6)]
    for policy in ("concave", "guessing"):
        for state, action in zip(states, batch.choose(policy), strict=True):
            assert move_of(state, int(action)) in state.legal_moves
    assert (np.array(batch.choose("guessing")) != np.array(batch.choose("points"))).any()
