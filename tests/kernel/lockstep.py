"""The plain rules and the kernel side by side: the same moves, the same draws, compared at every ply."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import numpy.typing as npt

import axio
from axio.encoding import action_of, expand, legal_actions, move_of, planes, vector
from axio.kernel import Batch, appraised
from axio.rules.draws import draw_index

Chooser = Callable[[axio.State, npt.NDArray[np.int32]], int]


class Lockstep:
    """One game in both; `play` moves both and compares everything."""

    def __init__(self, name: str, seats: int, device: str = "cpu", *, views: bool = True) -> None:
        self.name, self.seats, self.views = name, seats, views
        self.batch = Batch(name, seats, n=1, device=device, threads=1)
        self.draws = np.full((1, 1500), -1, np.int8)
        self.state: axio.State
        self.legal: npt.NDArray[np.int32]
        self.games = self.plies = 0

    def deal(self, seed: str) -> None:
        """The kernel deals with the plain game's draws."""
        self.state = axio.deal(self.name, self.seats, seed)
        self.draws[:] = -1
        self._draw_as(self.state.game.tiles, self.state.key, 0, self.state.drawn)
        self.batch.reset(0, draws=self.draws)
        self._take_key()
        self.games += 1
        self.compare()

    def load(self, state: axio.State) -> None:
        self.state = state
        self.batch.load({0: state})
        self.compare()

    def play(self, action: int) -> None:
        before = self.state
        self.state = before.play(move_of(before, action)).after
        self._draw_as(before.bag, before.key, before.drawn, self.state.drawn)
        done = self.batch.step(np.array([action]), draws=self.draws)
        assert int(self.batch._backend.fetch(done)[0]) == int(self.state.over)
        self.plies += 1
        self.compare()

    def compare(self) -> None:
        """Legal sets, whole states, results, and what every seat and a spectator may see."""
        state, batch = self.state, self.batch
        fetch = batch._backend.fetch
        assert batch.store(0) == state
        self.legal = legal = legal_actions(state)
        found, counts = map(fetch, batch.legal())
        assert sorted(found[0, : counts[0]].tolist()) == legal.tolist()
        assert (found[0, counts[0] :] == -1).all()
        if batch.layout.dense:
            assert np.array_equal(np.flatnonzero(expand(batch.layout, fetch(batch.packed_masks()))[0]), legal)
        tracks, places = map(fetch, batch.results())
        assert tracks[0].tolist() == [list(each) for each in state.tracks]
        if state.outcome is not None:
            assert tuple(places[0].tolist()) == state.outcome.ranking
        for seat in (None, *range(self.seats)) if self.views else ():
            shown, numbers = map(fetch, batch.observe(-1 if seat is None else seat))
            view = state.observe(seat)
            assert np.array_equal(numbers[0], vector(view))
            assert np.array_equal(shown[0], planes(view))

    def run(self, plies: int, seed: int, choose: Chooser) -> None:
        """Game after game until so many plies are played."""
        while self.plies < plies:
            self.deal(f"{seed}-{self.games}")
            while not self.state.over and self.plies < plies:
                self.play(choose(self.state, self.legal))

    def _draw_as(self, bag: tuple[str, ...], key: bytes, start: int, end: int) -> None:
        for number in range(start, end):
            at = draw_index(key, number, len(bag))
            self.draws[0, number] = self.batch.layout.number[bag[at]]
            bag = bag[:at] + bag[at + 1 :]

    def _take_key(self) -> None:
        """The plain game's key is no part of the deal: it is only carried along."""
        rows = self.batch._backend.fetch(self.batch.rows)
        rows[0, :4] = np.frombuffer(self.state.key, "<u8")
        self.batch._set_rows(rows)


def random_chooser(seed: int) -> Chooser:
    random = Random(seed)
    return lambda state, legal: int(random.choice(legal))


def scoring_chooser(seed: int) -> Chooser:
    """Mostly moves that score: only so do tracks end, bonuses chain and games end at once."""
    random = Random(seed)

    def choose(state: axio.State, legal: npt.NDArray[np.int32]) -> int:
        if state.asked or random.random() < 0.1:
            return int(random.choice(legal))
        return action_of(state, random.choice(appraised(state, "lowest", top=2))[0])

    return choose
