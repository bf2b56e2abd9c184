"""What the browser runs: fresh, typed, light, and nothing from elsewhere."""

from __future__ import annotations

import gzip
import re
import subprocess

import pytest

from axio.web import generate

from .modules import MODULES, WEB, started, text
from .node import ROOT, tsc


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
    compiler = tsc()
    found = subprocess.run(
        [*compiler, "-p", str(ROOT / "tsconfig.json")], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("module", MODULES)
def test_no_module_is_long(module: str) -> None:
    """One concept a file: 250 lines at most."""
    assert len(text(module).splitlines()) <= 250


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
    needed |= started("main.js") | started(module)
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
    for module in MODULES:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text(module)
        ), module
