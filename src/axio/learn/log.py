"""The log of training: lines of JSON in a file, the same lines for people, and curves drawn from the file."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from .optimiser import LOSSES
from .selfplay.ppo import LOSSES as RESULTS_LOSSES
from .selfplay.searched import LOSSES as SEARCH_LOSSES

Line = dict[str, Any]

ALL_LOSSES = tuple(dict.fromkeys((*LOSSES, *RESULTS_LOSSES, *SEARCH_LOSSES, "explained")))


def write_line(path: Path, facts: Line) -> None:
    """Add a line to a log."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(facts) + "\n")


def sentence(facts: Line) -> str:
    """A line of the log for people."""
    done = f"{facts['samples'] / 1e6:.2f} M samples"
    if facts["what"] == "update":
        return f"{done}, " + ", ".join(f"{name} {facts[name]:.4f}" for name in ALL_LOSSES if name in facts)
    if facts["seats"] == 1:
        return f"{done}, alone: low {facts['low']:.2f}"
    low, high = facts["interval"]
    share = f"{100 * facts['share']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{done}, {facts['seats']} seats: {share} against {facts['against']}, low {facts['low']:.2f}"


def plot(log: Path, to: Path) -> bool:
    """Draw a log; whether there was anything to draw."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []
    if not lines:
        return False
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, (shares, lows, losses) = pyplot.subplots(3, 1, figsize=(8, 11), sharex=True)
    measured = [line for line in lines if line["what"] == "strength"]
    _shares(shares, [line for line in measured if line["seats"] > 1])
    _lows(lows, [line for line in measured if line["seats"] == 1])
    _losses(losses, [line for line in lines if line["what"] == "update"])
    figure.tight_layout()
    figure.savefig(to, metadata={"Date": None})
    pyplot.close(figure)
    return True


def _shares(axes: Any, lines: list[Line]) -> None:
    series: dict[tuple[int, str], list[Line]] = defaultdict(list)
    for line in lines:
        series[line["seats"], line["against"]].append(line)
    for (seats, against), found in sorted(series.items()):
        shares = [100 * line["share"] for line in found]
        ends = [[abs(100 * line["interval"][end] - 100 * line["share"]) for line in found] for end in (0, 1)]
        axes.errorbar(_millions(found), shares, ends, marker=".", label=f"{seats} seats against {against}")
    axes.set_ylabel("share of the wins, %")
    if series:
        axes.legend()


def _lows(axes: Any, lines: list[Line]) -> None:
    axes.plot(_millions(lines), [line["low"] for line in lines], marker=".")
    axes.set_ylabel("lowest colour alone")


def _losses(axes: Any, lines: list[Line]) -> None:
    for name in ALL_LOSSES:
        if found := [line for line in lines if name in line]:
            axes.plot(_millions(found), [abs(line[name]) for line in found], label=name)
    axes.set_yscale("log")
    axes.set_ylabel("loss")
    axes.set_xlabel("millions of samples")
    axes.legend()


def _millions(lines: list[Line]) -> list[float]:
    return [line["samples"] / 1e6 for line in lines]
