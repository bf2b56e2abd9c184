"""Starting: nothing compiled is loaded by the plain package, and compiled code is found again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import axio
from axio.kernel.host import families, link
from axio.kernel.host.cache import stamp


def python(code: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={**os.environ, **env}
    )
    return done.stdout


def test_importing_axio_loads_no_numba() -> None:
    """The rules work, and start fast, where Numba is absent."""
    assert (
        python("import axio, sys; print('numba' in sys.modules, 'numpy' in sys.modules)") == "False False\n"
    )


def test_only_a_change_in_what_is_compiled_compiles_again(tmp_path: Path) -> None:
    """A second start finds on disk what the first left there, also after comments in all files of `host` but
    those that link and compile. After a change in these or in `device` the code is compiled again."""
    package = tmp_path / "src" / "axio"
    shutil.copytree(Path(axio.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    code = (
        "from axio.kernel import Batch; from axio.kernel.host.families import compiled\n"
        "b = Batch('axio', 2, n=1); s = compiled('grid')['deal_game'].stats\n"
        "print(sum(s.cache_hits.values()), sum(s.cache_misses.values()))"
    )
    stamps = "from axio.kernel.host.cache import stamp; print(stamp())"

    def after(program: str, *changed: str) -> str:
        for name in changed:
            with (package / "kernel" / name).open("a") as file:
                file.write("# changed\n")
        return python(program, PYTHONPATH=str(package.parent), AXIO_CACHE=str(tmp_path / "cache"))

    assert after(code) == "0 1\n"
    assert (tmp_path / "cache" / "kernel" / stamp() / "grid").is_dir()
    stamped = {"link.py", "families.py"}
    others = [path.name for path in (package / "kernel" / "host").glob("*.py") if path.name not in stamped]
    assert after(code, "__init__.py", *(f"host/{name}" for name in others)) == "1 0\n"
    assert after(code, "device/play/turn.py") == "0 1\n"
    found = [after(stamps, name) for name in ("device/learned/mlp.py", *(f"host/{name}" for name in stamped))]
    assert len({f"{stamp()}\n", *found}) == 4


def test_an_unwritable_cache_only_costs_time(tmp_path: Path) -> None:
    """Where nothing can be kept, the kernel still works."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from axio.kernel import Batch; print(Batch('axio', 2, n=1).n)"
    assert python(code, AXIO_CACHE=str(blocked)) == "1\n"


def test_families_offer_the_same_functions() -> None:
    """Boards and supplies stand behind the same names, so that the shared turn fits them all."""
    spaces = [link.link(modules, lambda f: f, {}) for modules in map(families.modules_of, families.FAMILIES)]
    entries = [{n for n in space if n.endswith("_game") and n != "restore_game"} for space in spaces]
    assert entries[0] == entries[1]


def test_linking_refuses_two_functions_of_one_name() -> None:
    """A name must mean one thing in a family, or a game would silently play by another's rules."""
    from axio.kernel.device.display import stacks
    from axio.kernel.device.grid import bag

    with pytest.raises(ValueError, match="is also in"):
        link.link((bag, stacks), lambda f: f, {})
