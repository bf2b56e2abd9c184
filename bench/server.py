"""Move to acknowledgement on loopback, committed, beside an empty echo over the same stack in the same run.

Every move is made over a real socket to a real server whose SQLite file lies in FOLDER (a temporary one by
default) with synchronous=FULL. The answer brings the table of free spots, here on the four-seat boards.

    python -m bench.server [MOVES] [FOLDER]
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import httpx
from websockets.asyncio.client import ClientConnection, connect

from axio import Record, State, deal, game_names

MOVES = 1000
SEATS = 4
BOT_MOVES = 40
PAUSE = 0.002  # seconds between moves: people do not play back to back


class Times(list[float]):
    """Seconds, and how they are told."""

    def told(self, what: str) -> str:
        ranked = sorted(self)
        high = ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))]
        return (
            f"{what:<34}{median(ranked) * 1e3:>9.2f}{high * 1e3:>9.2f}{ranked[-1] * 1e3:>9.2f}{len(self):>8}"
        )


@contextmanager
def started(*command: str) -> Iterator[str]:
    """A server in a process of its own; its address."""
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[3].rstrip("/")
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@asynccontextmanager
async def opened(url: str, path: str, cookie: str = "") -> AsyncIterator[ClientConnection]:
    async with connect(
        url.replace("http", "ws") + path, additional_headers={"Cookie": cookie}, compression=None
    ) as socket:
        yield socket


async def heard(socket: ClientConnection, kind: str) -> float:
    """When the next message of a kind has come."""
    while True:
        message = await socket.recv(decode=False)
        now = perf_counter()
        if message[:40].startswith(f'{{"kind":"{kind}"'.encode()):
            return now


async def play(url: str, echo: ClientConnection, game: str, moves: int, times: dict[str, Times]) -> None:
    """Random games with four people at one browser, an echo after every move."""
    random, made = Random(1), 0
    async with httpx.AsyncClient(base_url=url, verify=False) as http:
        await http.get("/api/me")
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        while made < moves:
            state: State = deal(game, SEATS, str(made))
            wanted = {
                "game": game,
                "seats": [{"kind": "person"}] * SEATS,
                "record": Record(game, SEATS, str(made)).text(),
            }
            table = (await http.post("/api/tables", json=wanted)).json()["id"]
            async with opened(url, f"/api/tables/{table}/socket", cookie) as socket:
                await socket.send('{"kind":"hello"}')
                await heard(socket, "spots")
                seq = 0
                while not state.over and made < moves:
                    move = random.choice(state.legal_moves)
                    state = state.play(move).after
                    text = json.dumps({"kind": "play", "seq": seq, "move": str(move)})
                    sent = perf_counter()
                    await socket.send(text)
                    known = await heard(socket, "step")
                    times[f"move to acknowledgement, {game}"].append(known - sent)
                    await asyncio.sleep(PAUSE)
                    sent = perf_counter()
                    await echo.send(text)
                    await echo.recv(decode=False)
                    times["empty echo"].append(perf_counter() - sent)
                    seq, made = seq + 1, made + 1


async def bots(url: str, bot: str, times: Times) -> None:
    """How long a bot takes, over one game of four of its kind on each board."""
    async with httpx.AsyncClient(base_url=url, verify=False) as http:
        for game in game_names():
            wanted = {"game": game, "seats": [{"kind": "bot", "bot": bot}] * SEATS}
            table = (await http.post("/api/tables", json=wanted)).json()["id"]
            async with opened(url, f"/api/tables/{table}/socket") as socket:
                await socket.send('{"kind":"hello"}')
                known = await heard(socket, "sync")
                for _ in range(BOT_MOVES):
                    known, before = await heard(socket, "step"), known
                    times.append(known - before)
            await http.delete(f"/api/tables/{table}")


def commits(folder: Path, count: int) -> Times:
    """What the disk itself takes to make a few pages durable."""
    times, file = Times(), os.open(folder / "probe", os.O_CREAT | os.O_WRONLY)
    for _ in range(count):
        start = perf_counter()
        os.write(file, bytes(20_000))
        os.fsync(file)
        times.append(perf_counter() - start)
    os.close(file)
    return times


async def measure(moves: int, folder: Path) -> None:
    times = {"empty echo": Times()}
    for game in game_names():
        times[f"move to acknowledgement, {game}"] = Times()
    with (
        started("axio", "serve", "--port", "0", "--data", str(folder)) as url,
        started("bench.echo") as bare,
    ):
        async with opened(bare, "/echo") as echo:
            for game in game_names():
                await play(url, echo, game, moves, times)
            for bot in ("random", "greedy", "careful"):
                await bots(url, bot, times.setdefault(f"bot {bot}, committed", Times()))
    print(f"{'milliseconds':<34}{'median':>9}{'p99':>9}{'worst':>9}{'times':>8}")
    for what, found in times.items():
        print(found.told(what))
    print(commits(folder, 200).told("fsync of the disk alone"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        count = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
        asyncio.run(measure(count, Path(sys.argv[2] if len(sys.argv) > 2 else made)))
