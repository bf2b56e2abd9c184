"""What people install is an archive: it must carry everything, and work without the source tree.

`make dist` has more tried: the archives in AXIO_DIST, the source archive too, with each of AXIO_DIST_EXTRAS.
"""

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import axio

from .cli.helpers import script
from .server.browsing import Browser

ROOT = Path(__file__).parent.parent
DIST = os.environ.get("AXIO_DIST")
TRIED = [
    (archive, extra)
    for archive in (["*.whl", "*.tar.gz"] if DIST else ["*.whl"])
    for extra in ["", *os.environ.get("AXIO_DIST_EXTRAS", "").split()]
]
USES = {
    "": ("python", "-c", "import axio"),
    "rl": ("python", "-c", "import gymnasium, axio.envs; gymnasium.make(axio.envs.IDS[0]).reset(seed=7)"),
    "learn": ("axio", "learn", "--small", "--minutes", "0.05"),
}
# No setting of ours leads back to the source tree.
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "AXIO"))}

pytestmark = pytest.mark.xdist_group("wheel")  # built and installed once, by one worker


def run(*command: str | Path, cwd: Path, typed: str = "") -> str:
    """The command's output, run where no setting of ours leads back to the source tree."""
    words = [str(part) for part in command]
    done = subprocess.run(
        words, cwd=cwd, env=CLEAN, input=typed, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both archives; the wheel is built from the source archive."""
    if DIST:
        return ROOT / DIST
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return out


@pytest.fixture(scope="module", params=TRIED, ids=lambda tried: f"{tried[0]}[{tried[1]}]")
def programs(dist: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with an archive and what it depends on, and nothing else."""
    pattern, extra = request.param
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=True)
    folder = home / ("Scripts" if os.name == "nt" else "bin")
    archive = f"{next(dist.glob(pattern))}[{extra}]" if extra else next(dist.glob(pattern))
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile")
    run(folder / "python", *pip, "--constraint", ROOT / "constraints.txt", archive, cwd=home)
    return folder


@contextmanager
def serving(program: Path, data: Path) -> Iterator[str]:
    """The address of a server that an environment's own command runs."""
    command = [str(program), "serve", "--port", "0", "--data", str(data)]
    settings = {**CLEAN, "AXIO_PREPARE": "0", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=data, env=settings, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].rstrip("/")
        finally:
            process.terminate()


def test_the_archives_carry_every_file_of_the_package(dist: Path) -> None:
    """Nothing in src/axio stays behind, whatever its suffix."""
    source = ROOT / "src"
    files = (
        path for path in (source / "axio").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    wanted = {path.relative_to(source).as_posix() for path in files}
    assert wanted <= set(zipfile.ZipFile(next(dist.glob("*.whl"))).namelist())
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        assert wanted <= {name.partition("/src/")[2] for name in archive.getnames()}


def test_the_index_would_take_the_archives(dist: Path) -> None:
    """Names, metadata and the page that the index would show."""
    named = {path.name for path in dist.iterdir()}
    stem = f"axio_games-{axio.__version__}"
    assert named == {f"{stem}-py3-none-any.whl", f"{stem}.tar.gz"}
    run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir(), cwd=dist)


def test_an_installation_is_ours_and_not_the_strangers(programs: Path, tmp_path: Path) -> None:
    """The command and the import are `axio`; what is installed is `axio-games`."""
    assert run(programs / "axio", "--version", cwd=tmp_path).strip() == f"axio {axio.__version__}"
    where = run(programs / "python", "-c", "import axio; print(axio.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(programs.parent)
    freeze = ("-m", "pip", "list", "--format", "json", "--disable-pip-version-check")
    names = {each["name"] for each in json.loads(run(programs / "python", *freeze, cwd=tmp_path))}
    assert "axio-games" in names
    assert "axio" not in names


def test_an_installation_plays_a_game_and_draws_it(programs: Path, tmp_path: Path) -> None:
    """The command line works from the archive alone: play, verify, draw."""
    program = programs / "axio"
    arena = ("arena", "random", "greedy", "--game", "hex", "--games", "2", "--seed", "7")
    told = json.loads(run(program, *arena, "--records", "games", "--json", cwd=tmp_path))
    assert (told["game"], told["seats"], told["games"]) == ("hex", 2, 2)
    assert {bot["bot"].partition("@")[0] for bot in told["bots"]} == {"random", "greedy"}

    records = sorted((tmp_path / "games").iterdir())
    assert len(records) == 2
    lines = run(program, "verify", *records, "--json", cwd=tmp_path).splitlines()
    assert [(line["ok"], line["over"]) for line in map(json.loads, lines)] == [(True, True)] * 2

    run(program, "show", records[0], "--svg", "game.svg", cwd=tmp_path)
    assert ElementTree.parse(tmp_path / "game.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_an_installation_plays_in_the_terminal(programs: Path, tmp_path: Path) -> None:
    """A whole game against a bot, typed."""
    played = script("rota", 2, ("greedy",))
    typed = "".join(f"{line}\n" for line in played.lines)
    told = run(
        programs / "axio", "terminal", *played.options, "--save", "game.json", cwd=tmp_path, typed=typed
    )
    assert "The game is over: " in told
    assert [
        str(move) for move in axio.read_record((tmp_path / "game.json").read_bytes()).moves
    ] == played.moves


def test_an_installation_serves_the_page_and_a_game_on_it(programs: Path, tmp_path: Path) -> None:
    """The page, its modules, and a whole game against a bot over the socket."""
    with serving(programs / "axio", tmp_path) as url, Browser(url) as browser:
        assert browser.get("/health") == {"status": "ok"}
        assert "/static/main.js" in browser.http.get("/").text
        assert browser.http.get("/static/main.js").status_code == 200
        place = browser.open(browser.new("axio", "Ann", "bot:greedy"))
        place.play_out(Random(7))
        assert place.view["over"]


def test_an_extra_does_what_it_is_for(programs: Path, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """`rl` deals a game as an environment, `learn` trains for some seconds."""
    command, *words = USES[request.node.callspec.params["programs"][1]]
    run(programs / command, *words, cwd=tmp_path)
