"""The map of the package holds where the import linter cannot see it."""

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"


def test_the_rules_need_nothing_but_python() -> None:
    """`axio.rules` imports, and deals every game, with no package installed."""
    program = (
        f"import sys; sys.path.insert(0, {str(SOURCE)!r}); from axio.rules import deal, game_names; "
        "print(*(deal(name, seats=2, seed='7').game.name for name in game_names()))"
    )
    # -I and -S: no settings from outside, no site-packages.
    command = [sys.executable, "-I", "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["axio", "rota", "hex"], "")
