"""Ratings: what one game is worth, who counts in it, and that each counts once, in the order they ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.ratings.leaderboard import place_of
from axio.server.ratings.rater import placing, rate_all
from axio.server.ratings.skill import Skill, after_game
from axio.server.settings import sqlite_url
from axio.server.store import log, open_store, rated_games, rated_seats, ratings
from axio.server.table.day import DAY

from .finished import ANN, BEN, CEM, DOT, finished, sat, sign_up
from .postgres import Postgres


@contextlib.asynccontextmanager
async def store(folder: Path) -> AsyncIterator[AsyncEngine]:
    engine = await open_store(sqlite_url(folder))
    yield engine
    await engine.dispose()


async def skills(engine: AsyncEngine, game: str = "rota", speed: str = "live") -> dict[str, Skill]:
    board = (ratings.c.game == game) & (ratings.c.speed == speed)
    async with engine.connect() as connection:
        rows = await connection.execute(select(ratings).where(board))
        return {row.player: Skill(row.mu, row.sigma) for row in rows}


async def counted(engine: AsyncEngine) -> dict[str, bool]:
    async with engine.connect() as connection:
        rows = await connection.execute(select(rated_games))
        return {row.table_id: row.counted for row in rows}


def expected(*games: list[list[str]]) -> dict[str, Skill]:
    """What openskill itself makes of games, each given as groups of players who share a place."""
    model = PlackettLuce()
    known: dict[str, Any] = {}
    for places in games:
        names = [name for group in places for name in group]
        ranks = [float(place) for place, group in enumerate(places) for _ in group]
        teams = [[known.setdefault(name, model.rating())] for name in names]
        known |= {name: team[0] for name, team in zip(names, model.rate(teams, ranks=ranks), strict=True)}
    return {name: Skill(each.mu, each.sigma) for name, each in known.items()}


def test_a_newcomer_is_shown_a_thousand_and_is_provisional() -> None:
    """The scale begins at 1000; sureness alone raises it, and ends the mark."""
    assert Skill().shown == 1000
    assert Skill().provisional
    settled = Skill(Skill().mu, 3.0)
    assert settled.shown > 1000 and not settled.provisional
    assert Skill(-100.0, 1.0).shown == 0


def test_two_to_four_seats_are_rated_as_openskill_says() -> None:
    """Winning raises, losing lowers, the middle stays near; and each seat gets its own."""
    for seats in (2, 3, 4):
        after = after_game([Skill()] * seats, range(1, seats + 1))
        assert after == list(expected([[str(seat)] for seat in range(seats)]).values())
        assert after[0].mu > Skill().mu > after[-1].mu
        assert all(each.sigma < Skill().sigma for each in after)


def test_equals_who_share_a_place_stay_equal() -> None:
    """A draw between newcomers changes nothing but the doubt."""
    one, other = after_game([Skill(), Skill()], [1, 1])
    assert one == other
    assert one.mu == Skill().mu and one.sigma < Skill().sigma


def rows(*seats: tuple[str, int | None, bool]) -> list[Any]:
    """Seats as (player, rank, left)."""
    return [
        SimpleNamespace(**{**sat(player, rank), "left_by": player if left else None}, seat=number)
        for number, (player, rank, left) in enumerate(seats)
    ]


def test_whoever_left_is_last_and_the_others_keep_their_order() -> None:
    """A bot that plays on to the first place does not save the one who left; shared places stay shared."""
    found = placing(rows((ANN, 1, True), (BEN, 2, False), (CEM, 2, False), (DOT, 4, False)), set())
    assert [each.place for each in found] == [4, 1, 1, 3]
    assert [each.left for each in found] == [True, False, False, False]
    both = placing(rows((ANN, 1, True), (BEN, 2, True), (CEM, 3, False)), set())
    assert [each.place for each in both] == [2, 2, 1]


def test_whoever_resigned_or_ran_out_of_time_is_last(tmp_path: Path) -> None:
    """The row that ended the game names the seat, whatever the scores were."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN)
            await finished(engine, "t", [sat(ANN, 1), sat(BEN, 2)], ended=5.0, end=0)
            assert await rate_all(engine) == 1
            assert await skills(engine) == expected([[BEN], [ANN]])

    asyncio.run(check())


