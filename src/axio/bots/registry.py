"""Bots by name: `careful`, `careful:weight=0.5`, `exec:COMMAND`, `NAME=exec:COMMAND`, and those that other
packages bring."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeAlias

from axio.rules import Malformed

from .careful import Careful
from .chance import Chance
from .dial import Dial, level_maker
from .greedy import Greedy
from .levels import NUMBERS
from .master import Master
from .net import Net
from .options import Option, options_of, read_options, takes_text
from .planner import Planner
from .program import Program
from .protocol import Bot
from .sprout import Sprout

_ALIAS = re.compile(r"[A-Za-z0-9._-]{1,30}")
GROUP = "axio.bots"  # entry points of this group name a bot's class, or a function that makes one

Factory: TypeAlias = Callable[..., Any]

BUILT_IN: dict[str, Factory] = {
    "random": Chance,
    "sprout": Sprout,
    "greedy": Greedy,
    "careful": Careful,
    "planner": Planner,
    "net": Net,
    "master": Master,
    "exec": Program,
    "dial": Dial,
    **{f"level{number}": level_maker(number) for number in NUMBERS},
}


@dataclass(frozen=True, slots=True)
class Listing:
    """A bot as a list shows it."""

    name: str
    description: str  # one line
    options: tuple[Option, ...] = ()


def names() -> tuple[str, ...]:
    """Every bot there is, those of this package first."""
    return (*BUILT_IN, *(name for name in _plugins() if name not in BUILT_IN))


def listing() -> tuple[Listing, ...]:
    """Every bot with its description and options. One that cannot be loaded says so."""
    return tuple(_listed(name) for name in names())


def make(text: str) -> Bot:
    """The bot a text names. Malformed, in one sentence, where there is no such bot, version or option."""
    alias, equals, command = text.partition("=exec:")
    if equals and ":" not in alias:
        return _aliased(alias, command)
    head, colon, rest = text.partition(":")
    name, at, version = head.partition("@")
    factory = _factory(name)
    if takes_text(factory):
        bot = factory(rest)
    else:
        bot = factory(**read_options(name, rest, options_of(factory), given=bool(colon)))
    if not isinstance(bot, Bot):
        raise Malformed(f"{name} is not a bot: expected something with name, version and choose")
    if at and version != str(bot.version):
        raise Malformed(f"{head!r}: here {name} has version {bot.version}, expected {name}@{bot.version}")
    return bot


def _aliased(alias: str, command: str) -> Bot:
    if not _ALIAS.fullmatch(alias) or alias in names():
        expected = "up to 30 letters, digits, '.', '_' or '-', and no bot that is there already"
        raise Malformed(f"{alias[:40]!r} is not a name for a program: expected {expected}")
    return Program(command, alias=alias)


def plays(bot: Bot, game: str) -> bool:
    """Whether a bot plays a game: all do, but for those that say they cannot."""
    able = getattr(bot, "plays", None)
    return able is None or bool(able(game))


def _factory(name: str) -> Factory:
    if name in BUILT_IN:
        return BUILT_IN[name]
    plugins = _plugins()
    if name not in plugins:
        raise Malformed(f"{name[:40]!r} is not a bot: expected one of {', '.join(names())}")
    try:
        factory: Factory = plugins[name].load()
    except Exception as fault:  # whatever a package from elsewhere does when it is imported
        raise Malformed(f"the bot {name} cannot be loaded from {plugins[name].value}: {fault}") from fault
    return factory


def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _listed(name: str) -> Listing:
    try:
        factory = _factory(name)
    except Malformed as fault:
        return Listing(name, str(fault))
    lines = (factory.__doc__ or "").strip().splitlines()
    options = () if takes_text(factory) else options_of(factory)
    return Listing(name, lines[0].rstrip(".") if lines else "", options)
