"""The bot `exec:COMMAND`: any program that reads an observation as a line of JSON and answers with a move."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any, BinaryIO, ClassVar, NamedTuple

from axio.rules import AxioError, Exchange, Keep, LegalMoves, Malformed, Move, Observation, Place, parse_move
from axio.rules.data import observation_data

from .protocol import BotFailed, Budget, Choice, GameHistory, Time
from .reasons import Reason

PATIENCE = 60.0  # seconds for an answer where the budget is work
START = 10.0  # seconds more for the first answer of a fresh process
LATE = 2.0  # a budget of time may be overrun by this factor
LONGEST_LINE = 1_000_000  # characters
LONGEST_REASON = 200  # characters of a sentence


class Program:
    """runs a program, as exec:COMMAND, that plays over lines of JSON: an observation in, a move out"""

    version: ClassVar[int] = 1

    def __init__(
        self, command: str, /, *, patience: float = PATIENCE, alias: str = "", logs: str | None = None
    ) -> None:
        self.command = command
        self.alias = alias
        self.patience = patience
        self.logs = logs  # the folder for what it writes to standard error
        words = _words(command)
        self._pipe = Pipe(words, Path(logs) if logs is not None else None, alias or Path(words[0]).name)
        self._next: _NextAnswer | None = None

    @property
    def name(self) -> str:
        return self.alias or f"exec:{self.command}"

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        return self._choose(observation, budget, key, None)

    def choose_after(
        self, observation: Observation, budget: Budget, key: bytes, history: GameHistory
    ) -> Choice:
        """A move; the program learns how the position came about."""
        return self._choose(observation, budget, key, history)

    def _choose(
        self, observation: Observation, budget: Budget, key: bytes, history: GameHistory | None
    ) -> Choice:
        known, self._next = self._next, None
        if known is not None and known.fits(observation):
            return Choice(known.then, (), self._reason(""), 0.0)
        limit = budget.seconds * LATE if isinstance(budget, Time) else self.patience
        try:
            asked = json.dumps(request(observation, budget, key, history))
            line, seconds = self._pipe.ask(asked, limit, START)
            answer = read_answer(line)
            LegalMoves(observation, observation.rack).check(answer.move)
        except AxioError as fault:
            log = self._pipe.keep_log()
            self.close()  # whatever it sends next may be the answer to something else
            raise ProgramFailed(f"{self.name}: {fault}", log, isinstance(fault, NoAnswer)) from None
        self._next = _next_answer(observation, answer)
        return Choice(answer.move, (), self._reason(answer.said), seconds)

    def _reason(self, said: str) -> Reason:
        return Reason("said", {"text": said}) if said else Reason("program", {"program": self.command})

    def close(self) -> None:
        """End the program. The next choice starts it anew."""
        self._next = None
        self._pipe.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.command, self.patience, self.alias, self.logs)


class NoAnswer(BotFailed):
    """A program that took too long."""


class ProgramFailed(BotFailed):
    """A program that did not play, the file with what it wrote to standard error, if anything, and whether it
    took too long."""

    def __init__(self, sentence: str, log: str | None = None, late: bool = False) -> None:
        super().__init__(sentence, log, late)
        self.sentence = sentence
        self.log = log
        self.late = late

    def __str__(self) -> str:
        return self.sentence


class Answer(NamedTuple):
    """What a program answered: its move, its reason, and whether it would exchange right after the move."""

    move: Move
    said: str = ""
    then: Exchange | Keep | None = None


class _NextAnswer(NamedTuple):
    """What a program has already said about the question that may follow its placement."""

    viewer: int | None
    tiles: frozenset[Place]
    then: Exchange | Keep

    def fits(self, view: Observation) -> bool:
        return view.asked and (view.viewer, frozenset(view.board.tiles)) == (self.viewer, self.tiles)


def _next_answer(view: Observation, answer: Answer) -> _NextAnswer | None:
    if answer.then is None or not isinstance(answer.move, Place):
        return None
    return _NextAnswer(view.viewer, frozenset((*view.board.tiles, answer.move)), answer.then)


def _made(command: str, patience: float, alias: str, logs: str | None) -> Program:
    return Program(command, patience=patience, alias=alias, logs=logs)


def request(
    observation: Observation, budget: Budget, key: bytes, history: GameHistory | None = None
) -> dict[str, Any]:
    """What a program is asked: the observation, its legal moves, the budget, the key and the history."""
    moves = [str(move) for move in observation.legal_moves]
    granted = {"seconds": budget.seconds} if isinstance(budget, Time) else {"work": budget.amount}
    asked: dict[str, Any] = {
        "observation": observation_data(observation),
        "legal": len(moves),
        "moves": moves,
        "budget": granted,
        "key": key.hex(),
    }
    if history is None:
        return asked
    made = [{"seat": seat, "move": str(move)} for seat, move in history.moves]
    return {**asked, "game_id": history.game_id, "ply": history.ply, "history": made}


def read_answer(line: str) -> Answer:
    """A program's answer from the line it wrote."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed(f'it answered {line[:60]!r}, expected JSON: {{"move": "…"}}') from None
    move = answer.get("move") if isinstance(answer, dict) else None
    if not isinstance(move, str):
        raise Malformed(f'it answered {line[:60]!r}, expected an object {{"move": "…"}}')
    said = answer.get("reason")
    return Answer(
        parse_move(move),
        said[:LONGEST_REASON] if isinstance(said, str) else "",
        _read_then(answer.get("then")),
    )