def test_the_one_who_left_is_rated_and_the_bot_that_played_on_is_not(tmp_path: Path) -> None:
    """A seat given up stays its owner's affair."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN, CEM)
            gone = sat("careful@1", 1, left_by=CEM)
            await finished(engine, "t", [sat(ANN, 2), sat(BEN, 3), gone], ended=5.0)
            await rate_all(engine)
            assert await skills(engine) == expected([[ANN], [BEN], [CEM]])

    asyncio.run(check())


def test_games_count_in_the_order_they_ended_and_ties_are_shared(tmp_path: Path) -> None:
    """However they lie in the database, earlier games come first; each game and speed has its own board."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN, CEM)
            await finished(engine, "a-third", [sat(ANN, 1), sat("greedy@1", 2)], ended=30.0)
            await finished(engine, "b-second", [sat(BEN, 1), sat(ANN, 1), sat(CEM, 3)], ended=20.0)
            await finished(engine, "c-first", [sat(ANN, 1), sat(BEN, 2)], ended=10.0)
            await finished(engine, "slow", [sat(BEN, 1), sat(ANN, 2)], ended=15.0, speed="turns")
            await finished(engine, "hex", [sat(CEM, 1), sat(ANN, 2)], ended=15.0, game="hex")
            assert await rate_all(engine) == 5
            ours = expected([[ANN], [BEN]], [[BEN, ANN], [CEM]], [[ANN], ["greedy@1"]])
            assert await skills(engine) == ours
            assert await skills(engine, speed="turns") == expected([[BEN], [ANN]])
            assert await skills(engine, game="hex") == expected([[CEM], [ANN]])
            async with engine.connect() as connection:
                for player in (ANN, "greedy@1"):
                    row = await place_of(connection, player, "rota", "live")
                    assert row is not None and row.shown == ours[player].shown
                assert await place_of(connection, DOT, "rota", "live") is None

    asyncio.run(check())


@pytest.mark.parametrize(
    ("seated", "other"),
    [
        ([sat(ANN, 1), sat(BEN, 2)], {"practice": True}),
        ([sat(ANN, 1), sat(BEN, 2)], {"origin": "continued"}),
        ([sat(ANN, 1), sat(BEN, 1)], {"ending": "agreed"}),
        ([sat(ANN, 1), sat(CEM, 2)], {}),  # a guest
        ([sat(ANN, 1), sat(DOT, 2)], {}),  # an account made after the deal
        ([sat(ANN, 1), sat(ANN, 2)], {}),  # against oneself
        ([sat("greedy@1", 1), sat("careful@1", 2)], {}),  # nobody there
        ([sat(ANN, 1)], {}),
    ],
)
def test_what_does_not_count_is_looked_at_once_and_changes_nothing(
    tmp_path: Path, seated: list[dict[str, Any]], other: dict[str, Any]
) -> None:
    """Practice, guests, oneself, solo, bots alone and games that were called off rate nobody."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN)
            await sign_up(engine, DOT, at=2.0)
            await finished(engine, "t", seated, ended=5.0, **other)
            assert (await rate_all(engine), await rate_all(engine)) == (1, 0)
            assert await counted(engine) == {"t": False}
            assert await skills(engine) == {}

    asyncio.run(check())


def test_unrated_and_unfinished_games_wait_for_nobody(tmp_path: Path) -> None:
    """A game nobody wanted rated is never looked at; one that runs not yet."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN)
            await finished(engine, "casual", [sat(ANN, 1), sat(BEN, 2)], ended=5.0, rated=False)
            await finished(engine, "running", [sat(ANN, None), sat(BEN, None)], ended=5.0, over=False)
            assert await rate_all(engine) == 0

    asyncio.run(check())


def test_a_bot_at_two_seats_is_one_player(tmp_path: Path) -> None:
    """It gets the mean of what its seats earned, and one game more."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN)
            bots = [sat("greedy@1", 1), sat("greedy@1", 3)]
            await finished(engine, "t", [bots[0], sat(ANN, 2), bots[1]], ended=5.0)
            await rate_all(engine)
            alone = expected([["one"], [ANN], ["two"]])
            found = await skills(engine)
            assert found[ANN] == alone[ANN]
            assert found["greedy@1"].mu == pytest.approx((alone["one"].mu + alone["two"].mu) / 2)

    asyncio.run(check())


@pytest.mark.parametrize("foe", [BEN, "random@1"])
def test_whoever_gives_up_at_once_lifts_nobody(tmp_path: Path, foe: str) -> None:
    """An account that resigns before its fifth move loses by it, and neither a friend nor a bot gains."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN)
            for number in range(3):
                await finished(engine, f"t{number}", [sat(ANN, 1), sat(foe, 2)], ended=5.0, end=0, moves=4)
            await rate_all(engine)
            assert {*await skills(engine)} == {ANN}
            assert (await skills(engine))[ANN].mu < Skill().mu
            await finished(engine, "late", [sat(ANN, 1), sat(foe, 2)], ended=6.0, end=0, moves=5)
            await rate_all(engine)
            assert (await skills(engine))[foe].mu > Skill().mu

    asyncio.run(check())


