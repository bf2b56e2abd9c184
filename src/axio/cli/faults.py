"""What goes wrong ends in one sentence and a fitting exit code, never in a traceback."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from axio.rules import AxioError

BAD_INPUT = 2
INTERRUPTED = 130


@contextmanager
def undisturbed() -> Iterator[None]:
    """What must be done to the end, however often somebody presses Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Forgiving(TyperGroup):
    """The group of all commands."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # `axio show game.json | head`: nobody reads on, and that is all right
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
    print(f"axio: {sentence(fault)}", file=sys.stderr)


def sentence(fault: Exception | str) -> str:
    """What is wrong, in words for a person."""
    if isinstance(fault, OSError) and fault.strerror:
        where = f"{fault.filename}: " if fault.filename is not None else ""
        return f"{where}{fault.strerror[:1].lower()}{fault.strerror[1:]}"
    return str(fault)
