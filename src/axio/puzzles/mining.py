"""Finds puzzles in games between bots, and checks them again.

A position becomes a puzzle if two searches that share no chance, that of a review and that of `master`, name
the same move, and in fresh worlds it is better than the others by the margin, both times, and surely so the
second time; or if its end is proved.
A move that `greedy` finds is too easy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from math import sqrt
from time import monotonic

import numpy as np

from axio.arena import Match, Workers, play_game
from axio.bots import Bot, Work, make
from axio.bots.registry import plays
from axio.bots.search.trials import EndgameEvaluator
from axio.kernel import Worlds
from axio.review.grading import evaluator_of, grade, number_of, seed_of, trials_for
from axio.review.reasons import because
from axio.rules import Move, Observation, Place, parse_move
from axio.rules.events import Axio, PyramidPlaced

from .endings import best_moves, solved
from .model import MARGIN, THEMES, Proof, Puzzle, PuzzleSet, Theme

SEATS = 2
PLAYERS = (("greedy", "careful"), ("careful", "planner"), ("planner", "greedy"), ("careful", "careful"))
PLAYED = Work(200)  # for the bots that play the games
ASKED = Work(300)  # for the bots that show how hard a puzzle is
SOLVERS = ("greedy", "careful", "net", "planner")  # whoever of them finds the answer makes it easier
EASIEST, STEP = 17.0, 4.0  # openskill's mu of a puzzle that all of them find, and more for each that does not
RIVALS = 5  # moves that the answer is compared with
MOST = 3  # puzzles of one game
LEAST_PROVED = 0.1  # of a win, where the end is proved
MOST_ANSWERS = 3
PART = 0.5  # of the margin: what a quick search must see
DENIALS = ("denies", "opens")  # keys of reasons
DIGITS = 4
CHECKING = 20  # times the work of the second search


@dataclass(frozen=True)
class Effort:
    """The work of three searches: one that leaves most positions out, and two that decide."""

    quick: int = 200
    first: int = 1600
    second: int = 6400


USUAL_EFFORT = Effort()


@dataclass(frozen=True)
class Verdict:
    """What one search says of a position: its best move, and the move that comes next."""

    best: str
    rival: str
    value: float
    margin: float
    error: float  # the standard error of the margin

    def clear(self, margin: float) -> bool:
        """Whether the best move is surely better by this margin."""
        return self.margin - 2 * self.error >= margin


@dataclass(frozen=True)
class GameFinds:
    """What one game brought, and how many positions came how far."""

    number: int
    positions: int
    promising: int  # after the quick search
    puzzles: tuple[Puzzle, ...]


@dataclass
class MiningTally:
    """How the search for puzzles goes."""

    games: int = 0
    positions: int = 0
    promising: int = 0
    found: int = 0
    began: float = field(default_factory=monotonic)

    def add(self, finds: GameFinds, kept: int) -> None:
        self.games += 1
        self.positions += finds.positions
        self.promising += finds.promising
        self.found += kept

    def __str__(self) -> str:
        minutes = max(monotonic() - self.began, 1e-3) / 60
        return (
            f"{self.games} games, {self.positions} positions ({self.positions / minutes:.0f} a minute), "
            f"{self.promising} promising, {self.found} puzzles ({self.found / minutes:.1f} a minute)"
        )


def mine(
    start: PuzzleSet,
    count: int,
    workers: Workers,
    effort: Effort = USUAL_EFFORT,
    minutes: float | None = None,
) -> Iterator[tuple[PuzzleSet, GameFinds]]:
    """Look through game after game until there are so many puzzles. The same seed gives the same puzzles,
    however many workers look and however often it is stopped."""
    end = None if minutes is None else monotonic() + 60 * minutes
    found = start
    waiting: deque[Future[GameFinds]] = deque()
    number = start.games
    try:
        while len(found.puzzles) < count and (waiting or end is None or monotonic() < end):
            while len(waiting) < workers.count and (end is None or monotonic() < end):
                waiting.append(workers.submit(mine_game, start.game, start.seed, number, effort))
                number += 1
            if waiting:
                finds = waiting.popleft().result()
                found = found.extended(finds.puzzles)
                yield found, finds
    finally:
        for future in waiting:
            future.cancel()


def mine_game(game: str, seed: str, number: int, effort: Effort = USUAL_EFFORT) -> GameFinds:
    """The puzzles of one game between bots."""
    pair = PLAYERS[number % len(PLAYERS)]
    match = Match(game, tuple(map(make, pair)), SEATS, f"{seed}/{number}", PLAYED)
    record = play_game(match, 0, number // len(PLAYERS) % SEATS).record
    positions = promising = 0
    puzzles: list[Puzzle] = []
    for ply, step in enumerate(record.steps()):
        view = step.before.observe(step.before.seat)
        if view.first or len(view.legal_moves) < 2 or len(puzzles) == MOST:
            continue
        positions += 1
        tried, puzzle = consider(view, f"{seed}/{number}/{ply}", effort)
        promising += tried
        if puzzle is not None and not any(puzzle.like(other) for other in puzzles):
            puzzles.append(puzzle)
    return GameFinds(number, positions, promising, tuple(puzzles))


def consider(view: Observation, key: str, effort: Effort = USUAL_EFFORT) -> tuple[bool, Puzzle | None]:
    """Whether a position looked promising, and the puzzle it is."""
    ending = solved(view)
    if ending is not None:
        return True, proved(view, ending, key)
    easy = _greedy(view, key)
    quick = judged(view, easy, effort.quick, f"{key}/quick")
    if not _sought(view, quick, easy) or quick.margin < PART * MARGIN:
        return False, None
    first = judged(view, easy, effort.first, f"{key}/first")
    if not _sought(view, first, easy) or first.margin < MARGIN:
        return True, None
    second = confirmed(view, first, effort.second, f"{key}/second")
    if second is None or not second.clear(MARGIN):
        return True, None
    return True, _puzzle(view, (second.best,), second, "searched", key)


def _sought(view: Observation, found: Verdict, easy: Move) -> bool:
    """A best move that is worth looking for. Exchange or keep is a question of its own."""
    return view.asked or found.best != str(easy)


def _greedy(view: Observation, key: str) -> Move:
    return make("greedy").choose(view, ASKED, key.encode()).move


def judged(view: Observation, easy: Move, work: int, key: str) -> Verdict:
    """Find the best move as a review does, then compare it with its rivals."""
    decision = grade(view, easy, 0, work, key)
    others = [each.move for each in decision.candidates if each.move != decision.best]
    return compared(view, decision.best, others[:RIVALS], work, key)


def confirmed(view: Observation, first: Verdict, work: int, key: str) -> Verdict | None:
    """What `master` says, which names and weighs moves in its own way; None if it prefers another move."""
    choice = make("master").choose(view, Work(work), key.encode())
    if str(choice.move) != first.best:
        return None
    others = dict.fromkeys([first.rival, *(str(each.move) for each in choice.candidates[1:])])
    return compared(view, first.best, list(others), work, key)


def compared(view: Observation, best: str, others: Sequence[str], work: int, key: str) -> Verdict:
    """A move and its rivals in the same fresh worlds: the best of them counts. Small endings are solved."""
    moves = [parse_move(text) for text in (best, *others)]
    evaluator, seed = evaluator_of(view.game), number_of(seed_of(key, 0, "puzzle"))
    ending = EndgameEvaluator(evaluator)
    trying = ending if ending.fits(Worlds.sample(view, 1, seed), moves) else evaluator
    worlds = max(8, trials_for(view.game, work) // (len(moves) * trying.cost))
    wins = trying(Worlds.sample(view, worlds, seed), moves, view.seat).wins
    means = wins.mean(axis=1)
    rival = 1 + int(np.argmax(means[1:]))
    ahead = wins[0] - wins[rival]
    error = float(ahead.std(ddof=1) / sqrt(worlds))
    return Verdict(best, others[rival - 1], float(means[0]), float(ahead.mean()), error)


def proved(view: Observation, shares: dict[Move, float], key: str) -> Puzzle | None:
    """The puzzle of an ending that is solved: few moves are best, and all others clearly worse."""
    answers = best_moves(shares)
    others = {move: share for move, share in shares.items() if move not in answers}
    if len(answers) > MOST_ANSWERS or not others:
        return None
    top, rival = shares[answers[0]], max(others, key=lambda move: others[move])
    if top - others[rival] < LEAST_PROVED:
        return None
    verdict = Verdict(str(answers[0]), str(rival), top, top - others[rival], 0.0)
    return _puzzle(view, tuple(map(str, answers)), verdict, "solved", key)


def _puzzle(view: Observation, answers: tuple[str, ...], found: Verdict, proof: Proof, key: str) -> Puzzle:
    return Puzzle(
        str(view),
        answers,
        found.rival,
        round(found.value, DIGITS),
        round(found.margin, DIGITS),
        themes_of(view, parse_move(found.best), parse_move(found.rival), proof),
        proof,
        EASIEST + STEP * sum(not found_it for found_it in _solvers(view, answers, key)),
    )


def _solvers(view: Observation, answers: tuple[str, ...], key: str) -> Iterator[bool]:
    """Which of the bots find the answer. One that does not play the game does not."""
    for bot in map(make, SOLVERS):
        yield plays(bot, view.game.name) and str(bot.choose(view, ASKED, key.encode()).move) in answers


def themes_of(view: Observation, best: Move, rival: Move, proof: Proof) -> tuple[Theme, ...]:
    """What a puzzle is about, from what the answer makes happen."""
    return tuple(theme for theme in THEMES if theme in _themes(view, best, rival, proof)) or ("quiet",)


def _themes(view: Observation, best: Move, rival: Move, proof: Proof) -> Iterator[Theme]:
    if proof == "solved":
        yield "ending"
    if not isinstance(best, Place):
        yield "exchange"
        return
    step = view.sample("puzzle").play_aloud(best)
    for event in step.events:
        if isinstance(event, Axio):
            yield "axio"
        if isinstance(event, PyramidPlaced):
            yield "pyramid"
    if view.owed or any(isinstance(event, Axio) and event.bonus for event in step.events):
        yield "bonus"
    if min(step.after.tracks[view.seat]) > min(view.tracks[view.seat]):
        yield "lowest"
    if any(reason.key in DENIALS for reason in because(view, best, rival)):
        yield "deny"


def check(puzzle: Puzzle, work: int = CHECKING * USUAL_EFFORT.second) -> bool:
    """Whether the answer stands: for a proved ending by the proof, else by `master` with so much work."""
    if puzzle.proof == "solved":
        shares = solved(puzzle.view)
        return shares is not None and {*map(str, best_moves(shares))} == {*puzzle.answers}
    choice = make("master").choose(puzzle.view, Work(work), puzzle.name.encode())
    return str(choice.move) in puzzle.answers


def needed() -> tuple[Bot, ...]:
    """The bots that have to be compiled before puzzles are looked for."""
    return make("planner"), make("master")