def test_seats_given_up_at_once_lift_nobody_among_three(tmp_path: Path) -> None:
    """Two who leave a game of three at its start do not make the third a winner over them."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN, CEM)
            gone = [sat("careful@1", 1, left_by=BEN), sat("careful@1", 2, left_by=CEM)]
            await finished(engine, "t", [sat(ANN, 3), *gone], ended=5.0)
            async with engine.begin() as connection:
                row = {"table_id": "t", "kind": "seat", "move": "resign", "by": "careful@1", "at": 2.0}
                rows = [{**row, "seq": seat, "seat": seat, "ply": 0, "lows": []} for seat in (1, 2)]
                await connection.execute(insert(log), rows)
            await rate_all(engine)
            found = await skills(engine)
            assert {*found} == {BEN, CEM} and max(each.mu for each in found.values()) < Skill().mu

    asyncio.run(check())


def test_the_same_people_count_less_and_less_within_a_day(tmp_path: Path) -> None:
    """Five games of a pair count in full, the next ones half as much each; a day later in full again."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN, CEM)
            gains, before = [], Skill()
            for number in range(12):
                await finished(engine, f"{number:02}", [sat(ANN, 1), sat(BEN, 2)], ended=10.0 + number)
                await rate_all(engine)
                gains.append((await skills(engine))[ANN].mu - before.mu)
                before = (await skills(engine))[ANN]
            assert await skills(engine) != expected(*[[[ANN], [BEN]]] * 12)
            assert gains[4] > gains[5] * 1.8 > gains[6] * 3.2 and gains[11] < 0.01
            await finished(engine, "other", [sat(ANN, 1), sat(CEM, 2)], ended=30.0)
            await finished(engine, "morrow", [sat(ANN, 1), sat(BEN, 2)], ended=30.0 + DAY)
            await rate_all(engine)
            async with engine.connect() as connection:
                wanted = select(rated_seats.c.after - rated_seats.c.before, rated_seats.c.table_id)
                mine = (await connection.execute(wanted.where(rated_seats.c.player == ANN))).all()
            lifted = {table: points for points, table in mine}
            assert lifted["other"] > 5 and lifted["morrow"] > 5 > lifted["11"] + 4

    asyncio.run(check())


def test_bots_are_met_as_often_as_one_likes(tmp_path: Path) -> None:
    """Practising against one bot all day counts for the person; the bot cannot be lifted by one person."""

    async def check() -> None:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN)
            for number in range(12):
                await finished(engine, f"{number:02}", [sat(ANN, 2), sat("random@1", 1)], ended=float(number))
            await rate_all(engine)
            found, plain = await skills(engine), expected(*[[["random@1"], [ANN]]] * 12)
            assert found[ANN].mu == pytest.approx(plain[ANN].mu, abs=1.0)
            assert found["random@1"].mu < plain["random@1"].mu - 0.5

    asyncio.run(check())


GAMES = 30


async def work_off_together(url: str) -> None:
    """Two engines on one database work a pile of games off; the result is that of one alone."""
    one, other = [await open_store(url) for _ in range(2)]
    await sign_up(one, ANN, BEN, CEM)
    results = [[ANN, BEN, CEM], [BEN, CEM, ANN], [CEM, BEN, ANN], [ANN, CEM, BEN]]
    orders = [results[number % 4][: 2 + number % 2] for number in range(GAMES)]
    for number, order in enumerate(orders):
        seated = [sat(player, place) for place, player in enumerate(order, start=1)]
        await finished(one, f"{number:02}", seated, ended=number * DAY)
    looked = await asyncio.gather(*[rate_all(engine) for engine in (one, other, one, other)])
    assert sum(looked) == GAMES
    assert await skills(one) == expected(*[[[player] for player in order] for order in orders])
    async with one.connect() as connection:
        rows = await connection.scalar(select(func.count()).select_from(rated_seats))
    assert rows == sum(map(len, orders))
    for engine in (one, other):
        await engine.dispose()


def test_several_workers_count_every_game_once_and_in_order(tmp_path: Path) -> None:
    """On one file, whoever is quicker rates the next game, and nobody rates it again."""
    asyncio.run(work_off_together(sqlite_url(tmp_path)))


@pytest.mark.xdist_group("postgres")
def test_several_workers_take_turns_on_postgresql(postgres: Postgres) -> None:
    """The same where readers and writers do not wait for each other by themselves."""
    asyncio.run(work_off_together(postgres.database()))
