"""Ratings as people see them: one's own, and the leaderboard of each game and speed."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from litestar import get
from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.rules import game_names
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.ratings.skill import Skill
from axio.server.schemas.ratings import Bin, Leaderboard, RatingChange, Standing
from axio.server.services import Services
from axio.server.store import accounts, people, rated_seats, ratings

Speed: TypeAlias = Literal["untimed", "live", "turns"]

TOP = 100
STEP = 50  # points of one bar in a distribution

_BOT = ratings.c.player.contains("@")  # labels have a version, ids of people have none
_PUBLIC = or_(people.c.banned.is_(False), _BOT)  # guests, and whoever is gone or shut out, are on no board
_PLAYERS = ratings.outerjoin(accounts, accounts.c.person == ratings.c.player).outerjoin(
    people, people.c.id == accounts.c.person
)


async def shown_rating(connection: AsyncConnection, who: str, game: str, speed: str) -> int | None:
    """The rating of a person (by id) or a bot (by label); None before their first rated game."""
    mine = on_board(game, speed) & (ratings.c.player == who)
    found: int | None = await connection.scalar(select(ratings.c.shown).where(mine))
    return found


@get("/api/ratings/{game:str}/{speed:str}")
async def leaderboard(services: Services, person: Person, game: str, speed: Speed) -> Leaderboard:
    """The best of a game at a speed, bots among them; and where this person stands, if not among those."""
    if game not in game_names():
        raise NotFound("no_such_page")
    async with services.engine.connect() as connection:
        rows = (await connection.execute(_ranked(game, speed).limit(TOP))).all()
        best = [standing(row, person) for row in rows]
        mine = next((row for row in best if row.mine), None) or await _mine(connection, person, game, speed)
        bins = await distribution(connection, game, speed)
    return Leaderboard(best=best, mine=mine, distribution=bins, players=sum(each.count for each in bins))


@get("/api/tables/{name:str}/ratings")
async def changes(services: Services, person: Person, name: str) -> list[RatingChange]:
    """What a game did to everyone's rating; nothing before it is rated, a moment after its end."""
    await services.game_service.table(name, person)
    wanted = select(rated_seats).where(rated_seats.c.table_id == name).order_by(rated_seats.c.seat)
    async with services.engine.connect() as connection:
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
    """A player's row on a leaderboard, with the place."""
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
    """How many players stand where, in steps; no gaps between the lowest and the highest."""
    step = (ratings.c.shown - ratings.c.shown % STEP).label("step")
    wanted = (
        select(step, func.count()).select_from(_PLAYERS).where(on_board(game, speed), _PUBLIC).group_by(step)
    )
    found = {int(low): int(count) for low, count in await connection.execute(wanted)}
    if not found:
        return []
    steps = range(min(found), max(found) + STEP, STEP)
    return [Bin(start=low, end=low + STEP, count=found.get(low, 0)) for low in steps]


RATINGS = [leaderboard, changes]
