"""A fourth game, installed as a package of one module: commands, arena and environments find it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .toys import installed, path_with

ENVIRONMENTS = """
import gymnasium, json, pyspiel
import axio.envs, axio.envs.openspiel
from axio.envs import patch_v2

solo = gymnasium.make("axio/PatchSolo-v2")
seen, _ = solo.reset(seed=1)
_, reward, *_ = solo.step(int(seen["action_mask"].argmax()))
table = patch_v2.env(seats=3)
table.reset(seed=1)
table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
spiel = pyspiel.load_game("python_axio(game=patch,seats=2)")
pyspiel.random_sim_test(spiel, num_sims=1, serialize=False, verbose=False)
print(json.dumps({"ids": axio.envs.IDS, "module": patch_v2.__name__, "agents": table.possible_agents}))
"""


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("toys"))


def run(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, where the package in the folder is installed."""
    environment = {**os.environ, "PYTHONPATH": path_with(folder), "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, *words], input=typed, env=environment, capture_output=True, text=True, check=False
    )


def axio(folder: Path, *words: str, typed: str = "") -> str:
    """What the command prints."""
    done = run(folder, "-m", "axio", *words, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_terminal_plays_it(toys: Path) -> None:
    """`axio terminal` deals it, explains it and takes a move; the help of commands names it."""
    told = axio(toys, "terminal", "--game", "patch", "--seed", "7", typed="rules\nquit\n")
    assert "Patch: You against careful." in told
    assert "Each half looks up, down, left and right" in told
    assert "gets a pyramid" in told
    assert "Each colour goes up to 4" in told
    assert "axio, rota, hex, patch or comb" in axio(toys, "terminal", "--help")


def test_the_arena_plays_it(toys: Path) -> None:
    """`axio arena` plays a match of it, in worker processes."""
    words = ["--game", "comb", "--games", "20", "--seed", "7", "--jobs", "2", "--json"]
    told = json.loads(axio(toys, "arena", "greedy", "random", *words))
    assert told["game"] == "comb"
    assert told["games"] == 20


def test_the_environments_have_it(toys: Path) -> None:
    """Gymnasium, PettingZoo and OpenSpiel each know it by its id, and play it."""
    done = run(toys, "-c", ENVIRONMENTS)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert {"axio/PatchSolo-v2", "axio/PatchVersus-v2", "axio/CombSelfPlay-v2"} < {*told["ids"]}
    assert told["module"] == "axio.envs.patch_v2"
    assert len(told["agents"]) == 3


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("patch = my_games:nothing", "the game patch cannot be loaded from my_games:nothing"),
        ("Bad-Name = my_games:patch", "'Bad-Name' is not a game's name"),
    ],
)
def test_a_broken_package_breaks_nothing(tmp_path: Path, point: str, why: str) -> None:
    """A game that cannot be loaded is left out with a warning; the others stay."""
    done = run(installed(tmp_path, point), "-c", "from axio.rules import game_names; print(*game_names())")
    assert done.stdout.split() == ["axio", "rota", "hex"]
    assert why in done.stderr


def test_a_package_replaces_no_game(tmp_path: Path) -> None:
    """A package cannot take the name of a game that is there."""
    told = "from axio.rules import game, game_names; print(len(game_names()), game('hex', 2).title)"
    assert run(installed(tmp_path, "hex = my_games:comb"), "-c", told).stdout.strip() == "3 hex AXIO"
