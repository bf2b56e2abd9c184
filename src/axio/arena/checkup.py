"""Samples of what a bot is asked, in every phase of every game, and a check of a bot on all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from time import perf_counter

from axio.bots import USUAL, Bot, BotFailed, Budget, Choice, GameHistory, Greedy, ask, label
from axio.rules import Game, Malformed, Move, Observation, State, deal
from axio.rules import game as game_of
from axio.rules.tiles import EMPTY

from .match import Match, play_game

FIRST, PLACEMENT, BONUS, EXCHANGE, NAMING, LAST = PHASES = (
    "first",  # a seat's first tile
    "placement",
    "bonus",  # a placement that an axio earned
    "exchange",  # exchange or keep
    "naming",  # a placement that names a colour
    "last",  # the last move of a game
)
OFTEN = 3  # answers too late in a row
DEALS = 12  # games looked at for samples of all phases
SEATS = (1, 2, 3, 4)


@dataclass(frozen=True)
class Sample:
    """A position at which a bot is asked."""

    phase: str
    view: Observation
    history: GameHistory

    @property
    def key(self) -> bytes:
        """The key of the choice."""
        return sha256(f"axio-check\n{self.history.game_id}\n{self.history.ply}".encode()).digest()


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a bot did in one phase: its move and its milliseconds, or what went wrong."""

    game: str
    seats: int
    phase: str
    move: str = ""
    ms: float = 0.0
    fault: str = ""
    log: str | None = None  # the file with the standard error of a program
    late: bool = False  # it took too long


@cache
def samples(game: str, seats: int) -> tuple[Sample, ...]:
    """One position for each phase that the game has, from games that `greedy` plays."""
    found: dict[str, Sample] = {}
    wanted = _phases_of(game_of(game, seats))
    for number in range(DEALS):
        played = list(_played(game, seats, number))
        for sample in (*played, Sample(LAST, played[-1].view, played[-1].history)):
            found.setdefault(sample.phase, sample)
        if found.keys() >= wanted:
            break
    return tuple(found[phase] for phase in PHASES if phase in found)


def _phases_of(game: Game) -> set[str]:
    """The phases that a game can have."""
    possible = {BONUS: game.bonus, EXCHANGE: game.supply.exchanges, NAMING: EMPTY in "".join(game.tiles)}
    return {phase for phase in PHASES if possible.get(phase, True)}


def sample(game: str, seats: int, phase: str) -> Sample:
    """A position of this phase; Malformed if the game has none."""
    game_of(game, seats)
    known = {each.phase: each for each in samples(game, seats)}
    if phase not in known:
        raise Malformed(f"{game} has no phase {phase[:40]!r}: expected one of {', '.join(known)}")
    return known[phase]


def check(bot: Bot, games: tuple[str, ...], budget: Budget = USUAL) -> Iterator[CheckResult]:
    """Ask the bot in every phase with every number of seats, then let it play a whole game with two. Stop if
    it takes too long again and again: nobody waits for that."""
    late = 0
    for each in _all_checks(bot, games, budget):
        yield each
        late = late + 1 if each.late else 0
        if late == OFTEN:
            return


def _all_checks(bot: Bot, games: tuple[str, ...], budget: Budget) -> Iterator[CheckResult]:
    for game in games:
        for seats in SEATS:
            for each in samples(game, seats):
                yield _checked(bot, each, budget)
        yield _whole_game(bot, game, budget)


def same_again(bot: Bot, game: str, budget: Budget = USUAL) -> bool:
    """Whether the same question gets the same answer twice; True of a bot that fails."""
    each = sample(game, 2, PLACEMENT)
    try:
        first, second = (ask(bot, each.view, budget, each.key, each.history).move for _ in range(2))
    except BotFailed:
        return True
    return first == second


def _checked(bot: Bot, each: Sample, budget: Budget) -> CheckResult:
    game, start = each.view.game, perf_counter()
    try:
        choice = ask(bot, each.view, budget, each.key, each.history)
        each.view.legal_moves.check(choice.move)  # type: ignore[attr-defined]  # it is this seat's turn
    except Exception as fault:  # a bot may come from anywhere
        log, late = getattr(fault, "log", None), getattr(fault, "late", False)
        return CheckResult(game.name, game.seats, each.phase, fault=_sentence(fault), log=log, late=late)
    return CheckResult(game.name, game.seats, each.phase, str(choice.move), _ms(choice, start))


def _whole_game(bot: Bot, game: str, budget: Budget) -> CheckResult:
    played = play_game(Match(game, (bot, Greedy()), 2, "check", budget, forfeits=True), 0, 0)
    forfeit, turns = played.forfeit, max(played.turns[0], 1)
    if forfeit is not None and forfeit.bot == label(bot):
        fault = f"at ply {forfeit.ply}: {forfeit.why}"
        return CheckResult(game, 2, "whole game", fault=fault, log=forfeit.log)
    return CheckResult(game, 2, "whole game", f"{turns} moves", 1000 * played.seconds[0] / turns)


def _sentence(fault: Exception) -> str:
    return str(fault) if isinstance(fault, BotFailed) else f"{type(fault).__name__}: {fault}"


def _ms(choice: Choice, start: float) -> float:
    return 1000 * (perf_counter() - start if choice.seconds is None else choice.seconds)


def _played(game: str, seats: int, number: int) -> Iterator[Sample]:
    """A game of `greedy`, position by position."""
    state, moves, bot = deal(game, seats, f"check/{number}"), list[tuple[int, Move]](), Greedy()
    name = sha256(f"axio-check\n{game} {seats} {number}".encode()).hexdigest()[:16]
    while not state.over:
        each = Sample(_phase(state), state.observe(state.seat), GameHistory(name, tuple(moves)))
        yield each
        move = bot.choose(each.view, USUAL, each.key).move
        moves.append((state.seat, move))
        state = state.play(move).after


def _phase(state: State) -> str:
    if state.asked:
        return EXCHANGE
    if state.first:
        return FIRST
    if state.owed:
        return BONUS
    held = any(EMPTY in tile for tile in state.racks[state.seat])
    named = held and any("=" in str(move) for move in state.legal_moves)
    return NAMING if named else PLACEMENT
