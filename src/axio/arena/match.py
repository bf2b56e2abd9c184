"""A match: the same deals for everyone, every bot on every seat, every game from one seed and a record."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from axio.bots import USUAL, Bot, BotFailed, Budget, Choice, GameHistory, ask, label
from axio.rules import Malformed, Move, Record, State, Step, deal, game
from axio.rules.record import End, Player, outcome_after

from .luck import draw_luck


@dataclass(frozen=True)
class Match:
    """Bots that meet in so many games, as many bots as seats. Each deal is played once in every rotation."""

    game: str
    bots: tuple[Bot, ...]
    games: int
    seed: str
    budget: Budget | tuple[Budget, ...] = USUAL  # the same for all, or one for each bot
    forfeits: bool = False  # a bot that fails loses its game, and the match goes on; else it ends the match
    luck: bool = False  # say how lucky everybody was with their tiles

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

    def game_id(self, number: int, rotation: int) -> str:
        """A name for one game, which tells a bot nothing about the seed."""
        parts = ["axio-arena/game", self.game, self.deal_seed(number), str(rotation), *map(label, self.bots)]
        return sha256("\n".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Forfeit:
    """A game that a bot lost because it failed: when, and why."""

    bot: str
    seat: int
    ply: int
    why: str
    log: str | None = field(default=None, compare=False)  # the file with the standard error of a program


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
    forfeit: Forfeit | None = None
    luck: tuple[float, ...] | None = None  # per seat, what it drew beyond the mean; if the match wants it

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
    game = _Game(match, number, rotation)
    forfeit = game.play_out()
    outcome = outcome_after(game.state, end := End("resign", forfeit.seat) if forfeit else None)
    assert outcome is not None
    players = tuple((Player(label(match.bots[bot])),) for bot in game.seating)
    moves = tuple(move for _, move in game.moves)
    record = Record(match.game, match.seats, match.deal_seed(number), moves, players, end)
    return Played(
        deal=number,
        rotation=rotation,
        seating=game.seating,
        record=record,
        winners=outcome.winners,
        lows=tuple(min(tracks) for tracks in game.state.tracks),
        seconds=tuple(game.seconds),
        turns=tuple(game.turns),
        forfeit=forfeit,
        luck=draw_luck(record) if match.luck else None,
    )


class _Game:
    """A game while it is played."""

    def __init__(self, match: Match, number: int, rotation: int) -> None:
        self.match, self.number, self.rotation = match, number, rotation
        self.seating = match.seating(rotation)
        self.state = deal(match.game, match.seats, match.deal_seed(number))
        self.moves: list[tuple[int, Move]] = []
        self.seconds, self.turns = [0.0] * match.seats, [0] * match.seats

    def play_out(self) -> Forfeit | None:
        """Play to the end, or until a bot fails where the match lets it forfeit the game."""
        while not self.state.over:
            seat = self.state.seat
            try:
                self._move(seat)
            except BotFailed as fault:
                if not self.match.forfeits:
                    raise
                bot = label(self.match.bots[self.seating[seat]])
                return Forfeit(bot, seat, len(self.moves), str(fault), getattr(fault, "log", None))
        return None

    def _move(self, seat: int) -> None:
        bot = self.match.bots[self.seating[seat]]
        start = perf_counter()
        choice = self._chosen(bot, self.match.budgets[self.seating[seat]], seat)
        took = perf_counter() - start if choice.seconds is None else choice.seconds
        self.state = _played(bot, self.state, choice.move, len(self.moves)).after
        self.moves.append((seat, choice.move))
        self.seconds[seat] += took
        self.turns[seat] += 1

    def _chosen(self, bot: Bot, budget: Budget, seat: int) -> Choice:
        key = choice_key(self.match, self.number, len(self.moves), seat)
        history = GameHistory(self.match.game_id(self.number, self.rotation), tuple(self.moves))
        try:
            return ask(bot, self.state.observe(seat), budget, key, history)
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
