"""Rates finished games one after the other, in the order they ended, each in one transaction.

Whoever rates locks one row of the database, so that several processes take turns. A rated game is marked in
the same commit, so that neither a crash nor a second process counts it twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
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
from axio.server.table.history import END, MOVE, SEAT
from axio.server.table.table import DEALT, Table

from .skill import Skill, after_game, mean

_LOG = logging.getLogger(__name__)
_LOOK = 60.0  # seconds between two looks without a signal: another process may have died before it rated
_TURN = update(settings).where(settings.c.name == "rating turn").values(value=b"")
_GIVEN_UP = ("time", "resign")  # why a seat lost, or was left to a bot
EARLY = 5  # moves: whoever gives up before lifts nobody
FULL = 5  # games of the same people within a day that count in full; each one more counts half as much


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


async def rate_new(engine: AsyncEngine) -> None:
    """Rate what has ended lately, for a caller who cannot wait for the rater."""
    await rate_all(engine, await _horizon(engine))


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
    """Update the rating of every player of a game for whom it counts."""
    known = await _known(connection, game, [each.player for each in found])
    skills = {name: each.skill for name, each in known.items()}
    after = {**_after(skills, [each for each in found if not each.early]), **_after_early(skills, found)}
    for name, earned in after.items():
        own = skills[name].towards(earned, await _share(connection, game, name, found))
        await _keep(connection, game, name, own, known[name].games + 1)
        rows = [_seat_row(game, each, known[name].skill, own) for each in found if each.player == name]
        await connection.execute(insert(rated_seats), rows)


def _after(before: Mapping[str, Skill], found: Sequence[Placed]) -> dict[str, Skill]:
    """Each player's skill after a game with these places; empty if that is no contest."""
    if not _is_contest(found):
        return {}
    after = after_game([before[each.player] for each in found], [each.place for each in found])
    earned: dict[str, list[Skill]] = defaultdict(list)
    for each, skill in zip(found, after, strict=True):
        earned[each.player].append(skill)
    return {player: mean(skills) for player, skills in earned.items()}


def _after_early(before: Mapping[str, Skill], found: Sequence[Placed]) -> dict[str, Skill]:
    """The skill of those who gave up early: they lose to all others, who gain nothing by it."""
    after = _after(before, found)
    return {each.player: after[each.player] for each in found if each.early}


async def _share(connection: AsyncConnection, game: Any, player: str, found: Sequence[Placed]) -> float:
    """How much of this game counts for a player: less if the same people met often within a day."""
    people = {each.player for each in found if each.person} - {player}
    me, other = rated_seats.alias("me"), rated_seats.alias("other")
    board = (me.c.game == game.game) & (me.c.speed == game.speed)
    met = (
        select(func.count(me.c.table_id.distinct()))
        .join_from(me, other, other.c.table_id == me.c.table_id)
        .where(board, me.c.player == player, other.c.player.in_(people))
        .where(me.c.ended > game.ended - DAY)
        .group_by(other.c.player)
        .order_by(func.count().desc())
        .limit(1)
    )
    return min(1.0, 0.5 ** ((await connection.scalar(met) or 0) + 1 - FULL)) if people else 1.0


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
    early: bool = False  # gave the seat up before the game had really begun


async def placed(connection: AsyncConnection, game: Any) -> list[Placed]:
    """Every player's place in a game; empty if the game does not count."""
    if game.practice or game.origin != DEALT or game.seats < 2 or game.ending == "agreed":
        return []
    seated = select(seats).where(seats.c.table_id == game.id).order_by(seats.c.seat)
    rows = (await connection.execute(seated)).all()
    found = placing(rows, *await _gave_up(connection, game.id))
    people = {each.player for each in found if each.person}
    return found if _is_contest(found) and people <= await _accounts(connection, people, game.began) else []


def placing(rows: Sequence[Any], gave_up: Collection[int], early: Collection[int] = ()) -> list[Placed]:
    """The places of the seats in order. Players who left share the last place."""
    left = [row.left_by is not None or row.seat in gave_up for row in rows]
    stayed = [row.rank for row, gone in zip(rows, left, strict=True) if not gone]
    if None in stayed:
        return []
    return [
        _placed(row, 1 + sum(gone or rank < row.rank for rank in stayed), gone, row.seat in early)
        for row, gone in zip(rows, left, strict=True)
    ]


def _placed(row: Any, place: int, gone: bool, early: bool) -> Placed:
    """The player of a seat is the person who left it, not the bot that played on."""
    person = row.left_by or (None if row.kind == "bot" else row.person)
    return Placed(row.seat, person or row.bot or "", person is not None, place, gone, early)


def _is_contest(found: Sequence[Placed]) -> bool:
    """Whether at least one person played somebody else, and nobody played themselves."""
    people = [each.player for each in found if each.person]
    return bool(people) and len(people) == len(set(people)) and len({each.player for each in found}) > 1


async def _gave_up(connection: AsyncConnection, table: str) -> tuple[set[int], set[int]]:
    """The seats whose giving up ended the game, and the seats that were given up early."""
    wanted = select(log.c.seat, log.c.kind, log.c.move).where(log.c.table_id == table).order_by(log.c.seq)
    ended, early, moves = set(), set(), Counter[int]()
    for row in await connection.execute(wanted):
        moves[row.seat] += row.kind == MOVE
        if row.kind in (END, SEAT) and row.move in _GIVEN_UP:
            ended |= {row.seat} if row.kind == END else set()
            early |= {row.seat} if moves[row.seat] < EARLY else set()
    return ended, early


async def _accounts(connection: AsyncConnection, people: set[str], began: float | None) -> set[str]:
    """Those of these people who had an account when the game was dealt."""
    wanted = select(accounts.c.person).where(accounts.c.person.in_(people))
    if began is not None:
        wanted = wanted.where(accounts.c.created <= began)
    return set(await connection.scalars(wanted))
