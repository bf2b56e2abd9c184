"""The bot `exec:COMMAND`: any program that reads an observation as a line of JSON and answers with a move."""

from __future__ import annotations

import json
import shlex
import shutil
from typing import Any, ClassVar

from axio.rules import AxioError, LegalMoves, Malformed, Move, Observation, parse_move
from axio.rules.data import observation_data

from .budget import Budget, Time
from .pipe import Pipe
from .protocol import BotFailed, Choice
from .reasons import Reason

PATIENCE = 60.0  # seconds for an answer where the budget is work
START = 10.0  # seconds more for the first answer of a fresh process
LATE = 2.0  # a budget of time may be overrun by this factor


class Program:
    """runs a program, as exec:COMMAND, that plays over lines of JSON: an observation in, a move out"""

    version: ClassVar[int] = 1

    def __init__(self, command: str, /, *, patience: float = PATIENCE) -> None:
        self.command = command
        self.patience = patience
        self._pipe = Pipe(_words(command))

    @property
    def name(self) -> str:
        return f"exec:{self.command}"

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        limit = budget.seconds * LATE if isinstance(budget, Time) else self.patience
        try:
            line = self._pipe.ask(json.dumps(request(observation, budget, key)), limit, START)
            move, said = read_answer(line)
            LegalMoves(observation, observation.rack).check(move)
        except AxioError as fault:
            self.close()  # whatever it sends next may be the answer to something else
            raise BotFailed(f"{self.name}: {fault}") from None
        reason = Reason("said", {"text": said}) if said else Reason("program", {"program": self.command})
        return Choice(move, (), reason)

    def close(self) -> None:
        """End the program. The next choice starts it anew."""
        self._pipe.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command,), {"patience": self.patience}


def request(observation: Observation, budget: Budget, key: bytes) -> dict[str, Any]:
    """What a program is asked: the observation, its legal moves, the budget and the key."""
    moves = [str(move) for move in observation.legal_moves]
    granted = {"seconds": budget.seconds} if isinstance(budget, Time) else {"work": budget.amount}
    return {
        "observation": observation_data(observation),
        "legal": len(moves),
        "moves": moves,
        "budget": granted,
        "key": key.hex(),
    }


def read_answer(line: str) -> tuple[Move, str]:
    """The move in a program's answer, and its reason if it gave one."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed(f'it answered {line[:60]!r}, expected JSON: {{"move": "…"}}') from None
    move = answer.get("move") if isinstance(answer, dict) else None
    if not isinstance(move, str):
        raise Malformed(f'it answered {line[:60]!r}, expected an object {{"move": "…"}}')
    said = answer.get("reason")
    return parse_move(move), said if isinstance(said, str) else ""


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as fault:
        raise Malformed(f"exec: {command[:60]!r} is not a command: {fault}") from None
    if not words:
        raise Malformed("exec: expected a command, as in `exec:python my_bot.py`")
    if shutil.which(words[0]) is None:
        raise Malformed(f"exec: there is no program {words[0][:60]!r} to run")
    return words
