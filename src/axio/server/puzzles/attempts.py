"""Attempts at puzzles. A person's first attempt at a puzzle is rated like a game against it."""

from __future__ import annotations

from collections.abc import Collection
from random import SystemRandom
from typing import Any

from sqlalchemy import Select, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.puzzles import Puzzle, PuzzleSet, shipped
from axio.review.reasons import because
from axio.rules import parse_move
from axio.server.accounts.account import is_account
from axio.server.identity.cookies import Person
from axio.server.ratings.skill import Skill, after_game
from axio.server.ratings.streaks import of_wins
from axio.server.schemas.puzzles import (
    NextPuzzle,
    PuzzleAnswer,
    PuzzleGame,
    PuzzleResult,
    Puzzles,
    PuzzleStanding,
    PuzzleTask,
)
from axio.server.store import puzzle_attempts, puzzle_players, puzzle_skills
from axio.server.table.day import now, today
from axio.server.views.preview import spots, tracks_after
from axio.server.views.scene import move_events, position_view

from .choosing import first_skill, games, next_puzzle, of_the_day, themes_of

RIGHT, WRONG = (1, 2), (2, 1)  # the places of the person and of the puzzle


async def overview(connection: AsyncConnection, person: Person) -> Puzzles:
    """The games that have puzzles, with my standing and the puzzle of the day."""
    found = [await _game(connection, person, each) for each in games()]
    return Puzzles(day=today().isoformat(), games=found)


async def _game(connection: AsyncConnection, person: Person, puzzles: PuzzleSet) -> PuzzleGame:
    daily = of_the_day(puzzles, today()).name
    return PuzzleGame(
        game=puzzles.game,
        count=len(puzzles.puzzles),
        themes=themes_of(puzzles.puzzles),
        mine=await standing(connection, person, puzzles.game),
        today=daily,
        today_right=(await _tried(connection, person, puzzles.game)).get(daily),
    )


async def standing(connection: AsyncConnection, person: Person, game: str) -> PuzzleStanding:
    """My rating and streak at a game's puzzles."""
    skill = await _player(connection, person, game) or Skill()
    results = list((await _tried(connection, person, game)).values())
    return PuzzleStanding(
        rating=skill.shown,
        provisional=skill.provisional,
        tried=len(results),
        right=sum(results),
        streak=of_wins(results),
    )


async def choose(connection: AsyncConnection, person: Person, game: str, theme: str | None) -> NextPuzzle:
    """A puzzle that fits me: one that I have not tried, that of the day last, then one I got wrong."""
    puzzles = shipped(game)
    if not puzzles.puzzles:
        return NextPuzzle(name=None, left=0)
    tried = await _tried(connection, person, game)
    fitting = [each for each in puzzles.puzzles if theme is None or theme in each.themes]
    daily = of_the_day(puzzles, today()).name
    untried = [each for each in fitting if each.name not in tried]
    left = [each for each in untried if each.name != daily] or untried
    missed = [each for each in fitting if tried.get(each.name) is False]
    skill = await _player(connection, person, game) or Skill()
    measured = await _measured(connection, left or missed)
    picked = next_puzzle(left or missed, skill.mu, measured, SystemRandom())
    return NextPuzzle(name=picked.name if picked else None, left=len(left))


async def task(connection: AsyncConnection, person: Person, puzzle: Puzzle) -> PuzzleTask:
    """A puzzle to be solved."""
    known = puzzle.view
    game = known.game.name
    skill = await _skill_of(connection, puzzle)
    return PuzzleTask(
        name=puzzle.name,
        game=game,
        rating=(skill or first_skill(puzzle)).shown,
        today=of_the_day(shipped(game), today()).name == puzzle.name,
        mine=(await _tried(connection, person, game)).get(puzzle.name),
        view=position_view(known),
        spots=spots(known),
        after=tracks_after(known),
    )


async def attempt(engine: AsyncEngine, person: Person, puzzle: Puzzle, move: str | None) -> PuzzleResult:
    """Judge a move, or show the answer where there is none. The first attempt is rated."""
    if move is not None:
        made = parse_move(move)
        puzzle.view.legal_moves.check(made)  # type: ignore[attr-defined]  # a viewer to move has LegalMoves
        move = str(made)
    right = move in puzzle.answers
    game = puzzle.view.game.name
    before = await _rated(engine, person, puzzle, move, right)
    async with engine.connect() as connection:
        mine = await standing(connection, person, game)
        first = await connection.scalar(_of(person, puzzle, puzzle_attempts.c.move))
    return PuzzleResult(
        right=right,
        counted=before is not None,
        before=mine.rating if before is None else before.shown,
        standing=mine,
        answer=answer(puzzle, first) if right or move is None else None,
    )


