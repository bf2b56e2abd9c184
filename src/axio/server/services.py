"""What a running server consists of, as far as its request handlers need it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from .accounts.login_throttle import LoginThrottle
from .bus.local import Bus
from .hub import Hub
from .identity.cookies import Signer
from .identity.guard import Guard
from .lobby.chat import QuickChat
from .notifications.mail_address import MailAddresses
from .open_tables.waiting_room import OpenTables
from .playing.attendance import Attendance
from .playing.bot_driver import BotDriver
from .playing.game_service import GameService
from .playing.premoves import Premoves
from .playing.replays import Replays
from .process.limits import Limits
from .reviews.exercises import ExerciseJudge
from .reviews.reviewer import Reviewer
from .settings import Settings


@dataclass(frozen=True, slots=True, eq=False)
class Services:
    """A plain record. `compose` builds it; route handlers take it and pass on what a function uses."""

    settings: Settings
    engine: AsyncEngine
    bus: Bus
    signer: Signer
    guard: Guard
    login_throttle: LoginThrottle
    game_service: GameService
    bot_driver: BotDriver
    premoves: Premoves
    attendance: Attendance
    open_tables: OpenTables
    chat: QuickChat
    hub: Hub
    mail_addresses: MailAddresses
    push_key: bytes
    limits: Limits
    replays: Replays
    reviewer: Reviewer
    exercise_judge: ExerciseJudge
