"""`axio learn` as people run it: from nothing, on where it stopped, and what it says of bad input."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from axio.bots.networks import network_file
from axio.bots.networks.judge import read_mind
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
    axio(*words, "--stage", "distillation", *searches, "--export", tmp_path / "both.onnx")
    taught = read_mind(tmp_path / "both.onnx")
    known = teacher_of("axio", tmp_path, None)
    assert all(np.array_equal(one, two) for one, two in zip(taught, known, strict=True))
    assert Checkpoint.load(tmp_path / "distillation.npz").settings.stage == "distillation"
    for given, told in (("nothing.onnx", "cannot be read"), (network_file("hex"), "another game")):
        bad = ("learn", "--stage", "distillation", "--folder", tmp_path, "--minutes", "0", "--teacher", given)
        assert told in axio(*bad, code=2).stderr


def test_bad_settings_get_one_sentence(tmp_path: Path) -> None:
    """A setting that is none, a value that does not fit, a game that is none: what was expected."""
    for given, told in (
        ("speed=3", "'speed=3' is not a setting: expected NAME=VALUE"),
        ("mix=1,2", "mix is '1,2': expected something like [1.0, 4.0, 1.5, 1.5]"),
        ("hidden=many", "hidden is 'many': expected something like [128, 64]"),
    ):
        result = axio("learn", "--folder", tmp_path, "--minutes", "0", "--set", given, code=2)
        assert told in result.stderr
    told = "'dance' is not a stage: expected one of outcomes, distillation"
    assert told in axio("learn", "--stage", "dance", "--folder", tmp_path, code=2).stderr
    assert "'chess'" in axio("learn", "--game", "chess", "--folder", tmp_path, code=2).stderr
