"""The command as a whole: help, versions, bad usage, and streams of every kind."""

import subprocess
import sys

import pytest

import axio as package
from axio.bots import names

from .helpers import axio, process

COMMANDS = ("serve", "terminal", "show", "verify", "arena", "ladder", "export")


def test_version() -> None:
    """`axio --version` and `python -m axio --version` say the package's version."""
    assert axio("--version").stdout == f"axio {package.__version__}\n"
    done = process("--version")
    assert (done.returncode, done.stdout) == (0, f"axio {package.__version__}\n".encode())


def test_alone_it_opens_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """`axio` without a word starts the server and the browser on it."""
    opened: list[bool] = []
    monkeypatch.setattr("axio.cli.serve.play", lambda: opened.append(True))
    axio()
    assert opened == [True]


def test_help_names_every_command() -> None:
    """`axio --help` lists what there is."""
    told = axio("--help").stdout
    assert all(f" {command} " in told for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    """Help has examples that begin with the command itself."""
    for option in ("--help", "-h"):
        told = axio(command, option).stdout
        assert "Examples" in told
        assert f"axio {command} " in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["terminal", "--game", "go"], "'go' is not a game: expected one of axio, rota, hex"),
        (["terminal", "--seats", "5"], "5 is not a number of seats: expected 1 to 4"),
        (["terminal", "--seats", "0"], "0 is not a number of seats: expected 1 to 4"),
        (["terminal", "--seats", "1", "--bot", "greedy", "--bot", "greedy"], "too many bots: 2 for 1 seat"),
        (["terminal", *["--bot", "greedy"] * 5], "too many bots: 5 for 4 seats"),
        (
            ["terminal", "--bot", "deep-blue"],
            f"'deep-blue' is not a bot: expected one of {', '.join(names())}",
        ),
        (["terminal", "--seed", "\ud800"], "the seed holds half a character"),
    ],
)
def test_bad_options_get_a_sentence(words: list[str], reason: str) -> None:
    """What the games do not know is refused in one line, with what was expected, and exit code 2."""
    result = axio(*words, code=2)
    assert result.stderr.startswith(f"axio: {reason}")
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize("words", [["dance"], ["show"], ["show", "--ply", "x", "f"], ["terminal", "--dance"]])
def test_bad_usage_is_exit_code_2(words: list[str]) -> None:
    """Unknown commands and options, and missing ones, are told on standard error."""
    result = axio(*words, code=2)
    assert result.stdout == ""
    assert "Usage: axio" in result.stderr


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}])
def test_plain_streams_get_plain_text(settings: dict[str, str]) -> None:
    """No escape sequences in a pipe, and no error where the symbols cannot be written."""
    done = process("terminal", "--seed", "7", typed=b"moves\nhint\nrules\n2 d9 d8\n", **settings)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"You: Pd8-Rd9" in done.stdout
    assert b"?" not in done.stdout


def test_bytes_that_are_no_text() -> None:
    """What cannot be read as text is a line like any other that is no move."""
    done = process("terminal", "--seed", "7", typed=b"\xff\xfe e4\nmoves\n")
    assert done.returncode == 0
    assert b"You have 200 legal moves" in done.stdout


def test_nobody_reads_on() -> None:
    """Output cut short, as by `head`, ends the command without a complaint."""
    command = [sys.executable, "-m", "axio", "terminal", "--seats", "2", "--bot", "random", "--bot", "random"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()


def test_bots_alone() -> None:
    """With bots on every seat the game plays itself, and is told to its end."""
    told = axio(
        "terminal", "--game", "rota", "--seats", "2", "--bot", "random", "--bot", "greedy", "--seed", "7"
    ).stdout
    assert "random against greedy" in told
    assert "The game is over: all stacks are placed." in told
    assert "drew" not in told
