"""Leaderboards of each game and speed, how ratings are distributed, and solo high scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.schemas.ratings import Bin, BotResult, Leaderboard, RatingChange, Score, Scores, Standing
from axio.server.store import accounts, log, people, rated_seats, ratings, seats, tables
from axio.server.table.table import DEALT

from .skill import Skill

TOP = 100
STEP = 50  # points in one bin of the distribution

_BOT = ratings.c.player.contains("@")  # a bot's label has a version, a person's id has no @
_PUBLIC = or_(people.c.banned.is_(False), _BOT)  # no guests, no deleted or banned people
_PLAYERS = ratings.outerjoin(accounts, accounts.c.person == ratings.c.player).outerjoin(
    people, people.c.id == accounts.c.person
)
TOP_SCORES = 20
HISTORY = 500
_ENDED = select(func.max(log.c.at)).where(log.c.table_id == tables.c.id).scalar_subquery()


async def leaderboard(connection: AsyncConnection, person: Person, game: str, speed: str) -> Leaderboard:
    """The best players of a game at a speed, and the standing of this person."""
    rows = (await connection.execute(_ranked(game, speed).limit(TOP))).all()
    best = [standing(row, person) for row in rows]
    mine = next((row for row in best if row.mine), None) or await _mine(connection, person, game, speed)
    bins = await distribution(connection, game, speed)
    return Leaderboard(best=best, mine=mine, distribution=bins, players=sum(each.count for each in bins))


async def rating_changes(connection: AsyncConnection, table: str) -> list[RatingChange]:
    """How a game changed the ratings of its players; empty until it is rated."""
    wanted = select(rated_seats).where(rated_seats.c.table_id == table).order_by(rated_seats.c.seat)
    rows = (await connection.execute(wanted)).all()
    return [RatingChange(seat=row.seat, before=row.before, after=row.after) for row in rows]


def on_board(game: str, speed: str) -> ColumnElement[bool]:
    return and_(ratings.c.game == game, ratings.c.speed == speed)


def _ranked(game: str, speed: str) -> Select[Any]:
    place = func.rank().over(order_by=ratings.c.shown.desc()).label("place")
    return (
        select(ratings, accounts.c.handle, accounts.c.is_bot, place)
        .select_from(_PLAYERS)
        .where(on_board(game, speed), _PUBLIC)
        .order_by(ratings.c.shown.desc(), ratings.c.games.desc(), ratings.c.player)
    )


async def _mine(connection: AsyncConnection, person: Person, game: str, speed: str) -> Standing | None:
    row = await place_of(connection, person, game, speed)
    return None if row is None else standing(row, person)


async def place_of(connection: AsyncConnection, player: str, game: str, speed: str) -> Any | None:
    """A player's row on a leaderboard, with its place."""
    ranked = _ranked(game, speed).subquery()
    return (await connection.execute(select(ranked).where(ranked.c.player == player))).first()


def standing(row: Any, person: Person) -> Standing:
    return Standing(
        place=row.place,
        name=row.handle or row.player,
        bot=row.handle is None or row.is_bot,
        rating=row.shown,
        provisional=Skill(row.mu, row.sigma).provisional,
        games=row.games,
        mine=row.player == person,
    )


async def distribution(connection: AsyncConnection, game: str, speed: str) -> list[Bin]:
    """How many players have which rating, in bins without gaps from the lowest to the highest."""
    step = (ratings.c.shown - ratings.c.shown % STEP).label("step")
    wanted = (
        select(step, func.count()).select_from(_PLAYERS).where(on_board(game, speed), _PUBLIC).group_by(step)
    )
    found = {int(low): int(count) for low, count in await connection.execute(wanted)}
    if not found:
        return []
    steps = range(min(found), max(found) + STEP, STEP)
    return [Bin(start=low, end=low + STEP, count=found.get(low, 0)) for low in steps]


async def solo_scores(connection: AsyncConnection, person: Person, name: str) -> Scores:
    """The best solo games, this person's own, and their results against each bot."""
    best = (await connection.execute(_best_solo(name))).all()
    mine = (await connection.execute(_own_games(name, person))).all()
    met = (await connection.execute(_met(name, person))).all()
    return Scores(
        best=[_score(row, person) for row in best],
        mine=[_score(row, person) for row in reversed(mine)],
        bots=_results(met),
    )


async def results_against_bots(
    connection: AsyncConnection, person: Person, name: str, most: int
) -> Sequence[Any]:
    """The places of this person and of each bot, in the games that ended last."""
    latest = _met(name, person).order_by(func.coalesce(tables.c.ended, 0).desc()).limit(most)
    return list((await connection.execute(latest)).all())


def _counted(name: str) -> Select[Any]:
    return (
        select(tables.c.id, _ENDED.label("ended"), seats.c.name, seats.c.low, seats.c.person)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.game == name, tables.c.over.is_(True), tables.c.practice.is_(False))
        .where(tables.c.origin == DEALT, seats.c.kind == "person", seats.c.low.is_not(None))
    )


def _best_solo(name: str) -> Select[Any]:
    solo = _counted(name).where(tables.c.seats == 1, tables.c.daily.is_(None))
    return solo.order_by(seats.c.low.desc(), _ENDED).limit(TOP_SCORES)


def _own_games(name: str, person: Person) -> Select[Any]:
    solo = _counted(name).where(tables.c.seats == 1, seats.c.person == person)
    return solo.order_by(_ENDED.desc()).limit(HISTORY)


def _met(name: str, person: Person) -> Select[Any]:
    """The places of this person and of each bot, in every game they finished alone against bots."""
    me, bot = seats.alias("me"), seats.alias("bot")
    people = (
        select(func.count())
        .where(seats.c.table_id == tables.c.id, seats.c.kind == "person")
        .scalar_subquery()
    )
    return (
        select(tables.c.id, bot.c.bot, me.c.rank.label("mine"), bot.c.rank.label("theirs"))
        .join(me, me.c.table_id == tables.c.id)
        .join(bot, bot.c.table_id == tables.c.id)
        .where(me.c.person == person, bot.c.kind == "bot", bot.c.left_by.is_(None))
        .where(me.c.rank.is_not(None), people == 1)
        .where(tables.c.game == name, tables.c.over.is_(True), tables.c.practice.is_(False))
    )


def _score(row: Any, person: Person) -> Score:
    low = [int(part) for part in row.low.split(".")]
    return Score(table=row.id, name=row.name, low=low, when=row.ended, mine=row.person == person)


def _results(met: Any) -> list[BotResult]:
    """For each bot: games, those the person won against it, and ties."""
    found: dict[str, list[int]] = {}
    for row in met:
        counts = found.setdefault(row.bot, [0, 0, 0])
        counts[0] += 1
        counts[1] += row.mine < row.theirs
        counts[2] += row.mine == row.theirs
    return [
        BotResult(bot=bot, played=played, won=won, shared=shared)
        for bot, (played, won, shared) in sorted(found.items())
    ]
