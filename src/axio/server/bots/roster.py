"""The bots a table may seat, by plain name. Programs from outside are not for whoever can reach a page."""

from __future__ import annotations

from functools import cache

from axio.bots import Listing, label, listing, make, plays
from axio.bots.levels import LEVELS, dial, face_of, strength
from axio.bots.readiness import Prepared
from axio.rules import Malformed, game_names
from axio.server.schemas.tables import BotCard, FaceCard

_NOT_HERE = ("exec", "dial")  # runs any command its name holds; is there as its levels
STAND_IN = "careful"  # moves for a bot that is still being prepared
ADVISERS = ("planner", STAND_IN)  # give hints: the first that is ready
STAND_INS = ("greedy", "random")  # from the stronger to the weaker
LAST_RESORT = "first@1"  # the first legal move, where no process will think


@cache
def cards() -> tuple[BotCard, ...]:
    """Every bot as the page shows it: the levels from gentle to strong, then the others."""
    known = {each.name: each for each in listing() if each.name not in _NOT_HERE}
    levels = [level.name for level in LEVELS if level.name in known]
    return tuple(_card(known[name]) for name in (*levels, *(name for name in known if name not in levels)))


def _card(bot: Listing) -> BotCard:
    face, games = face_of(bot.name), [game for game in game_names() if plays(make(bot.name), game)]
    known = {game: strength(bot.name, game) for game in games}
    return BotCard(
        name=bot.name,
        title=bot.name.capitalize(),
        character=bot.description,
        games=games,
        strength={game: round(value, 3) for game, value in known.items() if value is not None},
        level={game: dial(game).index(bot.name) + 1 for game in games if bot.name in dial(game)},
        face=None
        if face is None
        else FaceCard(colour=face.colour, eyes=face.eyes, mouth=face.mouth, top=face.top),
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


def seated(name: str, game: str) -> str:
    """The same, for a seat at a game; Malformed if the bot does not play it."""
    able = next(card.games for card in cards() if card.name == plain(name))
    if game not in able:
        raise Malformed(f"{plain(name)} does not play {game}: expected {' or '.join(able)}")
    return label_of(name)


def weaker(name: str) -> tuple[str, ...]:
    """The bots that stand in for one that failed, the strongest first."""
    head = name.partition("@")[0]
    if head in prepared():
        return (STAND_IN, *STAND_INS)
    return STAND_INS[STAND_INS.index(head) + 1 :] if head in STAND_INS else STAND_INS


@cache
def prepared() -> tuple[str, ...]:
    """The bots that need preparation before they play."""
    return tuple(card.name for card in cards() if isinstance(make(card.name), Prepared))


def keeps_seat(bot: str, by: str) -> bool:
    """Whether a bot stays at its seat although another made its move: while it is being prepared."""
    head = bot.partition("@")[0]
    return by.partition("@")[0] == STAND_IN and head != STAND_IN and head in prepared()


def is_label(name: str) -> bool:
    """Whether this is a bot of this server, as results name it."""
    head = name.partition("@")[0]
    return any(card.name == head for card in cards()) and label_of(head) == name
