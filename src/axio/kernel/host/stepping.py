"""Games as an environment steps them: one compiled call acts, deals again, rewards, and shows what is next.

The arrays that are handed out belong to whoever holds them. A call writes into arrays that nobody holds any
more; where there are none it makes new ones. So nothing is copied, and nothing that is kept ever changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from sys import getrefcount
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axio.encoding.actions import mask_words
from axio.encoding.choices import choice_count
from axio.encoding.layout import GridLayout, Layout
from axio.encoding.planes import plane_names, spot_names, tile_names, vector_names
from axio.kernel.device.grid.moves import GAIN
from axio.kernel.device.play.advance import AGAIN, FOR_LOW, FOR_OUTCOME, FOR_TRACKS
from axio.kernel.device.shared.row import MOVER, Bytes, Ints, Numbers, Singles
from axio.kernel.device.shared.tables import Shown
from axio.rules import Malformed

from .batch import Batch
from .policy_table import PolicyLike, policy_values

SCHEMES = {"outcome": FOR_OUTCOME, "low": FOR_LOW, "tracks": FOR_TRACKS}  # rewards by name
BOARDS = ("planes", "lists")
MASKS = ("bytes", "packed")
CHOICES = ("numbers", "moves")
EVERY, SOME = 0, 1  # the games to show: all, or those with a flag


class Settings(NamedTuple):
    """What is shown and rewarded."""

    boards: str | None = "planes"
    masks: str = "bytes"
    choices: str = "numbers"
    rewards: str = "low"
    limit: int | None = None  # choices in a game before it is cut short; twice the most moves if not said
    log: bool = False  # write down every game's actions


class Stepped(NamedTuple):
    """What a call of `advance` has to say, an entry a game."""

    done: Bytes  # bits: OVER, UNOPEN, CUT, DEALT (device/play/advance.py)
    rewards: Singles  # games, seats, and 1 or the colours
    movers: Ints  # who chose
    shown: Shown


def width_of(plan: Layout, choices: str) -> int:
    """The width of a mask: of all choices, or of as many moves as can be legal."""
    return plan.most_legal if choices == "moves" else choice_count(plan)


def move_width(plan: Layout) -> int:
    """The number of features of a listed move."""
    return GAIN + len(plan.game.colours)


class Stepping:
    """A batch's games with all that stepping them needs."""

    def __init__(self, batch: Batch, settings: Settings, viewers: npt.ArrayLike | None = None) -> None:
        self.batch, self.settings = batch, _checked(settings, batch.layout)
        plan, n, zeros = batch.layout, batch.n, batch._backend.zeros
        self.limit = settings.limit or 2 * plan.most_plies
        self.choices = zeros((n,), np.int64)
        self.clock: Ints = zeros((n,), np.int64)
        self.log: Numbers = zeros((n, plan.most_plies if settings.log else 0), np.int32)
        width = len(plan.game.colours) if settings.rewards == "tracks" else 1
        self.rewards: Singles = zeros((n, plan.game.seats, width), np.float32)
        self.done: Bytes = zeros((n,), np.uint8)
        self.movers: Ints = zeros((n,), np.int64)
        seen_by = np.full(n, MOVER if viewers is None else viewers)
        self.viewers = batch._backend.put(seen_by, np.int64)
        self._flags = zeros((n,), np.uint8)
        self._every = batch._backend.put(np.ones(n), np.uint8)
        self._listing = settings.choices == "moves"
        self._kept = self._shared()
        self._sets: list[_Arrays] = []
        self._replies: Callable[[], None] | None = None

    def prepare(self, how: int = AGAIN) -> None:
        """Compile and load what steps need, so that the first is as fast as the others."""
        calls = self._free().calls
        for name, mode in (("look_game", EVERY), ("advance_game", how)):
            calls[name, mode]  # asking for it prepares it
        if self._listing:
            calls["moves_game", EVERY]
        if not how & AGAIN:
            calls["renew_game", 0]

    def look(self, viewers: int | None = None) -> Shown:
        """Show the games as they stand, to a seat or to each game's own viewer."""
        arrays = self._free()
        if viewers is None:
            self._show(arrays)
        else:
            own = self.viewers.copy()
            self.viewers[:] = viewers
            self._show(arrays)
            self.viewers[:] = own
        return arrays.shown

    def advance(self, choices: Any, how: int = AGAIN) -> Stepped:
        """One choice in every game; `how` is made of AGAIN and ACTIONS (device/play/advance.py)."""
        self._choose(choices)
        arrays = self._free()
        arrays.calls["advance_game", how]()
        if self._replies is not None:
            self._replies()
            self._show(arrays)
        elif self._listing:
            arrays.calls["moves_game", EVERY]()
        return Stepped(self.done, self.rewards, self.movers, arrays.shown)

    def renew(self, flags: npt.NDArray[np.bool_], shown: Shown) -> Shown:
        """Deal the next game wherever a flag is set and show it in these arrays, the others as they are."""
        self.batch._backend.write(self._flags, flags.astype(np.uint8))
        arrays = next(each for each in self._sets if each.shown is shown)
        self.done[:] = 0
        arrays.calls["renew_game", 0]()
        self._reply()
        self._show(arrays, SOME)
        return shown

    def start(self) -> Shown:
        """Begin with the games the batch holds now."""
        self.clock[:] = 0
        self.done[:] = 0
        self.rewards[:] = 0
        self._reply()
        return self.look()

    def listed(self, game: int) -> Numbers:
        """The action behind each move that was listed for a game."""
        fetch = self.batch._backend.fetch
        found: Numbers = fetch(self._kept["found"])[game, : int(fetch(self._kept["counts"])[game])]
        return found

    def _reply(self) -> None:
        if self._replies is not None:
            self._replies()

    def _show(self, arrays: _Arrays, which: int = EVERY) -> None:
        arrays.calls["look_game", which]()
        if self._listing:
            arrays.calls["moves_game", which]()

    def oppose(self, policies: Sequence[PolicyLike], which: npt.ArrayLike) -> None:
        """Let policies play all seats but each game's own viewer; `which` gives each game one of them."""
        batch, n = self.batch, self.batch.n
        plan, backend = batch.plan, batch._backend
        tables = np.stack([policy_values(batch.game, each) for each in policies])
        drafts = backend.zeros((n, plan.tables.row_words), np.uint64)
        args = (
            *(batch._bytes, batch.rows, batch._t, self.viewers, backend.put(tables, np.int64)),
            *(backend.put(np.full(n, which), np.int64),),
            *(backend.zeros((2 * n, plan.map_bytes), np.uint8), batch._no_draw),
            *(drafts.view(np.uint8), drafts, backend.zeros(plan.policy_scratch(n).shape, np.int64)),
            *(self.log, SCHEMES[self.settings.rewards], self.rewards, self.done),
        )
        self._replies = backend.prepare(plan, "reply_game", n, args)

    def _choose(self, choices: Any) -> None:
        given = self.batch._backend.put(choices, np.int64)
        if given.shape != (self.batch.n,):
            raise Malformed(f"choices of shape {given.shape}: expected one for each of {self.batch.n} games")
        self.choices[:] = given

    def _free(self) -> _Arrays:
        """Arrays that nobody holds."""
        for arrays in self._sets:
            if arrays.idle():
                return arrays
        shown = self._new()
        self._sets.append(_Arrays(shown, _Calls(partial(self._prepare, shown))))
        return self._sets[-1]

    def _shared(self) -> dict[str, Any]:
        """What the calls keep from one to the next, whichever arrays they show games in."""
        plan, n, zeros = self.batch.plan, self.batch.n, self.batch._backend.zeros
        listing = self._listing
        edge = 0 if isinstance(plan.layout, GridLayout) else plan.layout.edge
        drafts = zeros((n, plan.tables.row_words if listing else 0), np.uint64)
        return {
            "viewers": self.viewers,
            "listed": self.settings.boards == "lists",
            "counts": zeros((n,), np.int64),
            "found": zeros((n, plan.layout.most_legal if listing else 0), np.int32),
            "keys": zeros((n, edge), np.uint16),
            "order": zeros((n, edge + 1 if edge else 0), np.uint8),
            "point_maps": zeros((n, plan.map_bytes if listing else 0), np.uint8),
            "draft_bytes": drafts.view(np.uint8),
            "draft_words": drafts,
        }

    def _new(self) -> Shown:
        plan, n, backend = self.batch.layout, self.batch.n, self.batch._backend
        settings, zeros = self.settings, backend.zeros
        count = width_of(plan, settings.choices) if settings.masks == "bytes" else 0
        packed = mask_words(plan) if settings.masks == "packed" else 0
        features = plan.most_legal * move_width(plan) if settings.choices == "moves" else 0
        return Shown(
            boards=zeros((n, board_size(plan, settings.boards)), np.uint8),
            vectors=zeros((n, len(vector_names(plan))), np.uint8),
            masks=zeros((n, count), np.uint8),
            packed=zeros((n, packed), np.uint64, backend.mask_order),
            shown=zeros((n,), np.uint64),
            moves=zeros((n, features), np.int16),
            **self._kept,
        )

    def _prepare(self, shown: Shown, name: str, how: int) -> Callable[[], None]:
        """A call that writes into these arrays."""
        batch, scheme = self.batch, SCHEMES[self.settings.rewards]
        row = (batch._bytes, batch.rows, batch._t)
        chosen = (*row, self.choices, batch._no_draw, batch._no_point_map, how)
        acting = (
            *(*chosen, self.limit, self.clock, self.log, scheme),
            *(self.rewards, self.done, self.movers, shown),
        )
        flags = self._flags if how == SOME else self._every
        args = {
            "look_game": (*row, flags, shown),
            "moves_game": (*row, flags, shown),
            "renew_game": (*row, batch._no_draw, self._flags, self.clock),
        }.get(name, acting)
        return batch._backend.prepare(batch.plan, name, batch.n, args)


