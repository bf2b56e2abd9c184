"""Bots that play by compiled code say whether it is there, and nobody loads a compiler to find out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from axio.bots import is_ready, make
from axio.bots.levels import LEVELS, face_of


def python(code: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={**os.environ, **env}
    )
    return done.stdout


def test_asking_loads_no_compiler(tmp_path: Path) -> None:
    """Importing bots, making a planner and asking whether it is ready all leave Numba alone."""
    code = (
        "import sys; from axio import bots; planner = bots.make('planner')\n"
        "print(bots.is_ready(planner, 'hex', 4), bots.is_ready(bots.make('careful'), 'hex', 4))\n"
        "print('numba' in sys.modules)"
    )
    assert python(code, AXIO_CACHE=str(tmp_path)) == "False True\nFalse\n"


def test_what_is_compiled_is_ready_in_every_process() -> None:
    """Compiled once (these tests see to it), a planner is ready for every game of the family and seats."""
    code = "from axio import bots; print(bots.is_ready(bots.make('planner'), 'rota', 3))"
    assert python(code) == "True\n"
    assert all(is_ready(make("planner"), game, seats) for game in ("axio", "hex") for seats in (1, 4))


def test_levels_are_bots_with_faces_of_their_own() -> None:
    """Every step of the ladder can be seated, and no two look alike."""
    assert [make(level.name).name for level in LEVELS] == [level.name for level in LEVELS]
    assert (
        len({level.face for level in LEVELS}) == len({level.face.colour for level in LEVELS}) == len(LEVELS)
    )
    assert face_of("planner") is not None
    assert face_of("random") is None
