"""The bots a table may seat, by plain name. Programs from outside are not for whoever can reach a page."""

from __future__ import annotations

from functools import cache

from axio.bots import label, listing, make
from axio.rules import Malformed

from .forms import BotCard

_NOT_HERE = ("exec",)  # runs any command its name holds
ADVISER = "careful"  # gives hints
SUBSTITUTE = "careful"  # plays on for whoever left
STAND_INS = ("greedy", "random")  # from the stronger to the weaker
LAST_RESORT = "first@1"  # the first legal move, where no process will think


@cache
def cards() -> tuple[BotCard, ...]:
    """Every bot as the page shows it."""
    return tuple(
        BotCard(name=each.name, title=each.name.capitalize(), character=each.description)
        for each in listing()
        if each.name not in _NOT_HERE
    )


def plain(name: str) -> str:
    """A bot's name without its version; Malformed if no table may seat it."""
    head = name.partition("@")[0]
    known = [card.name for card in cards()]
    if head not in known or ":" in name:
        raise Malformed(f"{name[:40]!r} is not a bot: expected one of {', '.join(known)}")
    return head


def label_of(name: str) -> str:
    """The bot with the version that plays here now, as results name it."""
    return label(make(plain(name)))


def weaker(name: str) -> tuple[str, ...]:
    """The bots that stand in for one that failed, the strongest first."""
    head = name.partition("@")[0]
    return STAND_INS[STAND_INS.index(head) + 1 :] if head in STAND_INS else STAND_INS


def is_label(name: str) -> bool:
    """Whether this is a bot of this server, as results name it."""
    return any(name == label_of(card.name) for card in cards())
