"""The log as curves: losses, and strength by number of seats."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

Line = dict[str, Any]


def plot(log: Path, to: Path) -> bool:
    """Draw a log; whether there was anything to draw."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []
    if not lines:
        return False
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, (strength, losses) = pyplot.subplots(2, 1, figsize=(8, 8), sharex=True)
    _strength(strength, [line for line in lines if line["what"] == "strength"])
    _losses(losses, [line for line in lines if line["what"] == "update"])
    figure.tight_layout()
    figure.savefig(to, metadata={"Date": None})
    pyplot.close(figure)
    return True


def _strength(axes: Any, lines: list[Line]) -> None:
    series: dict[tuple[int, str], list[Line]] = defaultdict(list)
    for line in lines:
        series[line["seats"], line["against"]].append(line)
    for (seats, against), found in sorted(series.items()):
        at = [line["lessons"] / 1e6 for line in found]
        shares = [100 * line["share"] for line in found]
        errors = [100 * line["margin"] for line in found]
        axes.errorbar(at, shares, errors, marker=".", label=f"{seats} seats against {against}")
    axes.set_ylabel("share of the wins, %")
    if series:
        axes.legend()


def _losses(axes: Any, lines: list[Line]) -> None:
    for name in ("result", "scores", "apart"):
        axes.plot([line["lessons"] / 1e6 for line in lines], [line[name] for line in lines], label=name)
    axes.set_yscale("log")
    axes.set_xlabel("millions of lessons")
    axes.legend()
