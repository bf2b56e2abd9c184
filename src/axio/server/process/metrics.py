"""Prometheus metrics: numbers that tell nothing about people, tables or tiles.

Where several processes serve one port, they keep these in files of a common folder
(`PROMETHEUS_MULTIPROC_DIR`), and each of them can tell the sum.
"""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

SOCKETS = Gauge("axio_sockets", "Browsers at tables", multiprocess_mode="livesum")
TABLES = Gauge("axio_tables_in_memory", "Tables held in memory", multiprocess_mode="livesum")
ROWS = Counter("axio_rows", "Rows committed to the log", ["kind"])
ACKNOWLEDGED = Histogram(
    "axio_acknowledgement_seconds", "From a command's arrival until it is carried out", buckets=_QUICK
)
COMMIT = Histogram("axio_commit_seconds", "One commit of everything that waits", buckets=_QUICK)
TOGETHER = Histogram("axio_commit_rows", "Rows in one commit", buckets=(1, 2, 5, 10, 20, 50, 100))
THOUGHT = Histogram("axio_bot_seconds", "A bot's thought", ["bot"], buckets=_SLOW)
FAILED = Counter("axio_bot_failures", "Moves that a bot owed and another one made", ["bot"])
OUTAGES = Counter("axio_database_outages", "Times the writer found the database away")
INTERRUPTED = Counter("axio_bus_interruptions", "Times the messages between processes broke off")
ANSWERS = Counter("axio_http_answers", "Answers to requests, by the first digit of their status", ["status"])


def exposition() -> bytes:
    """All metrics in Prometheus' text format."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
