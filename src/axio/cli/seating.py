"""Who sits where: people and bots, from the options or from a saved game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from axio.bots import Bot, label, make
from axio.draw.terminal import inert
from axio.rules import AxioError, Malformed, Record
from axio.rules.game import SEATS

YOU = "You"
ROOM = 24  # columns for a name
PROGRAM = "exec"  # the bot that runs a command


@dataclass(frozen=True)
class Player:
    """A person or a bot at a seat: the name on the screen, and the one that a record keeps."""

    name: str
    kept: str
    bot: Bot | None = None


def number_of_seats(seats: int | None, bots: int) -> int:
    """As many as asked for; otherwise one person and the bots, or the bots alone when that is too many."""
    there = min(bots + 1, SEATS[-1]) if seats is None else seats
    if bots > there:
        raise Malformed(f"too many bots: {bots} for {there} seat{'s' * (there > 1)}")
    return there


def seated(seats: int, bots: Sequence[Bot]) -> tuple[Player, ...]:
    """People first, bots on the last seats."""
    people = [f"Player {seat + 1}" for seat in range(seats - len(bots))]
    return _named([*people, *bots])


def seated_again(record: Record, bots: Sequence[Bot]) -> tuple[Player, ...]:
    """Who goes on with a saved game: these bots on the last seats, or whoever played it so far."""
    if not record.players or bots:
        return seated(record.seats, bots)
    names = [seat[-1].name if seat else f"Player {number + 1}" for number, seat in enumerate(record.players)]
    return _named([_bot_called(name) or name for name in names])


def _bot_called(kept: str) -> Bot | None:
    """The bot that a record's name such as `careful@1` stands for, in whatever version we have it.

    Never a program: what a file says must not be run.
    """
    name, at, rest = kept.partition("@")
    if not at or name == PROGRAM:
        return None
    _, colon, options = rest.partition(":")
    try:
        return make(f"{name}{colon}{options}")
    except AxioError:
        return None


def _named(sitting: Sequence[str | Bot]) -> tuple[Player, ...]:
    """Players with names that tell them apart; a person alone is simply `You`."""
    people = [each for each in sitting if isinstance(each, str)]
    names = [_shown(each) or f"Player {seat + 1}" for seat, each in enumerate(sitting)]
    twice = {name for name, count in Counter(names).items() if count > 1}
    players = []
    for seat, (each, name) in enumerate(zip(sitting, names, strict=True)):
        shown = f"{name} {seat + 1}" if name in twice else name
        if isinstance(each, str):
            players.append(Player(YOU if len(people) == 1 else shown, each))
        else:
            players.append(Player(shown, label(each), each))
    return tuple(players)


def _shown(each: str | Bot) -> str:
    """A name without what would steer a terminal, and a bot's without its options."""
    return inert(each if isinstance(each, str) else each.name.partition(":")[0], ROOM)
