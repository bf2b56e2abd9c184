"""What people install is the wheel: it must carry everything, and work without the source tree."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.xdist_group("wheel")  # built and installed once, by one worker


def run(*command: str | Path, cwd: Path) -> str:
    """The command's output, run where no setting of ours leads back to the source tree."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return next(out.glob("axio_games-*.whl"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that has the wheel and what it depends on, and nothing else."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=True)
    interpreter = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(interpreter, *pip, "--constraint", ROOT / "constraints.txt", wheel, cwd=home)
    return interpreter


def test_the_wheel_carries_every_file_of_the_package(wheel: Path) -> None:
    """Nothing in src/axio stays behind, whatever its suffix."""
    source = ROOT / "src"
    files = (
        path for path in (source / "axio").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    wanted = {path.relative_to(source).as_posix() for path in files}
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())


def test_the_installed_wheel_plays_a_game_and_draws_it(python: Path, tmp_path: Path) -> None:
    """The command line works from the wheel alone: play, verify, draw."""
    where = run(python, "-c", "import axio; print(axio.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(python.parent.parent)

    arena = ("arena", "random", "greedy", "--game", "hex", "--games", "2", "--seed", "7")
    told = json.loads(run(python, "-m", "axio", *arena, "--records", "games", "--json", cwd=tmp_path))
    assert (told["game"], told["seats"], told["games"]) == ("hex", 2, 2)
    assert {bot["bot"].partition("@")[0] for bot in told["bots"]} == {"random", "greedy"}

    records = sorted((tmp_path / "games").iterdir())
    assert len(records) == 2
    lines = run(python, "-m", "axio", "verify", *records, "--json", cwd=tmp_path).splitlines()
    assert [(line["ok"], line["over"]) for line in map(json.loads, lines)] == [(True, True)] * 2

    run(python, "-m", "axio", "show", records[0], "--svg", "game.svg", cwd=tmp_path)
    assert ElementTree.parse(tmp_path / "game.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
