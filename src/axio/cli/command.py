"""What all commands share: help texts, and errors that end in one sentence and an exit code."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from axio.rules import AxioError, game_names

BAD_INPUT = 2
INTERRUPTED = 130


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C while something is done that must be finished."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Forgiving(TyperGroup):
    """The group of all commands. It turns errors into one sentence and an exit code, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # `axio show game.json | head`: the reader has enough
            raise
        except (AxioError, OSError) as fault:
            complain(fault)
        except UnicodeError as fault:
            complain(f"this text cannot be written here: {fault}")
        except KeyboardInterrupt:
            print(file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        raise typer.Exit(BAD_INPUT)


def complain(fault: Exception | str) -> None:
    """Print an error to standard error."""
    print(f"axio: {sentence(fault)}", file=sys.stderr)


def sentence(fault: Exception | str) -> str:
    """An error as one sentence for a person."""
    if isinstance(fault, OSError) and fault.strerror:
        where = f"{fault.filename}: " if fault.filename is not None else ""
        return f"{where}{fault.strerror[:1].lower()}{fault.strerror[1:]}"
    return str(fault)


def any_game() -> str:
    """The help of an option that names a game."""
    *others, last = game_names()
    return f"{', '.join(others)} or {last}."


def manual(about: str, *examples: str) -> str:
    """A help text: paragraphs, then examples, one a line. A ` # ` begins a remark about an example."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in about.split("\n\n")]
    commands = [example.split(" # ") for example in examples]
    width = max(len(command[0]) for command in commands)
    lines = [
        f"  {command:<{width}}" + "".join(f"  [dim]{remark}[/dim]" for remark in remarks)
        for command, *remarks in commands
    ]
    return "\n\n".join([*paragraphs, "[bold]Examples[/bold]", "\n".join(lines)])
