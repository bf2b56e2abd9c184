"""The Gymnasium vector environment: many games on the kernel, solo, as self-play, or against policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from axio.kernel import Batch
from axio.kernel.device.play.advance import AGAIN, CUT, OVER, UNOPEN
from axio.kernel.device.shared.tables import Shown
from axio.kernel.host.stepping import Stepped, Stepping
from axio.rules import Malformed
from axio.rules import game as game_of

from .opponents import Opponents
from .rewards import reward_space
from .spaces import (
    Seen,
    action_space,
    bools,
    copied,
    observation_space,
    observations,
    of_game,
    settings_of,
)

Floats: TypeAlias = npt.NDArray[np.float32]
Flags: TypeAlias = npt.NDArray[np.bool_]
_WORD = 2**64


class GamesEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` games. In each game the seat to move chooses, observes and is rewarded; with `opponents`,
    policies in compiled code, it is always the game's own seat.

    `info["seat"]` names the seat that chooses next, `info["rewards"]` holds the rewards of all seats. Arrays
    that are handed out stay as they are while anyone holds them; those that nobody holds are used again.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: str,
        seats: int | None = None,
        rewards: str = "low",
        illegal_reward: float = -1.0,
        threads: int | None = None,
        board: str | None = None,
        choices: str = "numbers",
        max_choices: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        opponents: Sequence[str] | str | None = None,
        seat: int | Sequence[int] | None = None,
    ) -> None:
        made_with = {name: value for name, value in locals().items() if name not in ("self", "__class__")}
        self._made_with = made_with
        self.num_envs = num_envs
        self.opponents = Opponents.read(opponents, seats, num_envs, seat)
        self._batch = Batch(game_of(game, self.opponents.seats), n=num_envs, threads=threads)
        plan = self._batch.layout
        self._settings = settings_of(plan, rewards, board, choices, max_choices)
        self._stepping = Stepping(self._batch, self._settings, self.opponents.viewers)
        self.opponents.join(self._stepping)
        self._illegal_reward = float(illegal_reward)
        self._rows = np.arange(num_envs)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._how = AGAIN if self.autoreset_mode is AutoresetMode.NEXT_STEP else 0
        self._stepping.prepare(self._how)
        self.single_observation_space = observation_space(plan, self._settings)
        self.single_action_space = action_space(plan, self._settings)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_reward_space = reward_space(plan.game, rewards, self._illegal_reward)
        vectors = self.single_reward_space
        self.reward_space = None if vectors is None else batch_space(vectors, num_envs)
        self._seen: Seen | None = None
        self._ended: Flags = np.zeros(num_envs, np.bool_)  # games that wait for a new deal

    @property
    def batch(self) -> Batch:
        """The games on the kernel."""
        return self._batch

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal games anew: with a seed s game i is the first game of seed s + i, without one the next game.

        `options={"reset_mask": …}` names the games to deal; the others go on.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = (options or {}).get("reset_mask")
        if seed is not None or self._seen is None:
            if mask is not None and not np.all(mask):
                raise Malformed("a seed with a reset_mask: expected one or the other")
            self._batch.reset(seeds=self._seeds(seed))
            return self.resume()
        flags = np.ones(self.num_envs, np.bool_) if mask is None else _flags(mask, self.num_envs)
        self._seen = None
        shown = self._stepping.renew(flags, self._stepping.look())
        self._ended &= ~flags
        return self._hand_out(shown, np.zeros_like(self._stepping.rewards), np.zeros(self.num_envs, np.bool_))

    def resume(self) -> tuple[Seen, dict[str, Any]]:
        """Go on from the games that the batch holds now."""
        self._seen = None
        self._ended = np.zeros(self.num_envs, np.bool_)
        shown = self._stepping.start()
        self._ended |= self._batch.over
        return self._hand_out(shown, self._stepping.rewards.copy(), np.zeros(self.num_envs, np.bool_))

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Seen, Any, Flags, Flags, dict[str, Any]]:
        """Make one choice in every game."""
        if not self._how and self._ended.any():
            waiting = np.flatnonzero(self._ended)[:5].tolist()
            raise Malformed(f"games {waiting} are over: expected reset(options={{'reset_mask': …}}) first")
        return self.step_open(actions)

    def step_open(self, actions: npt.NDArray[np.int64]) -> tuple[Seen, Any, Flags, Flags, dict[str, Any]]:
        """Make one choice in every game that is not over; the others stay as they are."""
        if self._seen is None:
            raise Malformed("there are no games yet: expected reset() before step()")
        self._seen = None  # so that its arrays can be used again if nobody else holds them
        stepped = self._stepping.advance(np.maximum(actions, -1), self._how)
        return self._told(stepped)

    def action_masks(self) -> Flags:
        """Which choices are open in every game, as MaskablePPO of sb3-contrib asks."""
        if self._seen is None:
            raise Malformed("there are no games yet: expected reset() first")
        return bools(self._seen["action_mask"])

    def logged(self) -> npt.NDArray[np.int32]:
        """The action numbers that were played in every game, by ply."""
        return self._stepping.log.copy()

    def _told(self, stepped: Stepped) -> tuple[Seen, Any, Flags, Flags, dict[str, Any]]:
        done, shown = stepped.done, stepped.shown
        illegal, over, cut = (done & UNOPEN) > 0, (done & OVER) > 0, (done & CUT) > 0
        given = stepped.rewards.copy()
        viewers = self.opponents.viewers
        own = given[self._rows, stepped.movers if viewers is None else viewers]
        if illegal.any():
            own[illegal] = self._illegal_reward
        self._ended = over | cut
        final = self._deal_at_once(shown) if self.autoreset_mode is AutoresetMode.SAME_STEP else {}
        seen, info = self._hand_out(shown, given, illegal)
        return seen, own if self.reward_space else own[:, 0], over, cut, {**info, **final}

    def _deal_at_once(self, shown: Shown) -> dict[str, Any]:
        """Deal the games that have ended. Returns what their last positions looked like."""
        if not self._ended.any():
            return {}
        ended, last = self._ended, np.full(self.num_envs, None, object)
        seen = observations(self._batch.layout, self._settings, shown)
        for game in np.flatnonzero(ended).tolist():
            last[game] = copied(of_game(seen, game))
        tracks, places = self._batch.results()
        final = {"tracks": tracks.copy(), "ranking": places.copy(), "_tracks": ended, "_ranking": ended}
        self._stepping.renew(ended, shown)
        self._ended = np.zeros(self.num_envs, np.bool_)
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def _hand_out(self, shown: Shown, given: Floats, illegal: Flags) -> tuple[Seen, dict[str, Any]]:
        self._seen = observations(self._batch.layout, self._settings, shown)
        rewards = given if self.reward_space else given[..., 0]
        return self._seen, {
            "seat": self._batch.seats,
            "rewards": rewards,
            "illegal": illegal,
            "action_mask": self._seen["action_mask"],
        }

    def _seeds(self, seed: int | Sequence[int | None] | None) -> npt.NDArray[np.uint64]:
        """A seed for every game."""
        if seed is None:
            return self.np_random.integers(2**63, size=self.num_envs).astype(np.uint64)
        if isinstance(seed, int | np.integer):
            return np.array([(int(seed) + game) % _WORD for game in range(self.num_envs)], np.uint64)
        if len(seed) != self.num_envs:
            raise Malformed(f"{len(seed)} seeds for {self.num_envs} games: expected one for each")
        drawn = self.np_random.integers(2**63, size=self.num_envs).tolist()
        each = [own if one is None else int(one) % _WORD for one, own in zip(seed, drawn, strict=True)]
        return np.array(each, np.uint64)

    def __getstate__(self) -> dict[str, Any]:
        """All that a copy needs: what it was made with, the games, and the generator."""
        stepping = self._stepping
        held = [each.copy() for each in (self._batch.rows, stepping.clock, stepping.log)]
        return {
            "made_with": self._made_with,
            "held": held,
            "begun": self._seen is not None,
            "ended": self._ended.copy(),
            "random": self._np_random,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["made_with"])  # type: ignore[misc]
        stepping = self._stepping
        for array, held in zip((self._batch.rows, stepping.clock, stepping.log), state["held"], strict=True):
            array[...] = held
        self._np_random = state["random"]
        self._ended = state["ended"]
        if state["begun"]:
            self._seen = observations(self._batch.layout, self._settings, stepping.look())


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return mode if isinstance(mode, AutoresetMode) else AutoresetMode(mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise Malformed(f"{str(mode)[:40]!r} is not an autoreset mode: expected one of {known}") from None


def _flags(mask: npt.ArrayLike, count: int) -> Flags:
    flags = np.asarray(mask)
    if flags.shape != (count,) or flags.dtype != np.bool_:
        raise Malformed(f"a reset_mask of {flags.dtype} {flags.shape}: expected {count} bools")
    return flags
