"""The prompt of a person at the terminal: moves, and the commands besides them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from rich.text import Text

from axio.bots import USUAL, is_ready, make
from axio.rules import AxioError, IllegalMove, Malformed, Place, State
from axio.rules.events import Scored

from .command import sentence
from .local_game import LocalGame
from .narration import gains, legend
from .rules_summary import notation, primer
from .screen import Screen
from .typed_moves import example, matching, near, parts_of, understood

LISTED = 20  # moves shown at once
ADVISERS = ("planner", "careful")  # the first that is ready
Command: TypeAlias = Callable[[LocalGame, Screen, str], bool]
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "": "board"}


class Quit(Exception):
    """Raised when the person wants to stop."""


def hint(match: LocalGame, screen: Screen, words: str) -> bool:
    """A good move, and why"""
    key = sha256(f"axio-hint {match.ply}".encode()).digest()  # a public key: a hint must not reveal the seed
    advisers = map(make, ADVISERS)
    adviser = next(bot for bot in advisers if is_ready(bot, match.record.game, match.record.seats))
    choice = adviser.choose(match.view, USUAL, key)
    screen.say(f"Try {choice.move}: {choice.reason}.")
    return False


def moves(match: LocalGame, screen: Screen, words: str) -> bool:
    """How many moves you have; `moves e4` or `moves RB` lists some, with their points"""
    legal = match.view.legal_moves
    if not words:
        screen.say(f"You have {_count(len(legal), 'legal move')}, such as {example(match.view)}.")
        return False
    parts = parts_of(words, match.view)
    if parts is None:
        raise Malformed(f"{words[:40]!r} is neither a cell nor a tile: expected `moves e4` or `moves RB`")
    show_moves(match.state, matching(parts, legal), screen)
    return False


def show_moves(state: State, found: Iterable[Place], screen: Screen) -> None:
    """List moves with the points of each, the highest first, then those without points."""
    scored = [(place, _scored(state, place)) for place in found]
    scored.sort(key=lambda each: -sum(event.sight.points for event in each[1]))
    screen.say(f"{_count(len(scored), 'legal move')} fit{'s' * (len(scored) == 1)}{':' if scored else '.'}")
    shown, left = scored[:LISTED], len(scored) - LISTED
    for place, events in shown:
        if events:
            screen.say(Text(f"  {place}").append_text(gains(events)))
    if idle := [str(place) for place, events in shown if not events]:
        screen.say(f"without points: {' '.join(idle)}", indent=2)
    if left > 0:
        screen.say(f"… and {left} more: say more to see fewer", indent=2)


def undo(match: LocalGame, screen: Screen, words: str) -> bool:
    """Take back your last move, and the replies to it"""
    screen.say(f"Took back {_count(match.take_back(), 'move')}.")
    return True


def unseen(match: LocalGame, screen: Screen, words: str) -> bool:
    """The tiles you have not seen"""
    view = match.view
    counts = Counter(view.unseen)
    screen.say(f"{len(view.unseen)} tiles unseen, {view.bag_size} of them in the bag:")
    screen.say(" ".join(f"{tile}×{count}" if count > 1 else tile for tile, count in counts.items()), indent=2)
    return False


def board(match: LocalGame, screen: Screen, words: str) -> bool:
    """Draw the board again"""
    return True


def rules(match: LocalGame, screen: Screen, words: str) -> bool:
    """The rules in short"""
    for paragraph in primer(match.state.game):
        screen.say(paragraph)
    return False


def save(match: LocalGame, screen: Screen, words: str) -> bool:
    """`save FILE` writes the game to a file, and every move from then on"""
    name = words or match.file
    if not name:
        raise Malformed("a file name is missing: expected `save game.json`")
    path = Path(name).expanduser()
    if path.exists() and (match.file is None or path.resolve() != Path(match.file).resolve()):
        raise Malformed(f"{name} is there already: expected the name of a new file")
    match.save_as(str(path))
    screen.say(f"Saved in {match.file}.")
    return False


def leave(match: LocalGame, screen: Screen, words: str) -> bool:
    """Stop; you can go on later with a saved game"""
    raise Quit


def usage(match: LocalGame, screen: Screen, words: str) -> bool:
    """This list"""
    game = match.state.game
    screen.say(f"{notation(game)} Legal now: {example(match.view)}.")
    screen.say(legend(screen, game))
    for name, command in COMMANDS.items():
        screen.say(f"{name:<7} {command.__doc__}", indent=2)
    return False


COMMANDS: dict[str, Command] = {
    "hint": hint,
    "moves": moves,
    "undo": undo,
    "unseen": unseen,
    "board": board,
    "rules": rules,
    "save": save,
    "help": usage,
    "quit": leave,
}


def _scored(state: State, place: Place) -> list[Scored]:
    return [event for event in state.play(place).events if isinstance(event, Scored)]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def decide(match: LocalGame, screen: Screen) -> None:
    """Ask until the seat to move has decided. Raises Quit when the person wants to stop."""
    while True:
        line = screen.ask(_question(match))
        try:
            if obeyed(line, match, screen):
                return
        except (AxioError, OSError) as fault:
            screen.say(f"{sentence(fault)}.", style="red")
            _suggest(line, fault, match, screen)


def obeyed(line: str, match: LocalGame, screen: Screen) -> bool:
    """Carry out a line. Returns whether the board should be drawn again."""
    word, _, rest = line.partition(" ")
    name = ALIASES.get(word.lower(), word.lower())
    if name in COMMANDS:
        return COMMANDS[name](match, screen, rest.strip())
    moves = understood(line, match.view)
    if len(moves) != 1:
        show_moves(match.state, [move for move in moves if isinstance(move, Place)], screen)
        return False
    match.play(moves[0])
    return True


def _question(match: LocalGame) -> str:
    state = match.state
    name = match.players[state.seat].name
    if state.asked:
        return f"{name}, exchange or keep? "
    return f"{name}, place {'a bonus tile' if state.owed else 'a tile'}: "


def _suggest(line: str, fault: Exception, match: LocalGame, screen: Screen) -> None:
    """Suggest what the person may have meant."""
    word = line.split(maxsplit=1)[0].lower()
    if word in COMMANDS or word in ALIASES:
        return
    alike = get_close_matches(word, COMMANDS, n=1, cutoff=0.6)
    if alike and not isinstance(fault, IllegalMove):
        screen.say(f"Did you mean `{alike[0]}`?")
    elif moves := near(line, match.view):
        screen.say(f"Legal and near: {', '.join(moves)}.")
