"""A game in progress at this terminal: its moves so far, who plays, and the file that follows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from axio.bots import USUAL, Bot
from axio.rules import Malformed, Move, Observation, Place, Record, State
from axio.rules import record as records

from .files import write
from .seating import Player


class Match:
    """The one thing here that changes: moves are added, and taken back."""

    def __init__(self, record: Record, players: Sequence[Player], file: str | None = None) -> None:
        self.players = players
        self.file = file
        self.opening = record.opening
        self.steps = list(record.steps())
        self.start = replace(record, moves=(), players=_kept(record, players))
        self.written: tuple[Move, ...] | None = None  # the moves in the file

    @property
    def state(self) -> State:
        return self.steps[-1].after if self.steps else self.opening

    @property
    def ply(self) -> int:
        return len(self.steps)

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    @property
    def people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.bot is None]

    @property
    def record(self) -> Record:
        return replace(self.start, moves=tuple(step.move for step in self.steps))

    @property
    def view(self) -> Observation:
        """What the seat to move may know."""
        return self.state.observe(self.state.seat)

    @property
    def last(self) -> Place | None:
        """The last tile placed."""
        placed = (step.move for step in reversed(self.steps) if isinstance(step.move, Place))
        return next(placed, None)

    def play(self, move: Move) -> None:
        self.steps.append(self.state.play(move))

    def bot_move(self, bot: Bot) -> Move:
        """What a bot chooses, whose turn it is: from what its seat may know, and chance of its own."""
        key = sha256(f"axio-bot {self.ply} {self.start.seed}".encode()).digest()
        return bot.choose(self.view, USUAL, key).move

    def take_back(self) -> int:
        """Back to the last decision of a person; the number of moves that were taken back for it."""
        decisions = [ply for ply, step in enumerate(self.steps) if step.before.seat in self.people]
        if not decisions:
            raise Malformed("there is nothing to take back: no person has moved yet")
        taken = self.ply - decisions[-1]
        del self.steps[decisions[-1] :]
        return taken

    def save(self) -> None:
        """Bring the file up to date, if there is one."""
        moves = tuple(step.move for step in self.steps)
        if self.file is not None and moves != self.written:
            self.save_as(self.file)

    def save_as(self, file: str) -> None:
        """Write the game to a file, and from now on every move."""
        write(file, self.record.text() + "\n")
        self.file, self.written = file, self.record.moves


def _kept(record: Record, players: Sequence[Player]) -> tuple[tuple[records.Player, ...], ...]:
    """Who played which seat, from when: a new name is added where somebody else goes on."""
    before = record.players or ((),) * record.seats
    ply = len(record.moves)
    return tuple(
        seat if seat and seat[-1].name == player.kept else (*seat, records.Player(player.kept, ply))
        for seat, player in zip(before, players, strict=True)
    )