class _Calls(dict[tuple[str, int], Callable[[], None]]):
    """Calls that are prepared when they are first asked for: preparing compiles."""

    def __init__(self, prepare: Callable[[str, int], Callable[[], None]]) -> None:
        self._prepare = prepare

    def __missing__(self, name: tuple[str, int]) -> Callable[[], None]:
        self[name] = made = self._prepare(*name)
        return made


class _Arrays:
    """A set of arrays to show games in, and the calls that write them."""

    def __init__(self, shown: Shown, calls: _Calls) -> None:
        self.shown, self.calls = shown, calls
        self._held = self._references()

    def idle(self) -> bool:
        """Whether nobody else holds one of them, or a part of one."""
        return self._references() == self._held

    def _references(self) -> tuple[int, ...]:
        shown = self.shown
        handed = (shown.boards, shown.vectors, shown.masks, shown.packed, shown.moves)
        return tuple(map(getrefcount, handed))


def board_size(plan: Layout, boards: str | None) -> int:
    """The bytes of a board that is shown as planes or as lists."""
    if boards is None:
        return 0
    if boards == "planes" or isinstance(plan, GridLayout):
        return len(plane_names(plan)) * plan.shape[0] * plan.shape[1]
    return plan.most_tiles * len(tile_names(plan)) + plan.edge * len(spot_names(plan))


def _checked(settings: Settings, plan: Layout) -> Settings:
    """The settings, if there are such."""
    for given, known in (
        (settings.rewards, SCHEMES),
        (settings.masks, MASKS),
        (settings.choices, CHOICES),
        (settings.boards, (*BOARDS, None)),
    ):
        if given not in known:
            raise Malformed(f"{str(given)[:40]!r}: expected one of {', '.join(map(str, known))}")
    if not isinstance(plan, GridLayout) and settings.masks == "packed":
        raise Malformed("a display has no packed masks: expected masks of bytes")
    if isinstance(plan, GridLayout) and settings.boards == "lists":
        raise Malformed(f"{plan.game.name} has no display: expected its board as planes")
    return settings
