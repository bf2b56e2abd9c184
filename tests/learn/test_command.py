"""`axio learn` as people run it: from nothing, on where it stopped, and what it says of bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from axio.bots.networks import network_file
from axio.bots.networks.weights import read_network
from axio.learn.checkpoint import Checkpoint
from axio.learn.distillation import teacher_of
from tests.cli.helpers import axio

TINY = [
    f"--set={each}"
    for each in (
        "hidden=8,4",
        "games=8",
        "batch=16",
        "measure_games=2",
        "mix=0,1,0,0",
    )
]


def test_a_network_from_nothing_and_on(tmp_path: Path) -> None:
    """One command trains, logs and draws; the same command goes on where it stopped."""
    words = (
        "learn",
        "--small",
        "--device",
        "cpu",
        "--folder",
        str(tmp_path / "net"),
        "--minutes",
        "0.01",
        *TINY,
    )
    assert "outcomes.svg" in axio(*words).stdout
    first = Checkpoint.load(tmp_path / "net" / "outcomes.npz")
    assert first.updates > 0
    assert (tmp_path / "net" / "outcomes.svg").read_text(encoding="utf-8").startswith("<?xml")
    axio(*words)
    second = Checkpoint.load(tmp_path / "net" / "outcomes.npz")
    assert second.updates > first.updates
    assert second.seconds > first.seconds
    lines = [json.loads(line) for line in (tmp_path / "net" / "outcomes.jsonl").read_text().splitlines()]
    assert {line["what"] for line in lines} == {"update", "strength"}
    assert [line["updates"] for line in lines] == sorted(line["updates"] for line in lines)


def test_the_stage_before_is_the_teacher(tmp_path: Path) -> None:
    """Both stages in one folder make one network, whose first part is the teacher."""
    words = ["learn", "--device", "cpu", "--folder", str(tmp_path), "--minutes", "0.01", *TINY]
    axio(*words)
    searches = ("--set=games=1", "--set=moves=6", "--set=worlds=1", "--set=measure_games=1")
    axio(*words, "--stage", "distillation", *searches, "--export", tmp_path / "both.npz")
    made = read_network(tmp_path / "both.npz")
    known = teacher_of("axio", tmp_path, None)
    assert np.array_equal(made.leaf.weights, known.network.weights)
    stages = {part: made.facts[part]["settings"]["stage"] for part in ("leaf", "root")}
    assert stages == {"leaf": "outcomes", "root": "distillation"}
    assert Checkpoint.load(tmp_path / "distillation.npz").settings.stage == "distillation"
    for given, told in (("nothing.npz", "cannot be read"), (network_file("hex"), "another game")):
        bad = ("learn", "--stage", "distillation", "--folder", tmp_path, "--minutes", "0", "--teacher", given)
        assert told in axio(*bad, code=2).stderr


def test_bad_settings_get_one_sentence(tmp_path: Path) -> None:
    """A setting that is none, a value that does not fit, a game that is none: what was expected."""
    for given, told in (
        ("speed=3", "'speed=3' is not a setting: expected NAME=VALUE"),
        ("mix=1,2", "mix is '1,2': expected something like [1.0, 4.0, 1.5, 1.5]"),
        ("policy=random", "'random' is not a policy: expected one of denying, guessing"),
        ("hidden=many", "hidden is 'many': expected something like [128, 64]"),
    ):
        result = axio("learn", "--folder", tmp_path, "--minutes", "0", "--set", given, code=2)
        assert told in result.stderr
    told = "'dance' is not a stage: expected one of outcomes, distillation"
    assert told in axio("learn", "--stage", "dance", "--folder", tmp_path, code=2).stderr
    assert "'chess'" in axio("learn", "--game", "chess", "--folder", tmp_path, code=2).stderr


def test_opponents_are_refused_before_training(tmp_path: Path) -> None:
    """A bot that is none, a file that is none, a network of another game: told at once, nothing is left."""
    for against, told in (
        ("dragon", "'dragon' is not a bot"),
        ("gone.npz", "gone.npz cannot be read (FileNotFoundError)"),
        (network_file("hex"), "is a network of another game: expected one of axio"),
    ):
        words = ("learn", "--folder", tmp_path / "net", "--against", "greedy", "--against", against)
        assert told in axio(*words, code=2).stderr
        assert not (tmp_path / "net").exists()


def test_training_needs_nothing_of_the_command_line(tmp_path: Path) -> None:
    """`python -m axio.learn` trains where only NumPy, Numba and JAX (with what it needs) are installed."""
    missing = (
        "typer",
        "rich",
        "click",
        "msgspec",
        "litestar",
        "sqlalchemy",
        "matplotlib",
        "platformdirs",
        "ray",
    )
    program = (
        f"import runpy, sys; sys.modules.update(dict.fromkeys({missing}));"
        "runpy.run_module('axio.learn', run_name='__main__')"
    )
    options = ("--device", "cpu", "--folder", str(tmp_path), "--minutes", "0.0001", "--set=mix=1,0,0,0")
    command = [sys.executable, "-c", program, "--game", "rota", *options, *TINY[:-1]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "alone: low " in done.stdout
    assert "No curves were drawn" in done.stdout
    assert Checkpoint.load(tmp_path / "outcomes.npz").settings.game == "rota"
    bad = subprocess.run([*command, "--stage", "dance"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stderr.splitlines()) == (
        2,
        ["axio: 'dance' is not a stage: expected one of outcomes, distillation, selfplay"],
    )


def test_old_names_of_stages_are_understood(tmp_path: Path) -> None:
    """`--course results` is the stage `outcomes`, as it was called once."""
    axio("learn", "--course", "results", "--folder", tmp_path, "--minutes", "0", "--small")
    told = "'sight, please' is not a stage: expected one of outcomes, distillation"
    assert told in axio("learn", "--course", "sight, please", "--folder", tmp_path, code=2).stderr
