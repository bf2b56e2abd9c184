"""The game OpenSpiel loads: `python_axio(game=rota,seats=3)`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import pyspiel

from axio.encoding import GridLayout, Layout, layout
from axio.envs.one import One
from axio.envs.rewards import shares
from axio.rules import Game, State
from axio.rules import game as game_of

from .moment import Moment
from .observer import Observer
from .state import SpielState

SHORT_NAME = "python_axio"
DEFAULTS = {"game": "axio", "seats": 2}


def game_type(seats: int) -> Any:
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
    alone = game.seats == 1
    return pyspiel.GameInfo(
        num_distinct_actions=plan.actions,
        max_chance_outcomes=len(plan.kinds),
        num_players=game.seats,
        min_utility=0.0 if alone else -1.0,
        max_utility=float(game.end) if alone else 1.0,
        utility_sum=None if alone else 0.0,
        max_game_length=most_decisions(plan),
    )


def most_decisions(plan: Layout) -> int:
    """No game has more: a placement for every two cells, each perhaps with a question; or one a tile."""
    return len(plan.grid.cells) // 2 * 2 if isinstance(plan, GridLayout) else plan.reach


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """One of the games for one to four seats."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.game = game_of(str(given["game"]), given["seats"])
        self.layout = layout(self.game)
        self.start = Moment.deal(self.game)
        super().__init__(game_type(self.game.seats), game_info(self.game, self.layout), given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.layout, kind, params)

    def legal(self, state: State) -> list[int]:
        """The legal actions, ascending, listed by the kernel."""
        self._row.load(state)
        found, counts = self._row.legal()
        actions: list[int] = np.sort(found[0, : counts[0]]).tolist()
        return actions

    def returns(self, state: State) -> list[float]:
        if state.outcome is None:
            return [0.0] * state.game.seats
        if state.game.seats == 1:
            return [float(min(state.tracks[0]))]
        values: list[float] = shares(np.array(state.outcome.ranking)).tolist()
        return values

    def retold(self, end: Moment, decisions: SpielState) -> SpielState:
        """A state at this moment, its history that of another state with this moment's draws."""
        state = self.new_initial_state()
        draws = (self.layout.number[tile] for played in end.history for tile in played.draws)
        for item in decisions.full_history():
            chance = item.player == pyspiel.PlayerId.CHANCE
            state.note(item.player, next(draws) if chance else item.action)
        state.moment = end
        return state

    @cached_property
    def _row(self) -> One:
        return One(self.game)


def register() -> None:
    """Make the game known to OpenSpiel; done once."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(game_type(DEFAULTS["seats"]), SpielGame)  # type: ignore[arg-type]
