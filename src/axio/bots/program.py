"""The bot `exec:COMMAND`: any program that reads an observation as a line of JSON and answers with a move."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, ClassVar

from axio.rules import AxioError, LegalMoves, Malformed, Move, Observation, parse_move
from axio.rules.data import observation_data

from .protocol import BotFailed, Budget, Choice, Time
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


class Pipe:
    """Keeps one process of a program alive, and starts it again when it is gone."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self._process: _Process | None = None

    def ask(self, line: str, limit: float, start: float) -> str:
        """The program's answer. `limit` is in seconds, `start` is added while the process is fresh."""
        process = self._process
        if process is None or not process.alive:
            self.close()
            process = self._process = _Process(self.words)
            limit += start
        try:
            return process.ask(line, limit)
        except BotFailed:
            self.close()
            raise

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.close()
            self._process = None


class _Process:
    def __init__(self, words: list[str]) -> None:
        pipe = subprocess.PIPE
        try:
            # A session of its own, so that whatever the program started ends with it.
            self._popen = subprocess.Popen(
                words,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as fault:
            raise BotFailed(f"it cannot be started: {fault.strerror}") from None
        self._complaints: deque[str] = deque(maxlen=1)
        self._threads: list[Thread] = []
        self.close = weakref.finalize(self, _end, self._popen, self._threads)
        self._listener = self._run(_listen, self._complaints)

    @property
    def alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, line: str, limit: float) -> str:
        # Writing can block just as reading does, so both wait in a thread that ends with the process.
        answer: Future[str] = Future()
        self._threads[1:] = []
        self._run(_converse, line, answer)
        try:
            text = answer.result(limit)
        except TimeoutError:
            raise BotFailed(f"no answer within {limit:g} s") from None
        if not text:
            raise BotFailed(self._death())
        return text

    def _run(self, task: Callable[..., None], *values: object) -> Thread:
        thread = Thread(target=task, args=(self._popen, *values), daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def _death(self) -> str:
        """How the program ended, with the last line it complained in."""
        try:
            status = self._popen.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "it closed its output instead of answering"
        self._listener.join(timeout=1)
        return ": ".join([f"it ended with exit status {status} instead of answering", *self._complaints])


def _converse(popen: subprocess.Popen[str], line: str, answer: Future[str]) -> None:
    assert popen.stdin is not None
    assert popen.stdout is not None
    try:
        popen.stdin.write(line + "\n")
        popen.stdin.flush()
        answer.set_result(popen.stdout.readline())
    except (OSError, ValueError):  # it is gone
        answer.set_result("")


def _listen(popen: subprocess.Popen[str], complaints: deque[str]) -> None:
    assert popen.stderr is not None
    complaints.extend(line.strip() for line in popen.stderr if line.strip())


def _end(popen: subprocess.Popen[str], threads: list[Thread]) -> None:
    if popen.poll() is None:
        _kill(popen)
    popen.wait()
    for thread in threads:
        thread.join(timeout=1)
    for stream in (popen.stdin, popen.stdout, popen.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def _kill(popen: subprocess.Popen[str]) -> None:
    """With everything it started, where the system knows sessions."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(popen.pid, signal.SIGKILL)
    else:
        popen.kill()
