"""Puzzles for people: the answer stays here until there was an attempt, and only the first attempt counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.puzzles import Puzzle, PuzzleSet, model, shipped, write_puzzles
from axio.rules import IllegalMove, State, deal
from axio.server.errors import NotFound
from axio.server.puzzles import attempts
from axio.server.puzzles.choosing import games, next_puzzle, of_the_day, puzzle_of
from axio.server.settings import sqlite_url
from axio.server.store import open_store, puzzle_attempts, puzzle_skills
from axio.server.table.day import today

from .browsing import Browser
from .finished import ANN, sign_up
from .running import Running

GUEST = "f" * 32
PLIES = range(4, 24, 2)


def made(state: State, number: int) -> Puzzle:
    moves = state.legal_moves
    theme: model.Theme = "axio" if number % 2 else "deny"
    answer, rival = str(moves[0]), str(moves[-1])
    return Puzzle(
        str(state.observe(state.seat)), (answer,), rival, 0.6, 0.1, (theme,), "searched", 20 + number
    )


@pytest.fixture(autouse=True)
def puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PuzzleSet]:
    """Ten puzzles of AXIO, and no other game has any."""
    state, found, random = deal("axio", 2, "puzzles"), list[Puzzle](), Random(1)
    for ply in range(max(PLIES) + 1):
        if ply in PLIES and not state.asked:
            found.append(made(state, len(found)))
        state = state.play(random.choice(state.legal_moves)).after
    monkeypatch.setattr(model, "FOLDER", tmp_path)
    write_puzzles(tmp_path / "axio.json.gz", PuzzleSet("axio", "t", 1, tuple(found)))
    shipped.cache_clear()
    yield shipped("axio")
    shipped.cache_clear()


def with_store(folder: Path, test: Callable[[AsyncEngine], Awaitable[None]]) -> None:
    @asynccontextmanager
    async def store() -> AsyncIterator[AsyncEngine]:
        engine = await open_store(sqlite_url(folder))
        yield engine
        await engine.dispose()

    async def run() -> None:
        async with store() as engine:
            await test(engine)

    asyncio.run(run())


def test_nothing_of_the_answer_is_sent_before_an_attempt(puzzles: PuzzleSet, tmp_path: Path) -> None:
    """Two puzzles that differ in their answers alone look the same, byte for byte."""

    async def test(engine: AsyncEngine) -> None:
        puzzle = puzzles.puzzles[0]
        swapped = replace(
            puzzle, answers=(puzzle.rival,), rival=puzzle.answers[0], value=0.9, themes=("quiet",)
        )
        async with engine.connect() as connection:
            tasks = [await attempts.task(connection, ANN, each) for each in (puzzle, swapped)]
        assert msgspec.json.encode(tasks[0]) == msgspec.json.encode(tasks[1])
        wrong = await attempts.attempt(engine, ANN, puzzle, puzzle.rival)
        assert (wrong.right, wrong.answer) == (False, None)

    with_store(tmp_path, test)


def test_only_the_first_attempt_is_rated(puzzles: PuzzleSet, tmp_path: Path) -> None:
    """A wrong move costs once; the right one afterwards brings the answer with reasons, and no points."""

    async def test(engine: AsyncEngine) -> None:
        puzzle = puzzles.puzzles[0]
        first = await attempts.attempt(engine, GUEST, puzzle, puzzle.rival)
        assert first.counted
        again = await attempts.attempt(engine, GUEST, puzzle, puzzle.answers[0])
        assert (again.right, again.counted) == (True, False)
        assert again.standing == first.standing
        assert again.answer is not None
        assert again.answer.moves == list(puzzle.answers)
        assert again.answer.reasons
        assert again.answer.events[0]["event"] == "TilePlaced"
        other = puzzles.puzzles[1]
        right = await attempts.attempt(engine, GUEST, other, other.answers[0])
        assert right.standing.rating > right.before
        assert (right.standing.tried, right.standing.right, right.standing.streak.now) == (2, 1, 1)

    with_store(tmp_path, test)


def test_to_be_shown_the_answer_is_a_wrong_attempt(puzzles: PuzzleSet, tmp_path: Path) -> None:
    """Whoever looks first has tried."""

    async def test(engine: AsyncEngine) -> None:
        puzzle = puzzles.puzzles[0]
        shown = await attempts.attempt(engine, GUEST, puzzle, None)
        assert (shown.right, shown.counted, shown.standing.right) == (False, True, 0)
        assert shown.answer is not None

    with_store(tmp_path, test)


def test_only_accounts_move_a_puzzle(puzzles: PuzzleSet, tmp_path: Path) -> None:
    """A guest is as many people as it likes."""

    async def test(engine: AsyncEngine) -> None:
        puzzle = puzzles.puzzles[0]
        await sign_up(engine, ANN)
        await attempts.attempt(engine, GUEST, puzzle, puzzle.answers[0])
        async with engine.connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(puzzle_skills)) == 0
        await attempts.attempt(engine, ANN, puzzle, puzzle.answers[0])
        async with engine.connect() as connection:
            assert [*await connection.scalars(select(puzzle_skills.c.mu))] < [puzzle.rating]

    with_store(tmp_path, test)


def test_attempts_at_the_same_moment_count_once(puzzles: PuzzleSet, tmp_path: Path) -> None:
    """Two taps, or two browsers: one attempt."""

    async def test(engine: AsyncEngine) -> None:
        puzzle = puzzles.puzzles[0]
        tries = [attempts.attempt(engine, GUEST, puzzle, move) for move in (puzzle.rival, None, puzzle.rival)]
        assert sum(each.counted for each in await asyncio.gather(*tries)) == 1
        async with engine.connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(puzzle_attempts)) == 1

    with_store(tmp_path, test)


def test_an_illegal_move_is_no_attempt(puzzles: PuzzleSet, tmp_path: Path) -> None:
    """What the rules refuse is told, and costs nothing."""

    async def test(engine: AsyncEngine) -> None:
        with pytest.raises(IllegalMove):
            await attempts.attempt(engine, GUEST, puzzles.puzzles[0], "keep")
        async with engine.connect() as connection:
            assert (await attempts.standing(connection, GUEST, "axio")).tried == 0

    with_store(tmp_path, test)


def test_the_next_puzzle_is_new_then_one_that_was_missed(puzzles: PuzzleSet, tmp_path: Path) -> None:
    """Each once, the one of the day last; then those that went wrong; then nothing."""

    async def test(engine: AsyncEngine) -> None:
        seen = set[str]()
        count = len(puzzles.puzzles)
        for left in (*range(count - 1, 0, -1), 1):
            async with engine.connect() as connection:
                found = await attempts.choose(connection, GUEST, "axio", None)
            assert found.name is not None
            assert found.left == left
            seen.add(found.name)
            puzzle = puzzle_of("axio", found.name)
            last = len(seen) == count
            await attempts.attempt(engine, GUEST, puzzle, puzzle.rival if last else puzzle.answers[0])
        assert puzzle.name == of_the_day(puzzles, today()).name
        async with engine.connect() as connection:
            missed = await attempts.choose(connection, GUEST, "axio", None)
            assert (missed.name, missed.left) == (puzzle.name, 0)
            assert (await attempts.choose(connection, GUEST, "axio", "pyramid")).name is None
            assert (await attempts.choose(connection, GUEST, "hex", None)).name is None

    with_store(tmp_path, test)


def test_the_puzzle_fits_the_player(puzzles: PuzzleSet) -> None:
    """A strong player gets one of the hardest."""
    hard = next_puzzle(puzzles.puzzles, 40, {}, Random(1))
    easy = next_puzzle(puzzles.puzzles, 10, {}, Random(1))
    assert hard is not None
    assert easy is not None
    assert hard.rating > easy.rating


def test_every_puzzle_has_its_day(puzzles: PuzzleSet) -> None:
    """The same for everyone, and none comes back before all others had their day."""
    first = date.fromordinal(len(puzzles.puzzles) * 1000)
    days = [of_the_day(puzzles, first + timedelta(each)).name for each in range(len(puzzles.puzzles))]
    assert {*days} == {*puzzles.by_name}
    assert days[0] == of_the_day(puzzles, first).name


def test_a_game_without_puzzles_is_left_out(tmp_path: Path) -> None:
    """Only AXIO has some here."""
    assert [each.game for each in games()] == ["axio"]
    with pytest.raises(NotFound):
        puzzle_of("hex", "0123456789")


def test_puzzles_over_http(server: Running, browser: Browser) -> None:
    """The puzzles of the package: what is listed can be opened and tried, and a wrong name is not found."""
    assert browser.http.get("/api/puzzles/axio/0000000000").status_code == 404
    for game in browser.get("/api/puzzles")["games"]:
        task = browser.get(f"/api/puzzles/{game['game']}/{game['today']}")
        assert task["today"]
        address = f"/api/puzzles/{game['game']}/{game['today']}"
        assert browser.http.post(address, json={"move": "nonsense"}).status_code == 400
        answer = browser.http.post(address, json={"move": None}).json()
        assert answer["answer"]["moves"]
        assert json.dumps(answer["answer"]["moves"][0]) not in json.dumps(task["view"])
