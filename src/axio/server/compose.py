"""Builds everything a server consists of, connects the parts, and starts and stops them."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

from .accounts.login_throttle import LoginThrottle
from .bots.job_pool import JobPool
from .bots.worker_pool import WorkerPool
from .bus.local import MISSED, TABLE, LocalBus
from .bus.shared import SharedBus, over_postgresql, over_redis
from .hub import Hub
from .identity.cookies import Signer, signing_key
from .identity.guard import Guard
from .lobby.chat import QuickChat
from .lobby.expiry import Expiry
from .lobby.online import OnlinePeople
from .notifications.mail_address import MailAddresses
from .notifications.mail_digest import MailDigest
from .notifications.notifier import Notifier
from .notifications.push import Pusher, contact_of
from .notifications.smtp import MailServer
from .notifications.webpush import push_key
from .open_tables.waiting_room import OpenTables
from .playing.attendance import Attendance
from .playing.bot_driver import BotDriver
from .playing.game_service import GameService
from .playing.heartbeat import Heartbeat, first_beat
from .playing.premoves import Premoves
from .playing.reconcile import Reconciler, RemoteChanges
from .playing.replays import Replays
from .playing.table_cache import TableCache
from .playing.timekeeper import Timekeeper
from .playing.writer import Writer
from .process.limits import Buckets, Limits, Places
from .ratings.rater import Rater
from .reviews.exercises import ExerciseJudge
from .reviews.reviewer import Reviewer
from .services import Services
from .settings import Settings
from .store import Checkpoints, open_store


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Open the database, start every part of a server, and stop them all at the end."""
    async with AsyncExitStack() as stack:
        lifetime = _Lifetime(stack)
        engine = await _opened(stack, settings.url)
        lifetime.start(Checkpoints(engine))
        game_service = await _game_service(settings, engine)
        services = await _services(settings, engine, game_service)
        _start_playing(lifetime, services)
        _start_people(lifetime, services)
        yield services


@asynccontextmanager
async def open_game_service(url: str) -> AsyncIterator[GameService]:
    """What an operator's command needs: the database, the writer and the bus, without bots."""
    settings = Settings(url=url, bot_workers=0)
    async with AsyncExitStack() as stack:
        lifetime = _Lifetime(stack)
        engine = await _opened(stack, url)
        writer = Writer(engine)
        game_service = GameService(
            settings,
            TableCache(engine),
            writer,
            _worker_pool(settings),
            _bus(settings, engine),
            Heartbeat(engine, writer),
        )
        lifetime.start(game_service.bus, game_service.writer)
        yield game_service


class _Stoppable(Protocol):
    async def stop(self) -> None: ...


class _Background(_Stoppable, Protocol):
    def start(self) -> None: ...


