"""Two thousand live tables, four thousand sockets: what a move costs, how soon it is acknowledged.

The server runs on one core, the players on the other. Every table has two people at browsers of their own and
a running clock; a move is committed and told to both, with the table of free spots. The bare stack
(`bench.bare`) is measured in the same run, on the same event loop: one row committed and one word back for
each message. `--against` names a checkout of an older commit, which is measured too, on plain asyncio.

    python -m bench.load [--runs N] [--against FOLDER] [--tables N] [--rate MOVES] [--seconds S] [--hold S]
                         [--only sqlite|postgresql]

The figure to compare is CPU time a move, as the median of the runs. The rate that is held depends on the
machine's moods: the best of the runs is told. `--hold 0` leaves it out.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, time

import psutil
from sqlalchemy import insert

from axio import deal, game_names
from axio.server.identity.cookies import COOKIE, Signer
from axio.server.protocol import LiveClock
from axio.server.store import open_store, settings
from axio.server.table.history import History
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table.terms import Terms
from axio.server.table_store import repository

from .contenders import BARE, OURS, Contender, PostgreSQL, SQLite, older, pin, say, started
from .wire import Socket, opened

ANN, BEN = "a" * 32, "b" * 32
SIGNER = Signer(bytes(32))
SCRIPTS = 60  # different games
LIMIT = 0.050  # seconds at the 99th percentile
STEP = 1.2  # from one rate to the next


@dataclass(slots=True, eq=False)
class Game:
    """A game known from beginning to end, and how far it has come at a table."""

    name: str
    moves: Sequence[tuple[int, str]]  # the seat, and what is sent
    sockets: list[Socket] = field(default_factory=list)
    made: int = 0
    sent: float = 0.0
    waiting: Socket | None = None


@dataclass(slots=True)
class Crowd:
    games: list[Game]
    at: dict[Socket, Game] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    greeted: int = 0

    def heard(self, socket: Socket, now: float, head: bytes, length: int) -> None:
        game = self.at.get(socket)
        if game is None:
            self.greeted += head.startswith((b'{"kind":"sync"', b'{"kind":"step"'))
        elif game.waiting is socket and head.startswith(b'{"kind":"step"'):
            game.waiting = None
            self.times.append(now - game.sent)
        elif head.startswith((b'{"kind":"refusal"', b'{"kind":"sync"')):
            raise SystemExit("a move was refused: the bench is broken")

    async def sit_down(self, url: str) -> None:
        cookies = [f"{COOKIE}={SIGNER.sign(person)}" for person in (ANN, BEN)]
        for game in self.games:
            path = f"/api/tables/{game.name}/socket"
            game.sockets = [await opened(url, path, cookie, self.heard) for cookie in cookies]
            for socket in game.sockets:
                socket.send('{"kind":"hello"}')
        while self.greeted < 2 * len(self.games):
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        self.at = {socket: game for game in self.games for socket in game.sockets}
        gc.freeze()  # the players should not stop to tidy up: what they measure is the server

    async def play(self, rate: float, seconds: float) -> list[float]:
        """So many moves a second, sent when they are due whether or not the server keeps up."""
        self.times = []
        began, count, turn = perf_counter(), 0, 0
        while count < rate * seconds:
            due = began + count / rate
            if (wait := due - perf_counter()) > 0:
                await asyncio.sleep(wait)
                continue
            game = self._next(turn)
            if game is None:
                break  # everybody waits for the server
            turn, count = turn + 1, count + 1
            self._move(game, due)
        missing = [game for game in self.games if game.waiting is not None]
        await self._settle()
        return self.times + [perf_counter() - game.sent for game in missing if game.waiting is not None]

    def _next(self, turn: int) -> Game | None:
        for offset in range(len(self.games)):
            game = self.games[(turn + offset) % len(self.games)]
            if game.waiting is None and game.made < len(game.moves):
                return game
        return None

    def _move(self, game: Game, due: float) -> None:
        seat, text = game.moves[game.made]
        game.made, game.sent, game.waiting = game.made + 1, due, game.sockets[seat]
        game.sockets[seat].send(text)

    async def _settle(self) -> None:
        for _ in range(100):
            await asyncio.sleep(0.05)
            if all(game.waiting is None for game in self.games):
                return


def scripts(count: int) -> list[tuple[str, str, list[tuple[int, str]]]]:
    """Games with their seeds, and every move as it is sent."""
    found, random = [], Random(1)
    for number in range(count):
        name, seed = sorted(game_names())[number % 3], str(number)
        state = deal(name, 2, seed)
        moves: list[tuple[int, str]] = []
        while not state.over:
            move = random.choice(state.legal_moves)
            moves.append((state.seat, f'{{"kind":"play","seq":{len(moves)},"move":"{move}"}}'))
            state = state.play(move).after
        found.append((name, seed, moves))
    return found


async def fill(url: str, tables: int) -> None:
    """A database with so many games about to begin."""
    engine = await open_store(url)
    async with engine.begin() as connection:
        await connection.execute(insert(settings), {"name": "cookie key", "value": SIGNER.key})
    known, now = scripts(SCRIPTS), time()
    for number in range(tables):
        game, seed, _ = known[number % len(known)]
        chairs = [
            Chair("person", name, None, person, bytes(16)) for name, person in (("Ann", ANN), ("Ben", BEN))
        ]
        terms = Terms(LiveClock(main=3600, increment=10))
        opening = History.replayed(game, 2, seed, [])
        await repository.save(
            engine, Table(f"t{number}", ANN, DEALT, chairs, seed, bytes(32), now, opening, terms=terms)
        )
    await engine.dispose()


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run of a contender gave."""

    cpu: float  # milliseconds a move
    memory: float  # KiB a socket played on
    held: float  # moves a second


