"""What waits for people: games in which they are to move against somebody else, and challenges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.lobby.challenges import open_challenges
from axio.server.protocol import LiveClock
from axio.server.protocol.hub import Challenge, Waiting, WaitingGame
from axio.server.store import seats, tables
from axio.server.table_store.queries import last_row, with_last_row

ASKED = -1  # the `seq` of a challenge, before the first row of any log


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that waits for a person since row `seq`."""

    person: Person
    seq: int
    game: WaitingGame


async def turns(connection: AsyncConnection, people: Collection[Person]) -> list[Pending]:
    """Every game that waits for one of these people, the longest waiting first."""
    found = (await connection.execute(_waiting(people))).all()
    names = await _names(connection, {row.id for row in found})
    return [Pending(row.person, row.seq, _game(row, names[row.id])) for row in found]


async def asked(connection: AsyncConnection, people: Collection[Person]) -> list[Pending]:
    """Every challenge that waits for one of these people."""
    found = await open_challenges(connection, people)
    got = [(person, each) for person, cards in found.items() for each in cards if not each.mine]
    return [Pending(person, ASKED, _asked(each)) for person, each in got]


async def waiting(connection: AsyncConnection, people: Collection[Person]) -> dict[Person, Waiting]:
    """For each of these people what waits for them, as their pages get it."""
    games: dict[Person, list[WaitingGame]] = defaultdict(list)
    for turn in await turns(connection, people):
        games[turn.person].append(turn.game)
    sent = await open_challenges(connection, people)
    return {person: Waiting(games=games[person], challenges=sent[person]) for person in people}


def _waiting(people: Collection[Person]) -> Select[Any]:
    """A game against bots or with oneself waits for nobody: only those with another person count."""
    me, other = seats.alias("me"), seats.alias("other")
    to_move = func.coalesce(last_row.c.to_move, 0)
    since = func.coalesce(last_row.c.at, tables.c.began)
    met = exists().where(other.c.table_id == tables.c.id, other.c.person != me.c.person)
    return (
        select(tables.c.id, tables.c.game, tables.c.speed, me.c.person, me.c.seat, since.label("since"))
        .add_columns(func.coalesce(last_row.c.seq, 0).label("seq"))
        .select_from(with_last_row().join(me, and_(me.c.table_id == tables.c.id, me.c.seat == to_move)))
        .where(me.c.person.in_(people), me.c.kind == "person", met)
        .where(tables.c.over.is_(False), tables.c.began.is_not(None))
        .order_by(since)
    )


async def _names(connection: AsyncConnection, names: Collection[str]) -> Mapping[str, Sequence[Any]]:
    wanted = select(seats.c.table_id, seats.c.seat, seats.c.name).where(seats.c.table_id.in_(names))
    found: dict[str, list[Any]] = defaultdict(list)
    for row in await connection.execute(wanted.order_by(seats.c.seat)):
        found[row.table_id].append(row)
    return found


def _game(row: Any, seated: Sequence[Any]) -> WaitingGame:
    others = [seat.name for seat in seated if seat.seat != row.seat]
    return WaitingGame(table=row.id, game=row.game, others=others, speed=row.speed, since=row.since)


def _asked(challenge: Challenge) -> WaitingGame:
    clock = challenge.clock
    speed = "untimed" if clock is None else "live" if isinstance(clock, LiveClock) else "turns"
    return WaitingGame(
        table=challenge.table, game=challenge.game, others=[challenge.name], speed=speed, since=0.0
    )
