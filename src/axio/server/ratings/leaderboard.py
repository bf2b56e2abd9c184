"""The leaderboard of each game and speed, and how ratings are distributed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.schemas.ratings import Bin, Leaderboard, RatingChange, Standing
from axio.server.store import accounts, people, rated_seats, ratings

from .skill import Skill

TOP = 100
STEP = 50  # points in one bin of the distribution

_BOT = ratings.c.player.contains("@")  # a bot's label has a version, a person's id has no @
_PUBLIC = or_(people.c.banned.is_(False), _BOT)  # no guests, no deleted or banned people
_PLAYERS = ratings.outerjoin(accounts, accounts.c.person == ratings.c.player).outerjoin(
    people, people.c.id == accounts.c.person
)


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
