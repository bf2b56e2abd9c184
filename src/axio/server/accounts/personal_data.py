"""Where people leave traces: every column that names a person, what they get to see, what stays without them.

A test holds this list against the database: a new column that names people has to be entered here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column

from axio.server.store import (
    accounts,
    blocks,
    challenges,
    daily_tries,
    deals,
    log,
    passkeys,
    people,
    preferences,
    presence,
    rated_seats,
    ratings,
    recovery_codes,
    seats,
    signins,
    subscriptions,
    tables,
    tokens,
    told,
    wishes,
)


@dataclass(frozen=True, slots=True)
class Trace:
    """The rows in which `column` names somebody."""

    column: Column[Any]
    told: tuple[
        Column[Any], ...
    ] = ()  # goes into their export; never what is hidden, from them or from others
    stays: bool = False  # the row belongs to others too, and later names nobody


TRACES = (
    Trace(people.c.id, (people.c.name, people.c.created, people.c.banned)),
    Trace(accounts.c.person, (accounts.c.handle, accounts.c.is_bot, accounts.c.created)),
    Trace(recovery_codes.c.person, (recovery_codes.c.created,)),
    Trace(passkeys.c.person, (passkeys.c.name, passkeys.c.created, passkeys.c.used)),
    Trace(challenges.c.person),
    Trace(signins.c.person, (signins.c.browser, signins.c.created, signins.c.seen, signins.c.proved)),
    Trace(tokens.c.person, (tokens.c.name, tokens.c.created, tokens.c.used)),
    Trace(deals.c.person, (deals.c.id, deals.c.created)),
    Trace(
        tables.c.owner,
        (
            tables.c.id,
            tables.c.origin,
            tables.c.game,
            tables.c.seats,
            tables.c.created,
            tables.c.over,
            tables.c.practice,
            tables.c.visibility,
            tables.c.clock,
            tables.c.speed,
            tables.c.rated,
            tables.c.rating_from,
            tables.c.rating_to,
            tables.c.substitute,
            tables.c.began,
            tables.c.ended,
            tables.c.ending,
            tables.c.daily,
        ),
        stays=True,
    ),
    Trace(
        seats.c.person,
        (seats.c.table_id, seats.c.seat, seats.c.name, seats.c.rank, seats.c.low),
        stays=True,
    ),
    Trace(seats.c.left_by, (seats.c.table_id, seats.c.seat), stays=True),
    Trace(wishes.c.person, (wishes.c.table_id, wishes.c.seat, wishes.c.kind, wishes.c.seq, wishes.c.move)),
    Trace(log.c.person, (log.c.table_id, log.c.seq, log.c.seat, log.c.at), stays=True),
    Trace(presence.c.person, (presence.c.looking, presence.c.seen)),
    Trace(
        preferences.c.person,
        (
            preferences.c.listed,
            preferences.c.address,
            preferences.c.confirmed,
            preferences.c.asked,
            preferences.c.mailed,
            preferences.c.language,
        ),
    ),
    Trace(
        subscriptions.c.person, (subscriptions.c.endpoint, subscriptions.c.language, subscriptions.c.created)
    ),
    Trace(told.c.person, (told.c.table_id, told.c.means, told.c.seq)),
    Trace(blocks.c.person, (blocks.c.name, blocks.c.created)),
    Trace(blocks.c.blocked),
    Trace(
        ratings.c.player,
        (ratings.c.game, ratings.c.speed, ratings.c.shown, ratings.c.games, ratings.c.updated),
    ),
    Trace(
        rated_seats.c.player,
        (
            rated_seats.c.table_id,
            rated_seats.c.place,
            rated_seats.c.left,
            rated_seats.c.before,
            rated_seats.c.after,
        ),
        stays=True,
    ),
    Trace(
        daily_tries.c.person,
        (daily_tries.c.day, daily_tries.c.game, daily_tries.c.table_id, daily_tries.c.scored),
    ),
)
