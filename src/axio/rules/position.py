"""What everybody at the table sees. A State adds what is hidden, an Observation what one seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from .errors import AxioError, IllegalMove
from .game import Game
from .laying import Board
from .moves import Exchange, Keep, Move, Place
from .outcome import Outcome, ranked
from .tiles import Marks, Tile, canonical, distinct, turned
from .tracks import Tracks


@dataclass(frozen=True, slots=True)
class Position:
    """The public part of a game in progress."""

    game: Game
    board: Board
    tracks: tuple[Tracks, ...]
    placed: tuple[int, ...]  # tiles each seat has placed
    seat: int  # whose turn it is, or was when the game ended
    owed: int  # bonus placements to come, the one asked for now included
    asked: bool  # exchange or keep is the question
    ending: str | None

    def __str__(self) -> str:
        """The position as one line of text; `parse_position` reads it."""
        from .position_text import position_text  # a text is of states and observations, which are positions

        return position_text(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ending is not None

    @property
    def to_move(self) -> int | None:
        """The seat to move; None when the game has ended."""
        return None if self.over else self.seat

    @property
    def first(self) -> bool:
        """Whether the seat to move places its first tile."""
        return self.placed[self.seat] == 0

    @property
    def outcome(self) -> Outcome | None:
        """The ranking and the ending; None while the game runs."""
        return None if self.ending is None else Outcome(ranked(self.tracks), self.ending)


_CHOICES: tuple[Move, ...] = (Exchange(), Keep())


class LegalMoves(Sequence[Move]):
    """The moves a seat may make with a rack, listed only as far as they are asked for."""

    __slots__ = ("_turned", "position", "rack")

    def __init__(self, position: Position, rack: tuple[Tile, ...]) -> None:
        self.position = position
        self.rack = rack
        self._turned: list[Marks] | None = None

    @property
    def turned(self) -> list[Marks]:
        """The tiles of the rack in every way they can be turned."""
        if self._turned is None:
            self._turned = turned(self.rack)
        return self._turned

    def check(self, move: Move) -> None:
        """Raise IllegalMove, with the reason, unless the move is one of these."""
        position = self.position
        if position.ending is not None:
            raise IllegalMove("game_over")
        if not isinstance(move, Place):
            if not position.asked:
                raise IllegalMove("nothing_to_choose", move=move)
            return
        if position.asked:
            raise IllegalMove("choose_first")
        tile = canonical(move.marks)
        if tile not in self.rack:
            raise IllegalMove("not_on_rack", tile=tile, rack=" ".join(distinct(self.rack)) or "none")
        position.board.check(move, position.first)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Place | Exchange | Keep):
            return False
        try:
            self.check(move)
        except AxioError:
            return False
        return True

    def __len__(self) -> int:
        position = self.position
        if position.ending is not None:
            return 0
        if position.asked:
            return len(_CHOICES)
        return position.board.count(self.turned, position.first)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[Move]:
        position = self.position
        if position.ending is not None:
            return iter(())
        if position.asked:
            return iter(_CHOICES)
        return position.board.placements(self.turned, position.first)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self)[index]
        position = self.position
        if position.ending is not None or position.asked:
            return tuple(self)[index]
        if index < 0:
            index += len(self)
        if index < 0:
            raise IndexError("no legal move so far back")
        return position.board.nth(self.turned, position.first, index)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"