class _Lifetime:
    """Stops parts in the reverse order of their start."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    def start(self, *parts: _Background) -> None:
        for part in parts:
            part.start()
            self.stop_later(part)

    def stop_later(self, *parts: _Stoppable) -> None:
        for part in parts:
            self._stack.push_async_callback(part.stop)


async def _opened(stack: AsyncExitStack, url: str) -> AsyncEngine:
    engine = await open_store(url)
    stack.push_async_callback(engine.dispose)
    return engine


async def _game_service(settings: Settings, engine: AsyncEngine) -> GameService:
    writer = Writer(engine)
    heartbeat = Heartbeat(engine, writer, settings.shared)
    found = await first_beat(engine, shared=settings.shared, name=heartbeat.name)
    heartbeat.downtimes.periods = found
    bus, pool = _bus(settings, engine), _worker_pool(settings)
    game_service = GameService(
        settings, TableCache(engine, heartbeat.downtimes), writer, pool, bus, heartbeat
    )
    heartbeat.on_downtime.append(game_service.show_clocks)
    return game_service


def _worker_pool(settings: Settings) -> WorkerPool:
    return WorkerPool(settings.bot_workers, settings.budget, settings.patience, JobPool(settings.job_workers))


def _bus(settings: Settings, engine: AsyncEngine) -> LocalBus:
    """A process that has its database to itself needs no transport."""
    if settings.redis is not None:
        return SharedBus(transport=over_redis(settings.redis))
    return SharedBus(transport=over_postgresql(engine)) if settings.shared else LocalBus()


async def _services(settings: Settings, engine: AsyncEngine, game_service: GameService) -> Services:
    bus, signer = game_service.bus, Signer(await signing_key(engine))
    bot_driver, replays = BotDriver(game_service), Replays()
    pool, work = game_service.worker_pool, settings.review_work
    throttle = LoginThrottle(engine, signer, settings.guesses, settings.guess_every)
    server = None if settings.smtp is None else MailServer.from_url(settings.smtp)
    return Services(
        settings=settings,
        engine=engine,
        bus=bus,
        signer=signer,
        guard=Guard(engine, signer, bus),
        login_throttle=throttle,
        game_service=game_service,
        bot_driver=bot_driver,
        premoves=Premoves(game_service),
        attendance=Attendance(game_service.table_cache, bus),
        open_tables=OpenTables(engine, bus, game_service, bot_driver, replays),
        chat=QuickChat(game_service, bus),
        hub=Hub(engine, bus, OnlinePeople(engine, bus)),
        mail_addresses=MailAddresses(engine, signer, server, settings.site, throttle),
        push_key=await push_key(engine),
        limits=_limits(settings),
        replays=replays,
        reviewer=Reviewer(engine, pool, work),
        exercise_judge=ExerciseJudge(engine, pool, work),
    )


def _limits(settings: Settings) -> Limits:
    """A server that only this machine can reach has none: all its people come from one address."""
    free = settings.local
    a_minute = math.inf if free else settings.requests_a_minute
    kept = math.inf if free else settings.kept_a_minute
    return Limits(
        person_sockets=Places(math.inf if free else settings.person_sockets),
        address_sockets=Places(math.inf if free else settings.address_sockets),
        requests=Buckets(a_minute / 60, a_minute / 4),
        messages=Buckets(math.inf if free else 10 * settings.messages, 10 * settings.burst),
        unfinished=Places(settings.unfinished),
        kept=Buckets(kept / 60, 5 * kept),
    )


def _start_playing(lifetime: _Lifetime, services: Services) -> None:
    """Whoever writes moves stops first, then the writer, and last the bus that announces what it wrote."""
    game_service, bus = services.game_service, services.game_service.bus
    rater = Rater(services.engine)
    reconciler = Reconciler(game_service, services.bot_driver, services.premoves)
    game_service.on_bot_turn.append(services.bot_driver.think)
    game_service.on_premove_due.append(services.premoves.wake)
    game_service.on_end.append(lambda live: rater.wake(live.table))
    bus.subscribe_elsewhere(TABLE, RemoteChanges(game_service).hear)
    bus.subscribe(MISSED, reconciler.hurry)
    game_service.heartbeat.on_downtime.append(lambda: reconciler.hurry({}))
    lifetime.start(bus, game_service.writer, game_service.worker_pool)
    lifetime.stop_later(services.premoves, services.bot_driver, services.replays, services.reviewer)
    lifetime.start(game_service.heartbeat, Timekeeper(game_service), reconciler, rater)


def _start_people(lifetime: _Lifetime, services: Services) -> None:
    settings, engine, server = services.settings, services.engine, services.mail_addresses.server
    contact = contact_of(settings.site, server)
    pusher = Pusher(engine, services.push_key, contact, settings.push_services, settings.push_waits)
    lifetime.start(
        services.guard,
        services.hub.online,
        Notifier(engine, services.bus, pusher, settings.push_pause),
        services.hub,
        Expiry(services.open_tables),
    )
    if server is not None:
        lifetime.start(MailDigest(engine, server, services.signer, settings))