def answer(puzzle: Puzzle, tried: str | None) -> PuzzleAnswer:
    """The answer, and why it is better than the move tried first, or than the next best."""
    other = puzzle.rival if tried is None or tried in puzzle.answers else tried
    return PuzzleAnswer(
        moves=list(puzzle.answers),
        value=puzzle.value,
        rival=puzzle.rival,
        margin=puzzle.margin,
        themes=list(puzzle.themes),
        proved=puzzle.proof == "solved",
        reasons=list(because(puzzle.view, puzzle.best, parse_move(other))),
        events=move_events(puzzle.view, puzzle.best),
    )


async def _rated(
    engine: AsyncEngine, person: Person, puzzle: Puzzle, move: str | None, right: bool
) -> Skill | None:
    """Rate a first attempt; return the skill before it, or None if it was not the first."""
    for _ in range(2):  # a second time if somebody else made a row meanwhile
        try:
            async with engine.begin() as connection:
                return await _rate(connection, person, puzzle, move, right)
        except IntegrityError:
            continue
    return None


async def _rate(
    connection: AsyncConnection, person: Person, puzzle: Puzzle, move: str | None, right: bool
) -> Skill | None:
    if (await connection.execute(_of(person, puzzle, puzzle_attempts.c.at))).first() is not None:
        return None
    game = puzzle.view.game.name
    key = {"person": person, "puzzle": puzzle.name}
    row = {"game": game, "at": now(), "right": right, "move": move}
    await connection.execute(insert(puzzle_attempts), key | row)
    known, measured = await _player(connection, person, game), await _skill_of(connection, puzzle)
    before, its = known or Skill(), measured or first_skill(puzzle)
    after, its_after = after_game([before, its], RIGHT if right else WRONG)
    mine = {"person": person, "game": game}
    await _keep(connection, puzzle_players, mine, after, new=known is None)
    if await is_account(connection, person):  # a guest is as many people as it likes
        await _keep(connection, puzzle_skills, {"puzzle": puzzle.name}, its_after, new=measured is None)
    return before


async def _keep(
    connection: AsyncConnection, table: Any, key: dict[str, str], skill: Skill, new: bool
) -> None:
    values = {"mu": skill.mu, "sigma": skill.sigma}
    if new:
        await connection.execute(insert(table), key | values)
    else:
        same = [table.c[name] == value for name, value in key.items()]
        await connection.execute(update(table).where(*same).values(values))


def _of(person: Person, puzzle: Puzzle, *columns: Any) -> Select[Any]:
    """My first attempt at a puzzle."""
    mine = (puzzle_attempts.c.person == person) & (puzzle_attempts.c.puzzle == puzzle.name)
    return select(*columns).where(mine)


async def _tried(connection: AsyncConnection, person: Person, game: str) -> dict[str, bool]:
    """Whether my first attempts were right, in the order I made them."""
    mine = (puzzle_attempts.c.person == person) & (puzzle_attempts.c.game == game)
    wanted = select(puzzle_attempts.c.puzzle, puzzle_attempts.c.right).where(mine)
    rows = await connection.execute(wanted.order_by(puzzle_attempts.c.at))
    return {row.puzzle: bool(row.right) for row in rows}


async def _player(connection: AsyncConnection, person: Person, game: str) -> Skill | None:
    mine = (puzzle_players.c.person == person) & (puzzle_players.c.game == game)
    row = (await connection.execute(select(puzzle_players).where(mine))).first()
    return None if row is None else Skill(row.mu, row.sigma)


async def _skill_of(connection: AsyncConnection, puzzle: Puzzle) -> Skill | None:
    wanted = select(puzzle_skills).where(puzzle_skills.c.puzzle == puzzle.name)
    row = (await connection.execute(wanted)).first()
    return None if row is None else Skill(row.mu, row.sigma)


async def _measured(connection: AsyncConnection, puzzles: Collection[Puzzle]) -> dict[str, float]:
    names = [puzzle.name for puzzle in puzzles]
    rows = await connection.execute(select(puzzle_skills).where(puzzle_skills.c.puzzle.in_(names)))
    return {row.puzzle: row.mu for row in rows}
