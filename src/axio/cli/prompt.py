"""A person's turn at the terminal: lines are read until the position has changed or shall be drawn again."""

from __future__ import annotations

from difflib import get_close_matches

from axio.rules import AxioError, IllegalMove, Place

from .commands import ALIASES, COMMANDS, show_moves
from .faults import sentence
from .match import Match
from .screen import Screen
from .typed import near, understood


def decide(match: Match, screen: Screen) -> None:
    """One decision of the seat to move. Leave is raised when the person wants to stop."""
    while True:
        line = screen.ask(_question(match))
        try:
            if obeyed(line, match, screen):
                return
        except (AxioError, OSError) as fault:
            screen.say(f"{sentence(fault)}.", style="red")
            _suggest(line, fault, match, screen)


def obeyed(line: str, match: Match, screen: Screen) -> bool:
    """Do what a line says. Whether the position has changed, or shall be drawn again."""
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


def _question(match: Match) -> str:
    state = match.state
    name = match.players[state.seat].name
    if state.asked:
        return f"{name}, exchange or keep? "
    return f"{name}, place {'a bonus tile' if state.owed else 'a tile'}: "


def _suggest(line: str, fault: Exception, match: Match, screen: Screen) -> None:
    """What may have been meant instead."""
    word = line.split(maxsplit=1)[0].lower()
    if word in COMMANDS or word in ALIASES:
        return
    alike = get_close_matches(word, COMMANDS, n=1, cutoff=0.6)
    if alike and not isinstance(fault, IllegalMove):
        screen.say(f"Did you mean `{alike[0]}`?")
    elif moves := near(line, match.view):
        screen.say(f"Legal and near: {', '.join(moves)}.")
