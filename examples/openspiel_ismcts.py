"""OpenSpiel's information set search plays rota against random moves.

Leaves are judged by how things stand, a point in a low colour counting more than one in a high colour.
Needs the extra `rl`: `python examples/openspiel_ismcts.py`
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import axio.envs.openspiel  # noqa: F401  # makes the game known


class Standing(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel ships no types
    """The worth of a state as the tracks stand."""

    def evaluate(self, state: Any) -> list[float]:
        if state.is_terminal():
            return list(state.returns())
        worth = [sum(1 - 0.7**score for score in scores) for scores in state.node.state.tracks]
        return [(own - sum(worth) / len(worth)) / 5 for own in worth]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def play(games: int = 2, simulations: int = 250, seed: int = 1) -> float:
    """What the search was given over all games: 1 for each it won, -1 for each it lost."""
    game = pyspiel.load_game("python_axio(game=rota,seats=2)")
    bot = ismcts.ISMCTSBot(
        game, Standing(), 0.1, simulations, max_world_samples=25, random_state=np.random.RandomState(seed)
    )
    worlds = Random(seed)  # the bot would draw them from a source of its own that takes no seed
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, worlds.random))
    chance, total = Random(seed), 0.0
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            elif state.current_player() == number % 2:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        total += state.returns()[number % 2]
        print(f"game {number + 1}: lowest colours {[min(scores) for scores in state.node.state.tracks]}")
    return total


if __name__ == "__main__":
    print(f"the search was given {play():+.0f}")
