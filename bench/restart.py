"""From SIGTERM to serving again, with thousands of unfinished games and browsers that come back.

The first server is asked to end while browsers watch; the second begins at once, as under a supervisor.
Told apart: until the first has ended, until the second answers a request, and until every browser is in step.

    python -m bench.restart [--games N] [--browsers N] [--only sqlite|postgresql]
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

import httpx

from axio.server.identity.cookies import COOKIE
from axio.server.settings import sqlite_url

from .load import ANN, SIGNER, Crowd, fill
from .wire import opened

ROUNDS = 5


def started(url: str, port: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "axio", "serve", "--port", str(port), "--url", url]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().split()[3].rstrip("/")


async def restarted(url: str, where: str, process: subprocess.Popen[str], names: list[str]) -> list[float]:
    """Seconds until the old one is gone, the new one serves, and everyone is back."""
    cookie = f"{COOKIE}={SIGNER.sign(ANN)}"
    crowd = Crowd([])
    for name in names:
        (await opened(where, f"/api/tables/{name}/socket", cookie, crowd.heard)).send('{"kind":"hello"}')
    while crowd.greeted < len(names):
        await asyncio.sleep(0.05)
    began = perf_counter()
    process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(process.wait)
    ended = perf_counter()
    again = started(url, int(where.rpartition(":")[2]))
    await asyncio.to_thread(address, again)
    async with httpx.AsyncClient(base_url=where, verify=False) as http:
        assert (await http.get("/api/games")).status_code == 200
    serving = perf_counter()
    crowd.greeted = 0
    await asyncio.gather(*(_back(crowd, where, name, cookie) for name in names))
    while crowd.greeted < len(names):
        await asyncio.sleep(0.01)
    back = perf_counter()
    again.terminate()
    again.wait()
    return [ended - began, serving - began, back - began]


async def _back(crowd: Crowd, where: str, name: str, cookie: str) -> None:
    (await opened(where, f"/api/tables/{name}/socket", cookie, crowd.heard)).send('{"kind":"hello"}')


async def measure(kind: str, url: str, options: argparse.Namespace) -> None:
    await fill(url, options.games)
    names = [f"t{number}" for number in range(min(options.games, options.browsers))]
    times = []
    for _ in range(ROUNDS):
        process = started(url, 0)
        times.append(await restarted(url, await asyncio.to_thread(address, process), process, names))
    for what, found in zip(
        ("ended", "serving again", "everyone back"), zip(*times, strict=True), strict=True
    ):
        ranked = sorted(found)
        print(f"{kind + ', ' + what:<34}{ranked[len(ranked) // 2]:>9.2f}{ranked[-1]:>9.2f}", flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m bench.restart")
    reader.add_argument("--games", type=int, default=5000)
    reader.add_argument("--browsers", type=int, default=500)
    reader.add_argument("--only", choices=("sqlite", "postgresql"))
    options = reader.parse_args()
    print(f"{f'seconds from SIGTERM, {options.games} games':<34}{'median':>9}{'worst':>9}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as held:
        if options.only != "postgresql":
            asyncio.run(measure("SQLite", sqlite_url(Path(folder)), options))
        if options.only != "sqlite":
            from tests.server.postgres import Postgres

            cluster = Postgres(Path(folder) / "cluster")
            held.callback(cluster.close)
            asyncio.run(measure("PostgreSQL", cluster.database(), options))


if __name__ == "__main__":
    main()
