"""At a real terminal: what is on the screen, and the keys Ctrl-C and Ctrl-D."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from axio.rules import read_record

CLEAR = b"\x1b[2J"
FORGET = b"\x1b[3J"  # what scrolled away
PATIENCE = 60.0


class Terminal:
    """A process at a terminal of its own, 80 × 40."""

    def __init__(self, *words: str | Path, **settings: str) -> None:
        self.end, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40", **settings}
        environment = {name: value for name, value in environment.items() if value != ""}
        command = [sys.executable, "-m", "axio", *map(str, words)]
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(
                signal.SIGINT, signal.SIG_DFL
            ),  # tests may run where it is ignored
        )
        os.close(theirs)
        self.screen = b""

    def until(self, text: bytes) -> bytes:
        """What the process prints up to a text, which must come."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.screen and self.reads(deadline - time.monotonic()):
            pass
        seen, found, self.screen = self.screen.partition(text)
        assert found, seen[-2000:]
        return seen + found

    def reads(self, seconds: float) -> bool:
        """Whether more came within that time."""
        ready, _, _ = select.select([self.end], [], [], max(seconds, 0))
        try:
            more = os.read(self.end, 65_536) if ready else b""
        except OSError:  # the process is gone, and with it the other side
            return False
        self.screen += more
        return bool(more)

    def type(self, keys: bytes) -> None:
        os.write(self.end, keys)


@contextmanager
def terminal(*words: str | Path, **settings: str) -> Iterator[Terminal]:
    running = Terminal(*words, **settings)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait()
        os.close(running.end)


def test_the_screen_is_cleared_between_people() -> None:
    """Before the next person is called, the last one's rack is gone, with all that scrolled away."""
    with terminal("terminal", "--seats", "2", "--seed", "7") as table:
        table.until(b"Player 1 is next")
        table.type(b"\r")
        table.until(b"Player 1, place a tile: ")
        table.type(b"2 d9 d8\r")
        table.until(FORGET)
        seen = table.until(b"Player 2 is next")
        assert b"Pd8-Rd9" in seen
        assert b"drew" not in seen


def test_a_dumb_terminal_scrolls_the_rack_away() -> None:
    """Where a screen cannot be cleared, a screenful of empty lines hides it, without escape sequences."""
    with terminal("terminal", "--seats", "2", "--seed", "7", TERM="dumb") as table:
        table.until(b"Player 1 is next")
        table.type(b"\r")
        table.until(b"Player 1, place a tile: ")
        table.type(b"2 d9 d8\r")
        seen = table.until(b"Player 2 is next")
        assert b"\r\n" * 40 in seen
        assert b"\x1b[2J" not in seen


@pytest.mark.parametrize(
    ("settings", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colour_where_it_is_wanted(settings: dict[str, str], coloured: bool) -> None:
    """A terminal gets colours, unless it cannot show them or NO_COLOR says no."""
    with terminal("terminal", "--seed", "7", **{"NO_COLOR": "", **settings}) as table:
        seen = table.until(b"You, place a tile: ")
        assert (b"\x1b[38;" in seen or b"\x1b[1;38;" in seen) == coloured


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    """Ctrl-C at the prompt: one line, exit code 130, and the file holds every move."""
    kept = tmp_path / "game.json"
    with terminal("terminal", "--seed", "7", "--save", kept) as table:
        table.until(b"You, place a tile: ")
        table.type(b"2 d9 d8\r")
        table.until(b"You, place a tile: ")
        deadline = time.monotonic() + PATIENCE
        while b"Until" not in table.screen and time.monotonic() < deadline:
            table.process.send_signal(
                signal.SIGINT
            )  # again: one that comes as the prompt appears is not heard
            table.reads(5.0)
        table.until(b"Until next time: ")
        assert table.process.wait(PATIENCE) == 130
    record = read_record(kept.read_bytes())
    assert (str(record.moves[0]), len(record.moves)) == ("Pd8-Rd9", 2)


def test_ctrl_d_is_a_farewell() -> None:
    """Ctrl-D at the prompt: one line, and exit code 0."""
    with terminal("terminal", "--seed", "7") as table:
        table.until(b"You, place a tile: ")
        table.type(b"\x04")
        table.until(b"Until next time. This game is not saved.")
        assert table.process.wait(PATIENCE) == 0
