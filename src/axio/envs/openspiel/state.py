"""A game in progress as OpenSpiel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, cast

import pyspiel

from axio.encoding import action_of, move_of
from axio.rules import parse_move

from .moment import Moment
from .resampling import resampled
from .strings import recalled

if TYPE_CHECKING:
    from .game import SpielGame

_SEED_BITS = 53  # as many as a sampler's number has


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """Decisions are the encoding's actions; every drawn tile is a chance node, its outcome a tile kind."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment: Moment = game.start
        self._noting: int | None = (
            None  # the player, while a history is written down that was played elsewhere
        )

    def current_player(self) -> int:
        if self._noting is not None:
            return self._noting
        if self.moment.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        state = self.moment.state
        return int(pyspiel.PlayerId.TERMINAL) if state.over else state.seat

    def is_terminal(self) -> bool:
        return self.moment.waiting is None and self.moment.state.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        bag = self.moment.state.bag
        numbers = self._home.layout.number
        return sorted((numbers[tile], count / len(bag)) for tile, count in Counter(bag).items())

    def returns(self) -> list[float]:
        """As the rewards `outcome`: places against places, or the lowest colour of a single seat."""
        state = self.moment.state
        if not self.is_terminal() or state.outcome is None:
            return [0.0] * state.game.seats
        return self._home.returns(state)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Another game this player could not tell from this one; at a player's turn only."""
        if self.moment.waiting is not None:
            raise ValueError("resampling at a chance node: expected a state where a player chooses")
        random = Random(int(probability_sampler() * 2**_SEED_BITS))
        return self._home.retold(resampled(self.moment, player_id, random), self)

    def note(self, player: int, action: int) -> None:
        """Write an action into the history that was played elsewhere."""
        self._noting = player
        self.apply_action(action)
        self._noting = None

    def _legal_actions(self, player: int) -> list[int]:
        return self._home.legal(self.moment.state)

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if self._noting is not None:
            return
        if moment.waiting is not None:
            self.moment = moment.draw(self._home.layout.kinds[action])
        else:
            self.moment = moment.play(move_of(moment.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._home.layout.kinds[action]
        return str(move_of(self.moment.state, action))

    def _string_to_action(self, player: int, text: str) -> int:
        return action_of(self.moment.state, parse_move(text))

    @property
    def _home(self) -> SpielGame:
        return cast("SpielGame", self.get_game())

    def __str__(self) -> str:
        """Everything: what all were told, the tracks, and what is hidden from most."""
        state = self.moment.state
        tracks = " ".join(",".join(map(str, scores)) for scores in state.tracks)
        hidden = [f"rack {seat}: {' '.join(rack)}" for seat, rack in enumerate(state.racks)]
        hidden += [f"stack {seat}: {' '.join(stack)}" for seat, stack in enumerate(state.stacks) if stack]
        told = recalled(self.moment, None)
        return "\n".join([told, f"tracks: {tracks}", *hidden, f"bag: {len(state.bag)}"])
