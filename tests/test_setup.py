"""A stranger's first minutes: what set-up says, what the clean room keeps, what `make help` lists."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "tools"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def run(*command: str | Path, code: int = 0, **settings: str) -> str:
    """What a command says on either stream; it must end with that exit code."""
    environment = {**os.environ, **settings}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def set_up(python: str | Path, folder: Path) -> str:
    said = run(TOOLS / "environment", python, folder, "constraints.txt", "", "no time", code=1)
    assert not folder.exists()
    return said


def test_an_interpreter_that_does_not_start_is_not_called_old(tmp_path: Path) -> None:
    """Such as a shim whose version is not active: what it said is passed on."""
    shim = program(tmp_path / "python3.13", "echo 'shim: 3.13 is not active' >&2; exit 127")
    said = set_up(shim, tmp_path / "venv")
    assert f"'{shim}' does not start" in said
    assert "shim: 3.13 is not active" in said
    assert "newer" not in said


def test_an_old_interpreter_is_called_old(tmp_path: Path) -> None:
    old = program(tmp_path / "python3.8", "case $2 in *print*) echo 3.8.18 ;; *) exit 1 ;; esac")
    assert f"needs Python 3.11 or newer, and '{old}' is 3.8.18" in set_up(old, tmp_path / "venv")


def test_an_interpreter_that_is_not_there_is_missing(tmp_path: Path) -> None:
    assert "There is no 'python3.99' here" in set_up("python3.99", tmp_path / "venv")


def test_a_strangers_try_names_the_interpreters_that_do_not_start(tmp_path: Path) -> None:
    """All of them, before anything is tried."""
    shims = [program(tmp_path / name, "exit 127") for name in ("one", "two")]
    said = run(TOOLS / "fresh", *shims, code=1)
    assert f"These do not start: {shims[0]} {shims[1]}." in said


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder that says where packages come from, and has been lived in."""
    for name in (".config/pip/pip.conf", ".npmrc", ".cache/pip/wheel", ".cache/axio/kernel"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def in_the_clean_room(home: Path, command: str, code: int = 0) -> list[str]:
    lived_in = {"XDG_CACHE_HOME": f"{home}/.cache", "AXIO_CACHE": "elsewhere", "PYTHONPATH": "src"}
    hidden = (
        "PIP_CONFIG_FILE",
        "NPM_CONFIG_USERCONFIG",
        "npm_config_userconfig",
        "XDG_CONFIG_HOME",
        "TMPDIR",
    )
    unset = [word for name in hidden for word in ("-u", name)]
    room = TOOLS / "clean-room"
    return run("env", *unset, room, "bash", "-c", command, code=code, HOME=str(home), **lived_in).splitlines()


def test_the_clean_room_is_empty_and_goes_afterwards(home: Path) -> None:
    """An empty home, no cache, nothing of whoever runs it."""
    left = "${XDG_CACHE_HOME-}${AXIO_CACHE-}${PYTHONPATH-}"
    asked = f'ls -A "$HOME"; echo "$HOME"; echo "{left}"; echo $PIP_NO_CACHE_DIR'
    room, settings, no_cache = in_the_clean_room(home, asked)
    assert Path(room) != home
    assert not Path(room).exists()
    assert (settings, no_cache) == ("", "1")


def test_the_clean_room_keeps_where_packages_come_from(home: Path) -> None:
    asked = 'echo "$PIP_CONFIG_FILE"; echo "$NPM_CONFIG_USERCONFIG"; echo "${NPM_CONFIG_CACHE#$HOME/}"'
    assert in_the_clean_room(home, asked) == [f"{home}/.config/pip/pip.conf", f"{home}/.npmrc", ".npm"]


def test_the_clean_room_fails_where_its_command_does(home: Path) -> None:
    assert not Path(*in_the_clean_room(home, 'echo "$HOME"; exit 3', code=3)).exists()


def test_ci_is_the_clean_room() -> None:
    """With an environment of its own: one that lies there already would hide a set-up that fails."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert 'tools/clean-room bash -c \'make test VENV="$HOME/venv"' in script


def test_help_lists_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    listed = re.findall(r"^  make (\w+) +\S", run("make", "help"), re.MULTILINE)
    assert sorted(listed) == sorted(phony[1].split())
    targets = re.findall(r"^([a-z]\w*):", MAKEFILE, re.MULTILINE)
    assert sorted(targets) == sorted(listed)
