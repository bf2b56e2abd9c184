"""Finished games are rated one after the other, in the order they ended, each in one transaction.

Whoever rates holds one row of the database meanwhile, so that several processes take turns; and a game that
was rated is marked in the same commit, so that no crash and no second process counts it twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Select, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.store import is_outage, rated_games, rated_seats, ratings, settings, tables
from axio.server.table.day import DAY
from axio.server.table.table import Table

from .final_ranking import Placed, placed
from .skill import Skill, mean, rated

_LOG = logging.getLogger(__name__)
_LOOK = 60.0  # seconds until somebody looks even if nothing was heard: another process may have died
_TURN = update(settings).where(settings.c.name == "rating turn").values(value=b"")


@dataclass(slots=True, eq=False)
class Rater:
    """At work from the start on: first whatever was left over, then each game as it ends."""

    engine: AsyncEngine
    _ended: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="rater")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hear(self, table: Table) -> None:
        """Something changed at a table; if that was its end, there is work."""
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
    """Rate what ended after `since` and was not rated yet; how many games were looked at."""
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
    """Everything that ended before this was rated: no need to look there again."""
    async with engine.connect() as connection:
        newest = await connection.scalar(select(func.max(rated_games.c.ended)))
    return 0.0 if newest is None else float(newest) - DAY


async def _anything(engine: AsyncEngine, since: float) -> bool:
    """Whether there is work, asked without keeping anyone waiting."""
    async with engine.connect() as connection:
        return (await connection.execute(_waiting(since))).first() is not None


async def _rate_next(engine: AsyncEngine, since: float) -> bool:
    """The game that ended first of those that wait; False if another process was quicker."""
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
    """A game's results, added to everyone's rating."""
    names = [each.player for each in found]
    known = await _known(connection, game, names)
    after = rated([known[name].skill for name in names], [each.place for each in found])
    for name in known:
        own = mean([skill for each, skill in zip(names, after, strict=True) if each == name])
        await _keep(connection, game, name, own, known[name].games + 1)
        rows = [_seat_row(game, each, known[name].skill, own) for each in found if each.player == name]
        await connection.execute(insert(rated_seats), rows)


class _Known(NamedTuple):
    skill: Skill
    games: int


async def _known(connection: AsyncConnection, game: Any, names: list[str]) -> dict[str, _Known]:
    """Each player's skill so far, and in how many games it was found."""
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
