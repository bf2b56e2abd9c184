"""Files: records are read and checked, and a file is written as a whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from axio.rules import AxioError, Malformed, Record, read_record

from .command import sentence

STANDARD = "-"  # the name that means standard input or output


def load(name: str) -> Record:
    """The record in a file, replayed and checked; `-` reads standard input."""
    return read_record(contents(name))


def load_named(name: str) -> Record:
    """Like `load`, but an error names the file."""
    try:
        return load(name)
    except AxioError as fault:
        raise Malformed(f"{name}: {fault}") from None


def contents(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    if name == STANDARD:
        return sys.stdin.buffer.read()
    path = Path(name)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder, expected a file", name)
    try:
        return path.read_bytes()
    except ValueError as fault:  # such as a name with a NUL byte
        raise Malformed(f"{name!r} is not a file name: {fault}") from None


def write(name: str, text: str) -> None:
    """Write a file as a whole: a reader finds the old text or the new, even after a crash."""
    path = Path(os.path.realpath(name))
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as fault:
        raise OSError(fault.errno, f"cannot be written: {sentence(_nameless(fault))}", name) from None
    finally:
        draft.unlink(missing_ok=True)


def _nameless(fault: OSError) -> OSError:
    return OSError(fault.errno, fault.strerror)
