"""Puzzles over HTTP: what there is, the next one for me, and my attempts."""

from __future__ import annotations

from litestar import get, post
from litestar.status_codes import HTTP_200_OK

from axio.puzzles.model import Theme
from axio.rules import game_names
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.puzzles import attempts
from axio.server.puzzles.choosing import puzzle_of
from axio.server.schemas.puzzles import NextPuzzle, PuzzleAttempt, PuzzleResult, Puzzles, PuzzleTask
from axio.server.services import Services


@get("/api/puzzles")
async def puzzles(services: Services, person: Person) -> Puzzles:
    """The games that have puzzles, with my standing and the puzzle of the day."""
    async with services.engine.connect() as connection:
        return await attempts.overview(connection, person)


@get("/api/puzzles/{game:str}/next")
async def next_one(services: Services, person: Person, game: str, theme: Theme | None = None) -> NextPuzzle:
    """A puzzle for me: one that I have not tried, then one that I got wrong."""
    if game not in game_names():
        raise NotFound("no_such_page")
    async with services.engine.connect() as connection:
        return await attempts.choose(connection, person, game, theme)


@get("/api/puzzles/{game:str}/{name:str}")
async def one_puzzle(services: Services, person: Person, game: str, name: str) -> PuzzleTask:
    """A puzzle to be solved. The answer stays here."""
    puzzle = puzzle_of(game, name)
    async with services.engine.connect() as connection:
        return await attempts.task(connection, person, puzzle)


@post("/api/puzzles/{game:str}/{name:str}", status_code=HTTP_200_OK)
async def try_puzzle(
    services: Services, person: Person, game: str, name: str, data: PuzzleAttempt
) -> PuzzleResult:
    """My attempt. The first one is rated; without a move the answer is shown."""
    return await attempts.attempt(services.engine, person, puzzle_of(game, name), data.move)


PUZZLES = [puzzles, next_one, one_puzzle, try_puzzle]
