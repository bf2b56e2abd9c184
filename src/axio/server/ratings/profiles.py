"""A player's profile: ratings, their history, opponents and recent games. Guests have none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.accounts.account import account_called
from axio.server.bots.roster import is_label
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.schemas.ratings import (
    BoardStanding,
    Course,
    Opponent,
    Profile,
    RatedGame,
    RatingPoint,
    Rival,
)
from axio.server.store import accounts, rated_seats, ratings

from .leaderboard import distribution, place_of
from .skill import Skill
from .streaks import of_wins

HISTORY = 1000  # games used for plots and streaks; bots have far more
RECENT = 12
RIVALS = 50

_me, _other = rated_seats.alias("me"), rated_seats.alias("other")


class _Player(NamedTuple):
    key: str  # in the table of ratings
    name: str
    since: float | None  # when the account was made; none for a bot of this server
    bot: bool


async def profile(connection: AsyncConnection, person: Person, name: str) -> Profile:
    """Who this is, and their rating in every game they played."""
    player = await _player(connection, name)
    boards = [await _board(connection, row) for row in await _standings(connection, player.key)]
    mine = player.key == person
    return Profile(name=player.name, bot=player.bot, mine=mine, since=player.since, boards=boards)


async def course(connection: AsyncConnection, name: str, game: str, speed: str) -> Course:
    """A player's history in one game at one speed."""
    player = (await _player(connection, name)).key
    mine = _on_board(player, game, speed)
    latest = (await connection.execute(_latest(mine))).all()
    peak, first, games = (await connection.execute(_summary(mine))).one()
    return Course(
        history=[RatingPoint(when=row.ended, rating=row.after) for row in reversed(latest)],
        peak=peak or 0,
        first=first,
        games=games,
        streaks=of_wins(row.place == 1 for row in reversed(latest)),
        rivals=await _rivals(connection, player, game, speed),
        recent=await _recent(connection, latest[:RECENT]),
        distribution=await distribution(connection, game, speed),
    )


async def _player(connection: AsyncConnection, name: str) -> _Player:
    """The player of this name: an account, or a bot that plays here or did before. NotFound otherwise."""
    account = await account_called(connection, name)
    if account is not None:
        return _Player(account.person, account.handle, account.created, account.is_bot)
    played = select(ratings.c.games).where(ratings.c.player == name, ratings.c.player.contains("@"))
    if is_label(name) or await connection.scalar(played.limit(1)):
        return _Player(name, name, None, True)
    raise NotFound("no_such_player")


async def _standings(connection: AsyncConnection, player: str) -> Sequence[Any]:
    wanted = select(ratings).where(ratings.c.player == player).order_by(ratings.c.games.desc())
    return (await connection.execute(wanted)).all()


async def _board(connection: AsyncConnection, row: Any) -> BoardStanding:
    bins = await distribution(connection, row.game, row.speed)
    ranked = await place_of(connection, row.player, row.game, row.speed)
    return BoardStanding(
        game=row.game,
        speed=row.speed,
        rating=row.shown,
        provisional=Skill(row.mu, row.sigma).provisional,
        games=row.games,
        place=ranked.place if ranked else 0,
        of=sum(each.count for each in bins),
    )


def _on_board(player: str, game: str, speed: str) -> ColumnElement[bool]:
    return and_(rated_seats.c.player == player, rated_seats.c.game == game, rated_seats.c.speed == speed)


def _latest(mine: ColumnElement[bool]) -> Select[Any]:
    newest = (rated_seats.c.ended.desc(), rated_seats.c.table_id.desc())
    return select(rated_seats).where(mine).order_by(*newest).limit(HISTORY)


def _summary(mine: ColumnElement[bool]) -> Select[Any, int, int]:
    """The highest rating, the games won alone or shared, and all games."""
    count = func.count()
    return select(func.max(rated_seats.c.after), count.filter(rated_seats.c.place == 1), count).where(mine)


async def _rivals(connection: AsyncConnection, player: str, game: str, speed: str) -> list[Rival]:
    """All opponents in these games, the most frequent first."""
    ahead, beside = _me.c.place < _other.c.place, _me.c.place == _other.c.place
    wanted = (
        select(
            _other.c.player,
            accounts.c.handle,
            accounts.c.is_bot,
            func.count().label("games"),
            func.count().filter(ahead).label("won"),
            func.count().filter(beside).label("shared"),
        )
        .join_from(_me, _other, (_other.c.table_id == _me.c.table_id) & (_other.c.player != _me.c.player))
        .outerjoin(accounts, accounts.c.person == _other.c.player)
        .where(_me.c.player == player, _me.c.game == game, _me.c.speed == speed)
        .group_by(_other.c.player, accounts.c.handle, accounts.c.is_bot)
        .order_by(func.count().desc(), _other.c.player)
        .limit(RIVALS)
    )
    return [
        Rival(**_named(row), games=row.games, won=row.won, shared=row.shared)
        for row in await connection.execute(wanted)
    ]


async def _recent(connection: AsyncConnection, rows: Sequence[Any]) -> list[RatedGame]:
    """The latest games with their other players, the newest first."""
    wanted = (
        select(rated_seats, accounts.c.handle, accounts.c.is_bot)
        .outerjoin(accounts, accounts.c.person == rated_seats.c.player)
        .where(rated_seats.c.table_id.in_([row.table_id for row in rows]))
        .order_by(rated_seats.c.seat)
    )
    seated: dict[str, list[Any]] = defaultdict(list)
    for seat in await connection.execute(wanted):
        seated[seat.table_id].append(seat)
    return [_rated_game(row, seated[row.table_id]) for row in rows]


def _rated_game(row: Any, seated: Sequence[Any]) -> RatedGame:
    return RatedGame(
        table=row.table_id,
        when=row.ended,
        place=row.place,
        seats=len(seated),
        left=row.left,
        before=row.before,
        after=row.after,
        opponents=[Opponent(**_named(each)) for each in seated if each.seat != row.seat],
    )


def _named(row: Any) -> dict[str, Any]:
    """The name of a player: the handle, or a bot's label, or None for a deleted account."""
    ours = row.handle is None and "@" in row.player
    return {"name": row.player if ours else row.handle, "bot": ours or bool(row.is_bot)}
