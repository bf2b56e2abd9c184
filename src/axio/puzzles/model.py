"""A puzzle as a value, and files of puzzles: one for each game comes with the package."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from axio.rules import Malformed, Move, Observation, game_names, parse_move, parse_position

FORMAT = "axio-puzzles/1"
MARGIN = 0.05  # of a win: a review would call every other move a mistake
ALIKE = 0.8  # of two boards' tiles lie the same: near-duplicates
EXCHANGES = 0.2  # of all puzzles
FOLDER = Path(__file__).parent / "data"

Theme: TypeAlias = Literal["axio", "bonus", "pyramid", "lowest", "deny", "exchange", "ending", "quiet"]
Proof: TypeAlias = Literal["searched", "solved"]
THEMES: tuple[Theme, ...] = get_args(Theme)


@dataclass(frozen=True)
class Puzzle:
    """A position as the seat to move sees it, and the move that is clearly best there."""

    position: str  # the text of an observation
    answers: tuple[str, ...]  # more than one only where they are exactly as good
    rival: str  # the best move besides
    value: float  # the share of the win that the answer brings
    margin: float  # what the rival brings less
    themes: tuple[Theme, ...]
    proof: Proof
    rating: float  # the first estimate of its difficulty, as openskill's mu

    @cached_property
    def name(self) -> str:
        """A short name made of the position."""
        return sha256(self.position.encode()).hexdigest()[:10]

    @cached_property
    def view(self) -> Observation:
        """The position."""
        found = parse_position(self.position)
        if not isinstance(found, Observation) or found.viewer != found.to_move:
            raise Malformed("not a puzzle: expected a position as the seat to move sees it")
        return found

    @property
    def best(self) -> Move:
        """The answer; the first one if there are several."""
        return parse_move(self.answers[0])

    def check(self) -> None:
        """Raise Malformed or IllegalMove unless the moves are legal there."""
        for text in (*self.answers, self.rival):
            self.view.legal_moves.check(parse_move(text))  # type: ignore[attr-defined]  # a viewer to move

    def like(self, other: Puzzle) -> bool:
        """Whether the two are nearly the same position, or ask for the same move later in the same game."""
        mine, others = (each.position.split(";")[1].split("_") for each in (self, other))
        size = min if {*self.answers} & {*other.answers} else max
        return len({*mine} & {*others}) >= ALIKE * size(len(mine), len(others))


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles of one game, and how far the games of a seed were looked through for them."""

    game: str
    seed: str
    games: int = 0
    puzzles: tuple[Puzzle, ...] = ()

    def extended(self, found: tuple[Puzzle, ...]) -> PuzzleSet:
        """With what one more game brought, but for near-duplicates and too many of exchange or keep."""
        kept = list(self.puzzles)
        for puzzle in found:
            if not any(puzzle.like(other) for other in kept) and not _too_many(puzzle, kept):
                kept.append(puzzle)
        return replace(self, games=self.games + 1, puzzles=tuple(kept))

    @cached_property
    def by_name(self) -> dict[str, Puzzle]:
        """The puzzles by their names."""
        return {puzzle.name: puzzle for puzzle in self.puzzles}


def _too_many(puzzle: Puzzle, kept: Sequence[Puzzle]) -> bool:
    """Exchange or keep has two answers only: no more than a part of the puzzles ask it."""
    asking = sum("exchange" in other.themes for other in kept)
    return "exchange" in puzzle.themes and asking >= EXCHANGES * len(kept)


class _File(msgspec.Struct):
    format: str
    set: PuzzleSet


def read_puzzles(path: Path) -> PuzzleSet:
    """The puzzles of a file. Malformed says what is wrong with it."""
    try:
        read = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=_File)
    except (gzip.BadGzipFile, EOFError, zlib.error, msgspec.MsgspecError) as fault:
        raise Malformed(f"{path}: not a file of puzzles: {fault}") from None
    if read.format != FORMAT:
        raise Malformed(f"{path}: found the format {read.format[:40]!r}, expected {FORMAT}")
    return read.set


def write_puzzles(path: Path, puzzles: PuzzleSet) -> None:
    """Write a file of puzzles. The same puzzles give the same bytes; a file is replaced as a whole."""
    packed = gzip.compress(msgspec.json.encode(_File(FORMAT, puzzles)), mtime=0)
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(packed)
    beside.replace(path)


@lru_cache(maxsize=len(game_names()) + 8)
def shipped(game: str) -> PuzzleSet:
    """The puzzles of a game that come with the package; none for a game that has no file."""
    path = FOLDER / f"{game}.json.gz"
    return read_puzzles(path) if path.exists() else PuzzleSet(game, "")
