"""What is installed is `axio-games`: plain `axio` on the public index is a stranger's package."""

import asyncio
import re
import sys
import tomllib
from importlib.metadata import distribution, distributions
from pathlib import Path

import pytest

import axio
from axio.extras import DISTRIBUTION, advice
from axio.server.store.engine import open_store

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SUFFIXES = {".md", ".py", ".toml", ".txt", ".html", ".js", ".json", ".sh", ".cff", ""}
FOLDERS = ("src", "docs", "examples", "bench", "tools", ".ci")
TEXTS = sorted(
    path
    for path in [*ROOT.iterdir(), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))]
    if path.is_file() and path.suffix in SUFFIXES and "__pycache__" not in path.parts and path.name != ".git"
)
# `pip install … axio`, `uv add axio`, and `axio[rl]` wherever it stands. Not: axio-games, axio.db, src/axio.
INSTALLS = re.compile(
    r"\b(?:pipx?3?|uvx?|conda|poetry|pdm)\b[^\n`]*?\s(?:install|inject|upgrade|reinstall|add|uninstall)\b"
    r"[^\n`]*?[\s'\"]axio(?![-\w./])"
)
EXTRA = re.compile(rf"(?<![/\w])axio\[\s*(?:{'|'.join(PROJECT['optional-dependencies'])})\b")


def wrong(text: str) -> list[str]:
    """The lines that send people to the stranger's package."""
    return [line for line in text.splitlines() if INSTALLS.search(line) or EXTRA.search(line)]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_tells_anybody_to_install_axio(path: Path) -> None:
    """README, documents, messages and examples name `axio-games` or a checkout."""
    allowed = "uninstall --quiet --quiet --yes axio"  # set-up removes what was installed under the old name
    assert [line for line in wrong(path.read_text("utf-8")) if allowed not in line] == []


@pytest.mark.parametrize(
    "line",
    [
        "pipx install axio",
        "`pip install 'axio[rl]'` brings it",
        "RUN pip install --no-cache-dir axio",
        "python -m pip install -U axio==1.0",
        "pipx upgrade axio",
        "uv pip install axio",
        'bench = ["axio[rl]", "jax>=0.4"]',
        "install axio[redis]",
    ],
)
def test_such_a_line_would_be_found(line: str) -> None:
    assert wrong(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "pipx install .",
        "pip install 'axio-games[rl]'",
        "pip install '.[rl]' # for axio.envs",
        "RUN pip install '/axio[rl]'",
        "axio[0].startswith",
    ],
)
def test_other_lines_are_not(line: str) -> None:
    assert wrong(line) == []


def test_this_environment_has_ours_and_not_theirs() -> None:
    """Set-up leaves nothing behind under the old name."""
    names = {found.metadata["Name"] for found in distributions()}
    assert DISTRIBUTION in names
    assert "axio" not in names


def test_the_distribution_is_named_in_one_way() -> None:
    assert PROJECT["name"] == DISTRIBUTION
    assert distribution(DISTRIBUTION).version == axio.__version__


def test_every_extra_that_a_message_names_is_there() -> None:
    """`advice("rl")` somewhere in the sources, `rl` in pyproject.toml."""
    sources = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    named = {name for source in sources for name in re.findall(r"\badvice\([\"'](\w+)[\"']\)", source)}
    assert {"rl", "learn", "cluster", "export", "postgres", "redis"} <= named
    assert named <= set(PROJECT["optional-dependencies"])
    assert advice("rl") == "`pip install 'axio-games[rl]'`"


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(
        axio.Malformed, match=r"needs the package asyncpg: `pip install 'axio-games\[postgres\]'`"
    ):
        asyncio.run(open_store("postgresql+asyncpg://nobody@localhost/axio"))
