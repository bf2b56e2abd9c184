"""One game that an environment plays by choices, with rewards, observations, pictures and its record."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.draw.text import text
from axio.encoding import WindowLayout, action_of, choice_of, chosen_move, move_of
from axio.kernel import Batch
from axio.kernel.device.play.advance import ACTIONS, CUT, UNOPEN
from axio.kernel.device.shared.row import ENDING, MOVER, SEAT
from axio.kernel.host.stepping import Stepping
from axio.rules import Game, IllegalMove, Malformed, Move, State
from axio.rules import game as game_of

from .spaces import Seen, observations, of_game, settings_of

Given: TypeAlias = npt.NDArray[np.float32]  # to every seat: a number, or one for each colour
_MOST_SEED = 2**64


class GameInProgress:
    """A game that is played by choices. It can be copied and pickled."""

    def __init__(
        self,
        game: str,
        seats: int,
        rewards: str,
        board: str | None = None,
        choices: str = "numbers",
        max_choices: int | None = None,
        viewer: int = MOVER,
    ) -> None:
        self._made_with = (game, seats, rewards, board, choices, max_choices, viewer)
        self.game: Game = game_of(game, seats)
        self._batch = Batch(self.game, n=1, threads=1)
        self.layout = self._batch.layout
        self.settings = settings_of(self.layout, rewards, board, choices, max_choices)
        self._stepping = Stepping(self._batch, self.settings, viewer)
        self._stepping.prepare(how=0)
        self._choice = np.zeros(1, np.int64)
        self._look_up: memoryview[int] = self._batch._bytes[0].data  # a memoryview reads single bytes faster
        self._seen: Seen | None = None  # what the viewer was shown last
        self.cut = False

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self._look_up[SEAT]

    @property
    def over(self) -> bool:
        return self._look_up[ENDING] > 0

    def deal(self, seed: int | None, random: np.random.Generator) -> None:
        """Deal the first game of a seed or, without a seed, the game after the last one."""
        if seed is None and self._seen is None:
            seed = int(random.integers(2**63))
        if seed is None:
            self._stepping.renew(np.ones(1, np.bool_), self._stepping.look())
        else:
            self._batch.reset(seeds=[seed % _MOST_SEED])
        self._start()

    def load(self, state: State) -> None:
        """Go on from a state. Unless it is a game of an environment, the kernel makes draws of its own."""
        if state.game is not self.game:
            raise Malformed(f"a state of {state.game.name} for {state.game.seats}: expected this game")
        self._batch.load({0: state})
        self._start()

    def choose(self, chosen: int) -> Given | None:
        """Make a choice. Returns the reward of every seat, or None if the choice is not open."""
        if self._seen is None:
            raise Malformed("there is no game yet: expected reset() before step()")
        if self.over:
            raise IllegalMove("game_over")
        if self.cut:
            raise Malformed("the game was cut short: expected reset() before the next step()")
        return self._play(chosen, 0)

    def play(self, move: Move) -> Given:
        """Make a move. Returns the reward of every seat."""
        state = self.state
        state.legal_moves.check(move)
        self._stepping.clock[0] -= 1  # only the choices of the environment's own seat count
        given = self._play(action_of(state, move), ACTIONS)
        assert given is not None
        return given

    def move_of(self, chosen: int) -> Move:
        """The move behind an open choice."""
        if self._seen is None or not 0 <= chosen < len(self._seen["action_mask"]):
            raise Malformed(f"{chosen} is not a choice: expected one that the action_mask allows")
        if not self._seen["action_mask"][chosen] or self.over:
            raise Malformed(f"{chosen} is not open: expected a choice that the action_mask allows")
        if self.settings.boards == "planes" and isinstance(self.layout, WindowLayout):
            return self.choices_by_number()[chosen]
        return chosen_move(self.layout, self._seen["observation"], chosen)

    def choices_by_number(self) -> dict[int, Move]:
        """Every open choice and the move it makes."""
        state = self.state
        if self.settings.choices == "moves":
            actions = self._stepping.listed(0).tolist()
            return {number: move_of(state, action) for number, action in enumerate(actions)}
        return {choice_of(state, move): move for move in state.legal_moves}

    def observe(self, seat: int | None = None) -> Seen:
        """What a seat (or the viewer) may know, and its choices: none while another seat is to move."""
        assert self._seen is not None
        if seat is None:
            return self._seen
        return of_game(observations(self.layout, self.settings, self._stepping.look(seat)), 0)

    def results(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """The tracks and the place of every seat."""
        tracks, places = self._batch.results()
        return tracks[0].copy(), places[0].copy()

    @property
    def state(self) -> State:
        return self._batch.store(0)

    def text(self) -> str:
        """The game as the seat to move sees it."""
        return text(self.state.observe(self.seat))

    def _play(self, chosen: int, how: int) -> Given | None:
        self._choice[0] = max(chosen, -1)
        stepped = self._stepping.advance(self._choice, how)
        self._take(stepped.shown)
        self.cut = bool(stepped.done[0] & CUT)
        return None if stepped.done[0] & UNOPEN else stepped.rewards[0].copy()

    def _start(self) -> None:
        self.cut = False
        self._seen = None
        self._take(self._stepping.start())

    def _take(self, shown: Any) -> None:
        self._seen = of_game(observations(self.layout, self.settings, shown), 0)

    def __getstate__(self) -> dict[str, Any]:
        """All that a copy needs: what it was made with, and the game."""
        stepping = self._stepping
        held = (self._batch.rows, stepping.clock, stepping.log)
        return {"made_with": self._made_with, "held": [each.copy() for each in held], "begun": self._begun}

    @property
    def _begun(self) -> bool:
        return self._seen is not None

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(*state["made_with"])  # type: ignore[misc]
        stepping = self._stepping
        for array, held in zip((self._batch.rows, stepping.clock, stepping.log), state["held"], strict=True):
            array[...] = held
        self.cut = bool(stepping.clock[0] < 0)
        if state["begun"]:
            self._take(stepping.look())