def p99(times: Sequence[float]) -> float:
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))] if ranked else float("inf")


async def measure(
    what: str, url: str, server: psutil.Process, games: list[Game], options: argparse.Namespace
) -> Figures:
    """The rate that is asked for, then the highest that is held."""
    crowd = Crowd(games)
    before = server.memory_info().rss
    await crowd.sit_down(url)
    seated = server.memory_info().rss
    began = sum(server.cpu_times()[:2])
    times = await crowd.play(options.rate, options.seconds)
    spent = sum(server.cpu_times()[:2]) - began
    per_socket = 2 * len(games) * 1024
    cpu, memory = spent / max(1, len(times)) * 1e3, (server.memory_info().rss - before) / per_socket
    print(
        f"{what:<18}{options.rate:>9}"
        f"{median(times) * 1e3:>9.1f}{p99(times) * 1e3:>9.1f}{max(times) * 1e3:>9.1f}"
        f"{cpu:>8.3f}{(seated - before) / per_socket:>9.1f}{memory:>9.1f}",
        flush=True,
    )
    held = await hold(crowd, options) if options.hold else 0.0
    for game in games:
        for socket in game.sockets:
            socket.transport.close()
    return Figures(cpu, memory, held)


async def hold(crowd: Crowd, options: argparse.Namespace) -> float:
    """The highest rate whose 99th percentile stays within the limit."""
    held, rate = 0.0, float(options.rate)
    while True:
        times = await crowd.play(rate, options.hold)
        if not _holds(times, rate * options.hold):
            again = await crowd.play(rate, options.hold)  # once may be the machine's fault
            if not _holds(again, rate * options.hold):
                break
        held, rate = rate, rate * STEP
    print(f"{'':<18}{held:>9.0f} held; at {rate:.0f}: p99 {p99(times) * 1e3:.0f} ms", flush=True)
    return held


def _holds(times: Sequence[float], wanted: float) -> bool:
    return p99(times) <= LIMIT and len(times) >= wanted * 0.98


def games_of(contender: Contender, count: int) -> list[Game]:
    """The tables as the players know them."""
    if contender.plays:
        known = scripts(SCRIPTS)
        return [Game(f"t{number}", known[number % len(known)][2]) for number in range(count)]
    said = [(number % 2, f'{{"kind":"play","seq":{number},"move":"Re4-Bf4"}}') for number in range(400)]
    return [Game(f"t{number}", said) for number in range(count)]


def compare(database: SQLite | PostgreSQL, contenders: list[Contender], options: argparse.Namespace) -> None:
    """Every contender in every run, one after the other; then the medians."""
    found: dict[str, list[Figures]] = defaultdict(list)
    for run in range(options.runs):
        for contender in contenders:
            say(f"{database.name}, run {run + 1} of {options.runs}: {contender.name}")
            games = games_of(contender, options.tables)
            with started(contender, database.fresh(contender)) as (url, server):
                what = f"{contender.name}, {database.name}"
                found[contender.name].append(asyncio.run(measure(what, url, server, games, options)))
    conclude(database.name, found, options)


def conclude(database: str, found: dict[str, list[Figures]], options: argparse.Namespace) -> None:
    for name, figures in found.items():
        held = f", {max(each.held for each in figures):.0f} moves/s held at best" if options.hold else ""
        memory = median(each.memory for each in figures)
        print(f"{database}, {name}: median of {len(figures)}: {_cpu(figures):.3f} ms CPU a move, ", end="")
        print(f"{memory:.1f} KiB a socket played on{held}")
    ours = _cpu(found[OURS.name])
    for name in found.keys() - {OURS.name}:
        print(f"{database}: {ours / _cpu(found[name]):.2f} × the CPU time of {name}", flush=True)


def _cpu(figures: list[Figures]) -> float:
    return median(each.cpu for each in figures)


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m bench.load")
    reader.add_argument("--runs", type=int, default=1)
    reader.add_argument("--against", type=Path, help="a checkout of an older commit")
    reader.add_argument("--tables", type=int, default=2000)
    reader.add_argument("--rate", type=int, default=500)
    reader.add_argument("--seconds", type=float, default=20.0)
    reader.add_argument("--hold", type=float, default=5.0)
    reader.add_argument("--only", choices=("sqlite", "postgresql"))
    options = reader.parse_args()
    pin(1)
    contenders = [OURS, BARE, *([older(options.against)] if options.against else [])]
    print(
        f"{'milliseconds':<18}{'a second':>9}{'median':>9}{'p99':>9}{'worst':>9}"
        f"{'CPU':>8}{'KiB':>9}{'played':>9}"
    )
    kinds = [kind for kind in (SQLite, PostgreSQL) if options.only in (None, kind.name.lower())]
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder, closing(kind(Path(folder), options.tables)) as database:
            compare(database, contenders, options)


if __name__ == "__main__":
    main()
