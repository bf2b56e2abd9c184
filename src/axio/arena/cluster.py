"""Games spread over a Ray cluster: one that runs already, or one of this machine, started for the purpose."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axio.extras import advice
from axio.rules import Malformed

from .crew import Crew, CrewFailed, play_packed

LOCAL, AUTO = "local", "auto"
PATIENCE = 5.0  # seconds


@contextmanager
def cluster(address: str, jobs: int | None = None, threads: int = 1) -> Iterator[Crew]:
    """The cluster at an address, or `local`. Axio must be installed, in this version, wherever it runs."""
    ray = _ray()
    _connect(ray, address, jobs)
    try:
        hands = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)
        played = ray.remote(play_packed).options(num_cpus=1 if address == LOCAL else threads)
        yield Crew(lambda packed, number: played.remote(packed, number, threads).future(), hands)
    except ray.exceptions.RayTaskError as fault:
        raise fault.cause from None
    except ray.exceptions.RayError as fault:
        raise CrewFailed(f"the Ray cluster at {address} lost a game: {_first_line(fault)}") from None
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise Malformed(f"--ray needs the package ray: {advice('cluster')}") from None
    return ray


def _connect(ray: Any, address: str, jobs: int | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as fault:
        raise CrewFailed(f"no Ray cluster at {address[:80]}: {_first_line(fault)}") from None


def _knock(address: str) -> None:
    """OSError at once where nobody listens: Ray itself would wait for minutes. `auto` is its own business."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    elif address != AUTO:
        raise ValueError(f"expected HOST:PORT, {AUTO} or {LOCAL}")


def _first_line(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror.lower()
    return (str(fault).strip().splitlines() or [type(fault).__name__])[0].rstrip(".")
