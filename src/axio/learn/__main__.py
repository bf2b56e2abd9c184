"""`python -m axio.learn`: training where there is nothing but Python, NumPy, Numba and JAX."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from axio.rules import AxioError

from .run import Options, run


def main() -> int:
    try:
        run(read(sys.argv[1:]), report, print)
    except (AxioError, OSError) as fault:
        print(f"axio: {fault}", file=sys.stderr)
        return 2
    return 0


def read(words: list[str]) -> Options:
    """The options that a command line names; `axio learn --help` says more of each."""
    parser = argparse.ArgumentParser(prog="python -m axio.learn", description=__doc__)
    for name in ("game", "stage", "folder", "teacher", "device", "ray", "export"):
        parser.add_argument(f"--{name}", default=getattr(Options, name))
    parser.add_argument("--minutes", type=float, default=Options.minutes)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--against", action="append", default=[], metavar="BOT")
    parser.add_argument("--set", dest="changes", action="append", default=[], metavar="NAME=VALUE")
    given = vars(parser.parse_args(words))
    return Options(**{**given, "against": tuple(given["against"]), "changes": tuple(given["changes"])})


def report(facts: dict[str, Any]) -> None:
    from .log import sentence

    print(f"{facts['seconds']:.0f} s: {sentence(facts)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
