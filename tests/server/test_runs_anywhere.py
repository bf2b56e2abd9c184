"""The table, its views and the protocol need the rules and msgspec: no server, no database."""

from __future__ import annotations

import json
import subprocess
import sys

ANYWHERE = ("errors", "protocol", "table", "views")
IMPORTED = """
import importlib, json, pkgutil, sys
before = set(sys.modules)
for name in {names}:
    module = importlib.import_module(f"axio.server.{{name}}")
    for found in pkgutil.walk_packages(getattr(module, "__path__", ()), module.__name__ + "."):
        importlib.import_module(found.name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def test_they_import_the_rules_and_msgspec_alone() -> None:
    """Every module of theirs in a fresh interpreter: no event loop and no other package comes along."""
    code = IMPORTED.format(names=ANYWHERE)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported: list[str] = json.loads(ended.stdout)
    own = ("axio.rules", *(f"axio.server.{name}" for name in ANYWHERE))
    foreign = {name for name in imported if name.startswith("axio.") and not name.startswith(own)}
    assert foreign == {"axio.server"}
    roots = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert roots <= {"axio", "msgspec", "typing_extensions"}  # the last is for msgspec, where there is one
    assert not {"asyncio", "sqlite3", "socket", "subprocess"} & {*imported}
