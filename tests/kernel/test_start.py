"""Starting: nothing compiled is loaded by the plain package, and compiled code is found again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from axio.kernel import family, link
from axio.kernel.compiled import stamp


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


def test_compiled_code_is_kept_and_found(tmp_path: Path) -> None:
    """A second start compiles nothing: it finds on disk what the first left there."""
    code = (
        "from axio.kernel import Batch; from axio.kernel.family import compiled\n"
        "b = Batch('axio', 2, n=1); s = compiled('grid')['deal_game'].stats\n"
        "print(sum(s.cache_hits.values()), sum(s.cache_misses.values()))"
    )
    assert python(code, AXIO_CACHE=str(tmp_path)) == "0 1\n"
    assert (tmp_path / "kernel" / stamp() / "grid").is_dir()
    assert python(code, AXIO_CACHE=str(tmp_path)) == "1 0\n"


def test_an_unwritable_cache_only_costs_time(tmp_path: Path) -> None:
    """Where nothing can be kept, the kernel still works."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from axio.kernel import Batch; print(Batch('axio', 2, n=1).n)"
    assert python(code, AXIO_CACHE=str(blocked)) == "1\n"


def test_families_offer_the_same_functions() -> None:
    """Boards and supplies stand behind the same names, so that the shared turn fits them all."""
    spaces = [link.link(modules, lambda f: f, {}) for modules in family.FAMILIES.values()]
    entries = [{n for n in space if n.endswith("_game") and n != "restore_game"} for space in spaces]
    assert entries[0] == entries[1]


def test_linking_refuses_two_functions_of_one_name() -> None:
    """A name must mean one thing in a family, or a game would silently play by another's rules."""
    from axio.kernel import bag, stacks

    with pytest.raises(ValueError, match="is also in"):
        link.link((bag, stacks), lambda f: f, {})
