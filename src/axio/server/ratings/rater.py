"""Rates finished games one after the other, in the order they ended, each in one transaction.

Whoever rates locks one row of the database, so that several processes take turns. A rated game is marked in
the same commit, so that neither a crash nor a second process counts it twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Select, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.store import (
    accounts,
    is_outage,
    log,
    rated_games,
    rated_seats,
    ratings,
    seats,
    settings,
    tables,
)
from axio.server.table.day import DAY
from axio.server.table.table import DEALT, Table

from .skill import Skill, after_game, mean

_LOG = logging.getLogger(__name__)
_LOOK = 60.0  # seconds between two looks without a signal: another process may have died before it rated
_TURN = update(settings).where(settings.c.name == "rating turn").values(value=b"")
_GIVEN_UP = ("time", "resign")  # endings in which the seat of the row lost


@dataclass(slots=True, eq=False)
class Rater:
    """Rates the games that were left over at the start, then each game as it ends."""

    engine: AsyncEngine
    _ended: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="rater")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self, table: Table) -> None:
        """Called after every change at a table: wakes the rater if the game has ended."""
        if table.closed and len(table.chairs) > 1:
            self._ended.set()

    async def _run(self) -> None:
        since = 0.0
        while True:
            self._ended.clear()
            try:
                await rate_all(self.engine, since)
                since = await _horizon(self.engine)
            except Exception as fault:
                if not is_outage(fault):
                    _LOG.exception("games could not be rated")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), _LOOK)


async def rate_all(engine: AsyncEngine, since: float = 0.0) -> int:
    """Rate the games that ended after `since` and are not rated yet; return how many there were."""
    looked = 0
    while await _anything(engine, since) and await _rate_next(engine, since):
        looked += 1
    return looked


def _waiting(since: float) -> Select[Any]:
    done = exists().where(rated_games.c.table_id == tables.c.id)
    return (
        select(tables)
        .where(tables.c.rated.is_(True), tables.c.over.is_(True), tables.c.ended >= since, ~done)
        .order_by(tables.c.ended, tables.c.id)
        .limit(1)
    )


async def _horizon(engine: AsyncEngine) -> float:
    """All games that ended before this time are rated."""
    async with engine.connect() as connection:
        newest = await connection.scalar(select(func.max(rated_games.c.ended)))
    return 0.0 if newest is None else float(newest) - DAY


async def _anything(engine: AsyncEngine, since: float) -> bool:
    """Whether there is a game to rate, asked without the lock."""
    async with engine.connect() as connection:
        return (await connection.execute(_waiting(since))).first() is not None


async def _rate_next(engine: AsyncEngine, since: float) -> bool:
    """Rate the unrated game that ended first; False if another process was faster."""
    async with engine.begin() as connection:
        await connection.execute(_TURN)
        game = (await connection.execute(_waiting(since))).first()
        if game is None:
            return False
        found = await placed(connection, game)
        marker = {"table_id": game.id, "ended": game.ended, "counted": bool(found)}
        await connection.execute(insert(rated_games), marker)
        if found:
            await _count(connection, game, found)
    return True


async def _count(connection: AsyncConnection, game: Any, found: list[Placed]) -> None:
    """Update the rating of every player of a game."""
    names = [each.player for each in found]
    known = await _known(connection, game, names)
    after = after_game([known[name].skill for name in names], [each.place for each in found])
    for name in known:
        own = mean([skill for each, skill in zip(names, after, strict=True) if each == name])
        await _keep(connection, game, name, own, known[name].games + 1)
        rows = [_seat_row(game, each, known[name].skill, own) for each in found if each.player == name]
        await connection.execute(insert(rated_seats), rows)


class _Known(NamedTuple):
    skill: Skill
    games: int


async def _known(connection: AsyncConnection, game: Any, names: list[str]) -> dict[str, _Known]:
    """Each player's skill so far, and the number of games behind it."""
    board = (ratings.c.game == game.game) & (ratings.c.speed == game.speed)
    rows = await connection.execute(select(ratings).where(board, ratings.c.player.in_(names)))
    found = {row.player: _Known(Skill(row.mu, row.sigma), row.games) for row in rows}
    return {name: found.get(name, _Known(Skill(), 0)) for name in names}


async def _keep(connection: AsyncConnection, game: Any, player: str, skill: Skill, games: int) -> None:
    key = {"player": player, "game": game.game, "speed": game.speed}
    new = {
        "mu": skill.mu,
        "sigma": skill.sigma,
        "shown": skill.shown,
        "games": games,
        "updated": game.ended,
    }
    if games == 1:
        await connection.execute(insert(ratings), key | new)
    else:
        same = [ratings.c[name] == value for name, value in key.items()]
        await connection.execute(update(ratings).where(*same).values(new))


def _seat_row(game: Any, found: Placed, before: Skill, after: Skill) -> dict[str, Any]:
    return {
        "table_id": game.id,
        "seat": found.seat,
        "player": found.player,
        "game": game.game,
        "speed": game.speed,
        "ended": game.ended,
        "place": found.place,
        "left": found.left,
        "before": before.shown,
        "after": after.shown,
    }


@dataclass(frozen=True, slots=True)
class Placed:
    seat: int
    player: str  # a person's id, or a bot's label
    person: bool
    place: int
    left: bool


async def placed(connection: AsyncConnection, game: Any) -> list[Placed]:
    """Every player's place in a game; empty if the game does not count."""
    if game.practice or game.origin != DEALT or game.seats < 2 or game.ending == "agreed":
        return []
    seated = select(seats).where(seats.c.table_id == game.id).order_by(seats.c.seat)
    rows = (await connection.execute(seated)).all()
    found = placing(rows, await _gave_up(connection, game.id))
    people = {each.player for each in found if each.person}
    return found if _is_contest(found) and people <= await _accounts(connection, people, game.began) else []


def placing(rows: Sequence[Any], gave_up: set[int]) -> list[Placed]:
    """The places of the seats in order. Players who left share the last place."""
    left = [row.left_by is not None or row.seat in gave_up for row in rows]
    stayed = [row.rank for row, gone in zip(rows, left, strict=True) if not gone]
    if None in stayed:
        return []
    return [
        _placed(row, 1 + sum(gone or rank < row.rank for rank in stayed), gone)
        for row, gone in zip(rows, left, strict=True)
    ]


def _placed(row: Any, place: int, gone: bool) -> Placed:
    """The player of a seat is the person who left it, not the bot that played on."""
    person = row.left_by or (None if row.kind == "bot" else row.person)
    return Placed(row.seat, person or row.bot or "", person is not None, place, gone)


def _is_contest(found: Sequence[Placed]) -> bool:
    """Whether at least one person played somebody else, and nobody played themselves."""
    people = [each.player for each in found if each.person]
    return bool(people) and len(people) == len(set(people)) and len({each.player for each in found}) > 1


async def _gave_up(connection: AsyncConnection, table: str) -> set[int]:
    """The seats that ran out of time or resigned, according to the log."""
    wanted = select(log.c.seat).where(log.c.table_id == table, log.c.kind == "end", log.c.move.in_(_GIVEN_UP))
    return set(await connection.scalars(wanted))


async def _accounts(connection: AsyncConnection, people: set[str], began: float | None) -> set[str]:
    """Those of these people who had an account when the game was dealt."""
    wanted = select(accounts.c.person).where(accounts.c.person.in_(people))
    if began is not None:
        wanted = wanted.where(accounts.c.created <= began)
    return set(await connection.scalars(wanted))