def _read_then(text: object) -> Exchange | Keep | None:
    if text is None:
        return None
    move = parse_move(text) if isinstance(text, str) else None
    if not isinstance(move, Exchange | Keep):
        raise Malformed(f"then is {str(text)[:60]!r}, expected exchange or keep")
    return move


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

    def __init__(self, words: list[str], logs: Path | None = None, name: str = "program") -> None:
        self.words = words
        self._log = LogFile(logs, name)
        self._process: _Process | None = None
        weakref.finalize(self, self._log.end)

    def ask(self, line: str, limit: float, start: float) -> tuple[str, float]:
        """The program's answer, and the seconds it took. `limit` is in seconds, `start` is added while the
        process is fresh."""
        process = self._process
        if process is None or not process.alive:
            self.close()
            process = self._process = _Process(self.words, self._log)
            limit += start
        return process.ask(line, limit)

    def keep_log(self) -> str | None:
        """Keep what the program wrote to standard error, if anything; the name of the file."""
        return self._log.keep()

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.close()
            self._process = None


class LogFile:
    """What a program writes to standard error. Without a folder it is a temporary file, which goes with the
    bot unless it is kept."""

    def __init__(self, folder: Path | None, name: str) -> None:
        self._folder = folder
        self._name = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:40]
        self._path: Path | None = None
        self._kept = folder is not None

    def open(self) -> BinaryIO:
        """The file, made when it is first needed, to be written to at its end."""
        if self._path is None:
            if self._folder is not None:
                self._folder.mkdir(parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(".log", f"axio-{self._name}-{os.getpid()}-", self._folder)
            os.close(handle)
            self._path = Path(path)
        return self._path.open("ab")

    @property
    def size(self) -> int:
        return self._path.stat().st_size if self._path is not None and self._path.exists() else 0

    def keep(self) -> str | None:
        """Do not delete the file, unless it is empty; its name."""
        if not self.size:
            return None
        self._kept = True
        return str(self._path)

    def last_line(self, since: int) -> str:
        """The last line after this place that says anything."""
        if self._path is None or self.size <= since:
            return ""
        with self._path.open("rb") as file:
            file.seek(max(since, self.size - 10_000))
            lines = file.read().decode("utf-8", "replace").splitlines()
        return next((line.strip()[:300] for line in reversed(lines) if line.strip()), "")

    def end(self) -> None:
        """The bot is gone."""
        if self._path is not None and not (self._kept and self.size):
            self._path.unlink(missing_ok=True)


class _Process:
    def __init__(self, words: list[str], log: LogFile) -> None:
        self._log = log
        self._since = log.size
        pipe = subprocess.PIPE
        try:
            with log.open() as errors:
                # A session of its own, so that whatever the program started ends with it.
                self._popen = subprocess.Popen(
                    words,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=errors,
                    encoding="utf-8",
                    errors="replace",
                    start_new_session=True,
                )
        except OSError as fault:
            raise BotFailed(f"it cannot be started: {fault.strerror}") from None
        self._skipped: list[str] = []  # the last line that is not JSON
        self._threads: list[Thread] = []
        self.close = weakref.finalize(self, _end, self._popen, self._threads)

    @property
    def alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, line: str, limit: float) -> tuple[str, float]:
        # Writing can block just as reading does, so both wait in a thread that ends with the process.
        answer: Future[tuple[str, float]] = Future()
        self._threads.clear()
        self._skipped.clear()
        self._run(_converse, line, answer, self._skipped)
        try:
            text, seconds = answer.result(limit)
        except TimeoutError:
            raise NoAnswer(self._told(f"no answer within {limit:g} s")) from None
        if not text:
            raise BotFailed(self._told(self._death()))
        if len(text) > LONGEST_LINE:
            raise BotFailed(f"it wrote a line of more than {LONGEST_LINE:,} characters")
        return text, seconds

    def _run(self, task: Callable[..., None], *values: object) -> None:
        thread = Thread(target=task, args=(self._popen, *values), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _told(self, sentence: str) -> str:
        """A failure, with the last line that was skipped."""
        skipped = "".join(line.strip()[:60] for line in self._skipped)
        return f"{sentence}; it wrote {skipped!r}, which is not JSON" if skipped else sentence

    def _death(self) -> str:
        """How the program ended, with the last line it complained in."""
        try:
            status = self._popen.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "it closed its output instead of answering"
        complaint = self._log.last_line(self._since)
        return ": ".join(
            [f"it ended with exit status {status} instead of answering", *filter(None, [complaint])]
        )


def _converse(
    popen: subprocess.Popen[str], line: str, answer: Future[tuple[str, float]], skipped: list[str]
) -> None:
    assert popen.stdin is not None
    assert popen.stdout is not None
    start = perf_counter()
    try:
        popen.stdin.write(line + "\n")
        popen.stdin.flush()
    except (OSError, ValueError):  # it is gone
        answer.set_result(("", 0.0))
        return
    try:
        while _is_remark(text := popen.stdout.readline(LONGEST_LINE + 1)):
            skipped[:] = [text]
    except (OSError, ValueError):
        text = ""
    answer.set_result((text, perf_counter() - start))


def _is_remark(line: str) -> bool:
    """Whether a line is something else than JSON: programs print what they like, and answer in JSON."""
    if not line or len(line) > LONGEST_LINE:
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return True
    return False


def _end(popen: subprocess.Popen[str], threads: list[Thread]) -> None:
    if popen.poll() is None:
        _kill(popen)
    popen.wait()
    for thread in threads:
        thread.join(timeout=1)
    for stream in (popen.stdin, popen.stdout):
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
