"""Playing a match, wherever there are hands. The games are the same, and come in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager

from .cluster import cluster
from .crew import Crew, alone, processes
from .machine import cores
from .match import Match, Played


def crew(
    jobs: int | None = None, threads: int | None = None, ray: str | None = None
) -> AbstractContextManager[Crew]:
    """Workers: so many processes here, or a Ray cluster; `threads` is what each may use for one bot."""
    if ray is not None:
        return cluster(ray, jobs, threads or 1)
    jobs = jobs or max(1, cores() // (threads or 1))
    if jobs == 1:
        return alone(threads)
    return processes(jobs, threads or max(1, cores() // jobs))


def play(match: Match, jobs: int = 1) -> Iterator[Played]:
    """The games of a match one after the other, played by so many processes."""
    with crew(min(jobs, match.deals)) as workers:
        yield from workers.play(match)
