"""The game that OpenSpiel loads, `python_axio(game=rota,seats=3)`, and its states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any, cast

import numpy as np
import pyspiel

from axio.encoding import Layout, action_of, layout, move_of
from axio.envs.rewards import shares
from axio.kernel import Batch
from axio.rules import Game, State, parse_move
from axio.rules import game as game_of

from .game_tree import TreeNode
from .observer import Observer, recalled
from .resampling import resampled

_SEED_BITS = 53  # as many as a sampler's number has
SHORT_NAME = "python_axio"  # the name that `pyspiel.load_game` knows
DEFAULTS = {"game": "axio", "seats": 2}


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game in progress. Actions are action numbers; every drawn tile is a chance node over tile kinds."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: TreeNode = game.start
        self._noting: int | None = None  # the player, while `note` copies a history

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or for a finished game."""
        if self._noting is not None:
            return self._noting
        if self.node.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        state = self.node.state
        return int(pyspiel.PlayerId.TERMINAL) if state.over else state.seat

    def is_terminal(self) -> bool:
        """Whether the game is over and no tile is left to draw."""
        return self.node.waiting is None and self.node.state.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each tile kind in the bag by its number, with the chance to draw it."""
        bag = self.node.state.bag
        numbers = self._home.layout.number
        return sorted((numbers[tile], count / len(bag)) for tile, count in Counter(bag).items())

    def returns(self) -> list[float]:
        """The reward `outcome` of every seat, or the lowest colour of a single seat; zeros before the end."""
        state = self.node.state
        if not self.is_terminal() or state.outcome is None:
            return [0.0] * state.game.seats
        return self._home.returns(state)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Another game that this player cannot tell from this one. Refused at a chance node."""
        if self.node.waiting is not None:
            raise ValueError("resampling at a chance node: expected a state where a player chooses")
        random = Random(int(probability_sampler() * 2**_SEED_BITS))
        return self._home.retold(resampled(self.node, player_id, random), self)

    def note(self, player: int, action: int) -> None:
        """Write an action that another state played into this state's history, without playing it."""
        self._noting = player
        self.apply_action(action)
        self._noting = None

    def _legal_actions(self, player: int) -> list[int]:
        return self._home.legal(self.node.state)

    def _apply_action(self, action: int) -> None:
        node = self.node
        if self._noting is not None:
            return
        if node.waiting is not None:
            self.node = node.draw(self._home.layout.kinds[action])
        else:
            self.node = node.play(move_of(node.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._home.layout.kinds[action]
        return str(move_of(self.node.state, action))

    def _string_to_action(self, player: int, text: str) -> int:
        return action_of(self.node.state, parse_move(text))

    @property
    def _home(self) -> SpielGame:
        return cast("SpielGame", self.get_game())

    def __str__(self) -> str:
        """The whole state: what every seat was told, the tracks, and the hidden tiles."""
        state = self.node.state
        tracks = " ".join(",".join(map(str, scores)) for scores in state.tracks)
        hidden = [f"rack {seat}: {' '.join(rack)}" for seat, rack in enumerate(state.racks)]
        hidden += [f"stack {seat}: {' '.join(stack)}" for seat, stack in enumerate(state.stacks) if stack]
        told = recalled(self.node, None)
        return "\n".join([told, f"tracks: {tracks}", *hidden, f"bag: {len(state.bag)}"])


def game_type(seats: int) -> Any:
    """How OpenSpiel classifies the game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=SHORT_NAME,
        long_name="AXIO, AXIO rota and hex AXIO",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


def game_info(game: Game, plan: Layout) -> Any:
    """The sizes and bounds that OpenSpiel asks for."""
    alone = game.seats == 1
    return pyspiel.GameInfo(
        num_distinct_actions=plan.actions,
        max_chance_outcomes=len(plan.kinds),
        num_players=game.seats,
        min_utility=0.0 if alone else -1.0,
        max_utility=float(game.end) if alone else 1.0,
        utility_sum=None if alone else 0.0,
        max_game_length=plan.most_plies,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """One of the games, for one to four seats."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.game = game_of(str(given["game"]), given["seats"])
        self.layout = layout(self.game)
        self.start = TreeNode.deal(self.game)
        super().__init__(game_type(self.game.seats), game_info(self.game, self.layout), given)

    def new_initial_state(self) -> SpielState:
        """A state before the first tile is drawn."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of the given kind; without one, what a player sees now."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.layout, kind, params)

    def legal(self, state: State) -> list[int]:
        """The legal actions in ascending order, as the kernel lists them."""
        self._row.load({0: state})
        found, counts = self._row.legal()
        actions: list[int] = np.sort(found[0, : counts[0]]).tolist()
        return actions

    def returns(self, state: State) -> list[float]:
        """What each seat's place is worth; for a single seat, its lowest colour."""
        if state.outcome is None:
            return [0.0] * state.game.seats
        if state.game.seats == 1:
            return [float(min(state.tracks[0]))]
        values: list[float] = shares(np.array(state.outcome.ranking)).tolist()
        return values

    def retold(self, end: TreeNode, decisions: SpielState) -> SpielState:
        """A state at the node `end`, with the decisions of another state and the draws that led to `end`."""
        state = self.new_initial_state()
        draws = (self.layout.number[tile] for played in end.history for tile in played.draws)
        for item in decisions.full_history():
            chance = item.player == pyspiel.PlayerId.CHANCE
            state.note(item.player, next(draws) if chance else item.action)
        state.node = end
        return state

    @cached_property
    def _row(self) -> Batch:
        return Batch(self.game, n=1, threads=1)


def register() -> None:
    """Register the game with OpenSpiel, unless it is registered already."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(game_type(DEFAULTS["seats"]), SpielGame)  # type: ignore[arg-type]
