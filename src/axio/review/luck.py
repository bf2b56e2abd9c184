"""Values in the true world, and the luck of draws.

All racks are known; what lies in the bag and on the stacks is chance, and every sample deals it anew. A
draw's luck is the value after the tiles that came, less the mean over every tile that could have come,
weighted by how many there are. For one tile this mean is exact, with the same chance for every tile, so that
luck is zero on the mean whatever the values are worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from axio.bots.networks.weights import network_of
from axio.kernel import Worlds
from axio.kernel.host.network_evaluation import win_chances
from axio.kernel.host.worlds import Slot, drawable
from axio.rules import Game, Move, State, deal
from axio.rules.events import RackExchanged, TilesDrawn
from axio.rules.state import Step
from axio.rules.tiles import Tile, in_order

from .grading import POLICY, TURNS, Comparison, evaluator_of, guided, number_of, seed_of
from .model import DIGITS, Draw, Shares

PART = 64  # one sample for so much work, for each tile that could have come
PLAYED_OUT = 3  # times as much work where samples are played to the end
FEWER_TURNS = 1  # of a seat's own, where every seat needs samples for itself
TINY = 1e-9
ALONE = 8  # times as many samples where no tile is compared with others
LEAST = 4  # samples
BLOCK = 4096  # worlds in memory at once

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Estimate:
    """The values of a position for each seat, sample by sample."""

    samples: Floats  # samples × seats

    @property
    def means(self) -> Shares:
        return rounded(self.samples.mean(axis=0))

    @property
    def errors(self) -> Shares:
        if len(self.samples) < 2:
            return rounded([0.0] * self.samples.shape[1])
        return rounded(np.std(self.samples, axis=0, ddof=1) / np.sqrt(len(self.samples)))


@dataclass(frozen=True)
class Drawn:
    """Draws of one move: who drew, which tiles, and what is drawn only after them."""

    seat: int
    tiles: tuple[Tile, ...]
    apart: tuple[Tile, ...] = ()  # shown in an exchange: they go back when all are drawn

    def slots(self, after: State) -> list[Slot]:
        """Where the tiles lie afterwards: at the end of the rack."""
        size = len(after.racks[self.seat])
        return [Slot(self.seat, place) for place in range(size - len(self.tiles), size)]


def drawn_in(step: Step) -> Drawn | None:
    """What a move made its seat draw. There is one draw at most."""
    events = step.events
    shown = next((event.shown for event in events if isinstance(event, RackExchanged)), ())
    draws = [Drawn(event.seat, event.tiles, shown) for event in events if isinstance(event, TilesDrawn)]
    return draws[0] if draws else None


def values_of(game: Game, worlds: Worlds, mover: int) -> Floats:
    """Per world and seat its share of the win, or alone its lowest colour, if the policy goes on."""
    blocks = [worlds[at : at + BLOCK] for at in range(0, len(worlds), BLOCK)]
    return np.concatenate([_block(game, block, mover) for block in blocks])


def _block(game: Game, worlds: Worlds, mover: int) -> Floats:
    if not guided(game):
        return _played_out(game, worlds)
    # A network says what one seat wins, and so for two what the other does.
    asked = [mover] if game.seats == 2 else range(game.seats)
    leaf = network_of(game.name).leaf
    chances = [
        win_chances(worlds, seat, leaf, TURNS if game.seats == 2 else FEWER_TURNS, POLICY) for seat in asked
    ]
    if game.seats == 2:
        own, other = chances[0], 1 - chances[0]
        return np.stack([own, other] if mover == 0 else [other, own], axis=1)
    values = np.stack(chances, axis=1)
    return np.asarray(values / np.maximum(values.sum(axis=1, keepdims=True), TINY), np.float64)


def _played_out(game: Game, worlds: Worlds) -> Floats:
    played = worlds.playouts(policy=POLICY)
    if game.seats == 1:
        return np.asarray(played.tracks[0].min(axis=-1), np.float64)
    return np.stack([played.shares(seat)[0] for seat in range(game.seats)], axis=1)


@dataclass(frozen=True)
class TrueWorld:
    """Values in the true world, by one budget of work and one key."""

    work: int
    key: str

    def value(self, state: State, ply: int) -> Estimate:
        """What a state is worth to each seat before the next decision."""
        worlds = Worlds.redraw(state, ALONE * self._samples(state.game), self._seed(ply))
        return Estimate(values_of(state.game, worlds, state.seat))

    def before(
        self, after: State, slots: Sequence[Slot], apart: tuple[Tile, ...], ply: int
    ) -> tuple[Estimate, dict[Tile, Estimate]]:
        """The values before these slots are drawn, and with each tile that could come first."""
        pool = Counter(drawable(after, slots, apart))
        kinds, samples = in_order(pool), self._samples(after.game)
        worlds = Worlds.redraw(after, samples, self._seed(ply), slots=slots, apart=apart, firsts=kinds)
        values = values_of(after.game, worlds, after.seat).reshape(len(kinds), samples, -1)
        weights = np.array([pool[kind] for kind in kinds]) / pool.total()
        mean = Estimate(np.einsum("k,ksp->sp", weights, values))
        return mean, {kind: Estimate(each) for kind, each in zip(kinds, values, strict=True)}

    def follow(self, step: Step, ply: int) -> tuple[Shares, Shares, tuple[Draw, ...], Estimate]:
        """After a move: the values before its draws with their errors, the draws, and the values then."""
        after, drawn = step.after, drawn_in(step)
        if drawn is None or after.over:
            value = self.value(after, ply) if not after.over else settled(final_values(after))
            nothing = (0.0,) * after.game.seats
            draws = () if drawn is None else (Draw(drawn.seat, drawn.tiles, nothing, nothing),)
            return value.means, value.errors, draws, value
        slots = drawn.slots(after)
        before, kinds = self.before(after, slots, drawn.apart, ply)
        value = kinds[drawn.tiles[0]] if len(slots) == 1 else self.value(after, ply)
        draw = Draw(
            drawn.seat, drawn.tiles, less(value.means, before.means), difference_errors(value, before)
        )
        return before.means, before.errors, (draw,), value

    def deal(self, opening: State) -> tuple[Shares, tuple[Draw, ...], Estimate]:
        """The values before the deal, the luck of what it laid out and of each rack, and the values then."""
        seats = range(opening.game.seats)
        racks = [Slot(seat, place) for seat in seats for place in range(len(opening.racks[seat]))]
        stages = [before_deal(opening.game, self.work, self.key)]
        parts: list[tuple[int | None, tuple[Tile, ...]]] = []
        if opening.board.tiles:
            stages.append(self.before(opening, racks, (), 0)[0])
            parts.append((None, tuple(place.marks for place in opening.board.tiles)))
        for seat in seats:
            later = [slot for slot in racks if slot.seat > seat]
            stages.append(self.before(opening, later, (), 0)[0] if later else self.value(opening, 0))
            parts.append((seat, opening.racks[seat]))
        draws = tuple(
            Draw(seat, tiles, less(then.means, before.means), difference_errors(then, before))
            for (seat, tiles), before, then in zip(parts, stages[:-1], stages[1:], strict=True)
        )
        return stages[0].means, draws, stages[-1]

    def hindsight(self, state: State, best: Move, played: Move, ply: int) -> Comparison:
        """The best move and the one played in the true world, with the same draws to come."""
        seed = number_of(seed_of(self.key, ply, "hindsight"))
        worlds = Worlds.redraw(state, ALONE * self._samples(state.game), seed)
        trials = evaluator_of(state.game)(worlds, [best, played], state.seat)
        return Comparison.of(trials, state.game.seats == 1)

    def _samples(self, game: Game) -> int:
        return samples_for(game, self.work)

    def _seed(self, ply: int) -> int:
        return number_of(seed_of(self.key, ply, "value"))


def samples_for(game: Game, work: int) -> int:
    """How many samples there are of each tile that could have come."""
    return max(LEAST, work // (PART * (game.seats // 2 if guided(game) else PLAYED_OUT)))


@cache
def before_deal(game: Game, work: int, key: str) -> Estimate:
    """The values of a game that is not yet dealt, by deals of chance."""
    count = 2 * ALONE * samples_for(game, work)
    seed = seed_of(key, 0, "deals").hex()
    states = [deal(game.name, game.seats, f"{seed}/{number}") for number in range(count)]
    return Estimate(values_of(game, Worlds.load(states), states[0].seat))


def final_values(state: State) -> Shares:
    """What a game that is over gave each seat."""
    assert state.outcome is not None
    return result_values(state, state.outcome.winners)


def result_values(state: State, winners: Sequence[int]) -> Shares:
    """The shares of a win; alone, the lowest colour."""
    if state.game.seats == 1:
        return (float(min(state.tracks[0])),)
    return rounded([(seat in winners) / len(winners) for seat in range(state.game.seats)])


def settled(values: Shares) -> Estimate:
    """Values without doubt."""
    return Estimate(np.array([values]))


def less(values: Shares, others: Shares) -> Shares:
    return rounded([a - b for a, b in zip(values, others, strict=True)])


def difference_errors(one: Estimate, other: Estimate) -> Shares:
    """The standard errors of a difference: small where both met the same chance."""
    if one.samples.shape == other.samples.shape:
        return Estimate(one.samples - other.samples).errors
    return rounded(np.hypot(one.errors, other.errors))


def rounded(numbers: Sequence[float] | Floats) -> Shares:
    return tuple(round(float(number), DIGITS) + 0.0 for number in numbers)  # never -0.0
