"""A game at this terminal: who plays it, its moves so far, and how it starts or resumes from a file."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from axio.bots import USUAL, Bot, GameHistory, ask, label, make
from axio.draw.terminal import inert
from axio.rules import AxioError, Malformed, Move, Observation, Place, Record, State
from axio.rules import game as rules_of
from axio.rules import record as records
from axio.rules.game import SEATS

from .record_files import load, write

YOU = "You"
ROOM = 24  # columns for a name
PROGRAM = "exec"  # the bot that runs a command
USUAL_GAME = "axio"
USUAL_BOT = "careful"


@dataclass(frozen=True)
class Participant:
    """A person or a bot at a seat, with the name shown on the screen and the name kept in the record."""

    name: str
    kept: str
    bot: Bot | None = None


def number_of_seats(seats: int | None, bots: int) -> int:
    """The number asked for; without one, a seat for one person and each bot, as far as there are seats."""
    there = min(bots + 1, SEATS[-1]) if seats is None else seats
    if bots > there:
        raise Malformed(f"too many bots: {bots} for {there} seat{'s' * (there > 1)}")
    return there


def seated(seats: int, bots: Sequence[Bot]) -> tuple[Participant, ...]:
    """The participants of a new game: people on the first seats, bots on the last."""
    people = [f"Player {seat + 1}" for seat in range(seats - len(bots))]
    return _named([*people, *bots])


def seated_again(record: Record, bots: Sequence[Bot]) -> tuple[Participant, ...]:
    """The participants of a resumed game: these bots on the last seats, or those who played it before."""
    if not record.players or bots:
        return seated(record.seats, bots)
    names = [seat[-1].name if seat else f"Player {number + 1}" for number, seat in enumerate(record.players)]
    return _named([_bot_called(name) or name for name in names])


def _bot_called(kept: str) -> Bot | None:
    """The bot that a record calls `careful@1` or the like, in the version installed here.

    It is never a program: a file must not decide what this machine runs.
    """
    name, at, rest = kept.partition("@")
    if not at or name == PROGRAM:
        return None
    _, colon, options = rest.partition(":")
    try:
        return make(f"{name}{colon}{options}")
    except AxioError:
        return None


def _named(sitting: Sequence[str | Bot]) -> tuple[Participant, ...]:
    """Participants with distinct names. A single person is called `You`."""
    people = [each for each in sitting if isinstance(each, str)]
    names = [_shown(each) or f"Player {seat + 1}" for seat, each in enumerate(sitting)]
    twice = {name for name, count in Counter(names).items() if count > 1}
    players = []
    for seat, (each, name) in enumerate(zip(sitting, names, strict=True)):
        shown = f"{name} {seat + 1}" if name in twice else name
        if isinstance(each, str):
            players.append(Participant(YOU if len(people) == 1 else shown, each))
        else:
            players.append(Participant(shown, label(each), each))
    return tuple(players)


def _shown(each: str | Bot) -> str:
    """A name without control characters, and a bot's name without its options."""
    return inert(each if isinstance(each, str) else each.name.partition(":")[0], ROOM)


class LocalGame:
    """A game in progress. It is mutable: moves are added and taken back."""

    def __init__(self, record: Record, players: Sequence[Participant], file: str | None = None) -> None:
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
        """Make a move for the seat to move."""
        self.steps.append(self.state.play(move))

    def bot_move(self, bot: Bot) -> Move:
        """The move that a bot chooses.

        It sees what its seat may know, and its key does not reveal the seed.
        """
        key = sha256(f"axio-bot {self.ply} {self.start.seed}".encode()).digest()
        name = sha256(f"axio-game {self.start.seed}".encode()).hexdigest()[:16]
        moves = tuple((step.before.seat, step.move) for step in self.steps)
        return ask(bot, self.view, USUAL, key, GameHistory(name, moves)).move

    def take_back(self) -> int:
        """Go back to the last decision of a person. Returns the number of moves taken back."""
        decisions = [ply for ply, step in enumerate(self.steps) if step.before.seat in self.people]
        if not decisions:
            raise Malformed("there is nothing to take back: no person has moved yet")
        taken = self.ply - decisions[-1]
        del self.steps[decisions[-1] :]
        return taken

    def save(self) -> None:
        """Write the game to its file, if it has one and the moves changed."""
        moves = tuple(step.move for step in self.steps)
        if self.file is not None and moves != self.written:
            self.save_as(self.file)

    def save_as(self, file: str) -> None:
        """Write the game to a file, which is then kept up to date."""
        write(file, self.record.text() + "\n")
        self.file, self.written = file, self.record.moves


def _kept(record: Record, players: Sequence[Participant]) -> tuple[tuple[records.Player, ...], ...]:
    """Who played each seat from which ply on, with a new entry where somebody else takes over."""
    before = record.players or ((),) * record.seats
    ply = len(record.moves)
    return tuple(
        seat if seat and seat[-1].name == player.kept else (*seat, records.Player(player.kept, ply))
        for seat, player in zip(before, players, strict=True)
    )


class Wanted(NamedTuple):
    """The options given. None or empty means that an option was left out."""

    game: str | None = None
    seats: int | None = None
    bots: tuple[str, ...] = ()
    seed: str | None = None


def started(wanted: Wanted, file: str | None) -> LocalGame:
    """Start a new game: one person against one bot, unless the options say otherwise."""
    names = wanted.bots or ((USUAL_BOT,) if wanted.seats is None else ())
    bots = [make(name) for name in names]
    seats = number_of_seats(wanted.seats, len(bots))
    game = rules_of(wanted.game or USUAL_GAME, seats)
    seed = secrets.token_hex(16) if wanted.seed is None else wanted.seed
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return LocalGame(Record(game.name, seats, seed, started=now), seated(seats, bots), file)


def resumed(wanted: Wanted, file: str) -> LocalGame:
    """Resume the unfinished game in a file, with the bots asked for or with those who played it before."""
    record = _unfinished(file)
    for what, asked in (("game", wanted.game), ("seats", wanted.seats), ("seed", wanted.seed)):
        if asked not in (None, getattr(record, what)):
            raise Malformed(f"{file} holds a game with another {what} than {asked}: expected a new file")
    number_of_seats(record.seats, len(wanted.bots))
    return LocalGame(record, seated_again(record, [make(name) for name in wanted.bots]), file)


def _unfinished(file: str) -> Record:
    try:
        record = load(file)
    except AxioError as fault:
        raise Malformed(f"{file} exists and is not a saved game, so it stays as it is: {fault}") from None
    if record.outcome is not None:
        raise Malformed(f"{file} holds a finished game, so it stays as it is: expected a new file")
    return record
