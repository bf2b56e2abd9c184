"""A match: the same deals for everyone, every bot on every seat, every game from one seed and a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from axio.bots import USUAL, Bot, BotFailed, Budget, label
from axio.rules import Malformed, Move, Record, State, Step, deal, game
from axio.rules.record import Player


@dataclass(frozen=True)
class Match:
    """Bots that meet in so many games, as many bots as seats. Each deal is played once in every rotation."""

    game: str
    bots: tuple[Bot, ...]
    games: int
    seed: str
    budget: Budget | tuple[Budget, ...] = USUAL  # the same for all, or one for each bot

    def __post_init__(self) -> None:
        game(self.game, len(self.bots))
        if self.games < 1:
            raise Malformed(f"{self.games} is not a number of games: expected at least 1")
        if len(self.budgets) != self.seats:
            raise Malformed(
                f"{len(self.budgets)} budgets for {self.seats} bots: expected one, or one for each"
            )

    @property
    def seats(self) -> int:
        """The number of seats: one for each bot."""
        return len(self.bots)

    @property
    def budgets(self) -> tuple[Budget, ...]:
        """What each of the bots may think."""
        return self.budget if isinstance(self.budget, tuple) else (self.budget,) * self.seats

    @property
    def deals(self) -> int:
        """The number of deals; the last may lack rotations."""
        return -(-self.games // self.seats)

    def rotations(self, number: int) -> range:
        """The rotations played on a deal: all of them, unless the games run out."""
        return range(min(self.seats, self.games - number * self.seats))

    def seating(self, rotation: int) -> tuple[int, ...]:
        """Per seat, which of the bots sits there."""
        return tuple((seat - rotation) % self.seats for seat in range(self.seats))

    def deal_seed(self, number: int) -> str:
        """The seed of a deal."""
        return f"{self.seed}/{number}"


@dataclass(frozen=True)
class Played:
    """One game of a match: what was played, and how long each bot took over it."""

    deal: int
    rotation: int
    seating: tuple[int, ...]
    record: Record
    winners: tuple[int, ...]  # seats
    lows: tuple[int, ...]  # per seat, its lowest colour at the end
    seconds: tuple[float, ...] = field(compare=False)  # per seat; depends on the machine
    turns: tuple[int, ...]  # per seat, moves chosen

    @property
    def shares(self) -> tuple[float, ...]:
        """What each of the bots has of the win: a shared win is shared."""
        won = {self.seating[seat] for seat in self.winners}
        return tuple(1 / len(won) if bot in won else 0.0 for bot in range(len(self.seating)))

    @property
    def bot_lows(self) -> tuple[int, ...]:
        """The lowest colour of each of the bots at the end."""
        return tuple(self.lows[self.seating.index(bot)] for bot in range(len(self.seating)))


def choice_key(match: Match, number: int, ply: int, seat: int) -> bytes:
    """A bot's key for one choice. The same whoever sits there, so that a bot meets its equal as itself."""
    return sha256(f"axio-arena/1\n{match.deal_seed(number)}\n{ply}\n{seat}".encode()).digest()


def play_deal(match: Match, number: int) -> tuple[Played, ...]:
    """All rotations of one deal."""
    return tuple(play_game(match, number, rotation) for rotation in match.rotations(number))


def play_game(match: Match, number: int, rotation: int) -> Played:
    """One game: a deal in one rotation of the seats."""
    seating = match.seating(rotation)
    seconds, turns = [0.0] * match.seats, [0] * match.seats
    state = deal(match.game, match.seats, match.deal_seed(number))
    moves: list[Move] = []
    for seat, took, step in _steps(match, number, seating, state):
        seconds[seat] += took
        turns[seat] += 1
        moves.append(step.move)
        state = step.after
    outcome = state.outcome
    assert outcome is not None
    players = tuple((Player(label(match.bots[bot])),) for bot in seating)
    record = Record(match.game, match.seats, match.deal_seed(number), tuple(moves), players)
    lows = tuple(min(tracks) for tracks in state.tracks)
    return Played(number, rotation, seating, record, outcome.winners, lows, tuple(seconds), tuple(turns))


def _steps(
    match: Match, number: int, seating: tuple[int, ...], state: State
) -> Iterator[tuple[int, float, Step]]:
    """A game move by move: the seat, how long it thought, and the step."""
    ply = 0
    while not state.over:
        seat = state.seat
        bot, budget = match.bots[seating[seat]], match.budgets[seating[seat]]
        start = perf_counter()
        move = _chosen(bot, budget, state, choice_key(match, number, ply, seat))
        took = perf_counter() - start
        step = _played(bot, state, move, ply)
        yield seat, took, step
        state = step.after
        ply += 1


def _chosen(bot: Bot, budget: Budget, state: State, key: bytes) -> Move:
    try:
        return bot.choose(state.observe(state.seat), budget, key).move
    except BotFailed:
        raise
    except Exception as fault:  # a bot may come from anywhere
        raise BotFailed(f"{label(bot)} failed: {type(fault).__name__}: {fault}") from fault


def _played(bot: Bot, state: State, move: Move, ply: int) -> Step:
    try:
        return state.play(move)
    except ValueError as fault:
        raise BotFailed(f"{label(bot)} played {move} as move {ply + 1}: {fault}") from None


def record_name(match: Match, played: Played) -> str:
    """A file name no other match uses: the same match writes the same files again."""
    parts = [match.game, match.seed, *map(str, match.budgets), *map(label, match.bots)]
    mark = sha256("\n".join(parts).encode()).hexdigest()[:8]
    number = played.deal * match.seats + played.rotation
    return f"{match.game}-{match.seats}-{mark}-{number:06}.json"


def write_record(folder: Path, match: Match, played: Played) -> Path:
    """Write one game into a folder that is there."""
    path = folder / record_name(match, played)
    path.write_text(played.record.text() + "\n", encoding="utf-8")
    return path
