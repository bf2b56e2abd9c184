"""Several people, each at a browser of their own, at tables that are under way or still gather."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from playwright.sync_api import Page, WebSocketRoute
from sqlalchemy import insert

from axio.rules import State, deal
from axio.server.identity.cookies import COOKIE, Signer
from axio.server.settings import sqlite_url
from axio.server.store import open_store, settings
from axio.server.table.history import MOVE, History, Row
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table.terms import Terms
from axio.server.table_store import repository

from .driver import Mouse

SIGNER = Signer(bytes(32))
NAMES = ("Ada", "Grace", "Hedy", "Ida")
LEFT = 2  # plies before the end


def person(seat: int) -> str:
    return f"{seat + 1:x}" * 32


def nearly_over(game: str, seats: int, left: int = LEFT) -> tuple[str, Sequence[str]]:
    """A seed and moves that leave a few plies to the end."""
    random = Random(f"{game}{seats}")
    state: State = deal(game, seats, "friends")
    moves: list[str] = []
    while not state.over:
        move = random.choice(state.legal_moves)
        moves.append(str(move))
        state = state.play(move).after
    return "friends", moves[:-left]


def prepare(folder: Path, tables: dict[str, tuple[str, int]], left: int = LEFT) -> None:
    """A database with tables so many plies before their end, seat after seat another person's."""

    async def fill() -> None:
        engine = await open_store(sqlite_url(folder))
        async with engine.begin() as connection:
            await connection.execute(insert(settings), {"name": "cookie key", "value": SIGNER.key})
        for name, (game, seats) in tables.items():
            await repository.save(engine, _table(name, game, seats, left))
        await engine.dispose()

    folder.mkdir(exist_ok=True)
    with ThreadPoolExecutor() as pool:  # Playwright has a loop of its own in this thread
        pool.submit(lambda: asyncio.run(fill())).result()


def _table(name: str, game: str, seats: int, left: int) -> Table:
    seed, moves = nearly_over(game, seats, left)
    state, rows, now = deal(game, seats, seed), list[Row](), time.time()
    for seq, move in enumerate(moves, start=1):
        step = state.play(next(each for each in state.legal_moves if str(each) == move))
        rows.append(Row(seq, MOVE, move, state.seat, NAMES[state.seat], now))
        state = step.after
    chairs = [Chair("person", NAMES[seat], None, person(seat), bytes(16)) for seat in range(seats)]
    history = History.replayed(game, seats, seed, rows)
    terms = Terms(invite=f"invite-{name}")
    return Table(name, person(0), DEALT, chairs, seed, bytes(32), now, history, terms=terms)


class Guest(Mouse):
    """A person at a browser whose line to the server can be cut."""

    def __init__(self, page: Page, url: str, seat: int | None = None) -> None:
        super().__init__(page)
        self.cut = False
        self.line: WebSocketRoute | None = None
        if seat is not None:
            page.context.add_cookies([{"name": COOKIE, "value": SIGNER.sign(person(seat)), "url": url}])
        page.route_web_socket("**/socket", self._route)

    def _route(self, line: WebSocketRoute) -> None:
        if self.cut:
            line.close()
            return
        self.line = line
        line.connect_to_server()

    def lose(self) -> None:
        self.cut = True
        assert self.line is not None
        self.line.close()

    def until(self, what: str, seconds: float = 20) -> None:
        """Wait for an expression to hold; asked from outside, since the page's policy forbids `eval`."""
        until = time.monotonic() + seconds
        while not self.page.evaluate(what):
            assert time.monotonic() < until, f"{what}: not in {seconds} s; the page says {self.status!r}"
            time.sleep(0.02)

    def seen(self, seq: int) -> None:
        self.until(f"Number(document.querySelector('main').dataset.seq) >= {seq}")


def asks(guest: Guest) -> str | None:
    found: str | None = guest.page.evaluate("document.querySelector('main').dataset.asks")
    return found


def on_move(guests: Sequence[Guest]) -> Guest:
    """Whoever is asked for something."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for guest in guests:
            if asks(guest) in ("place", "exchange"):
                return guest
        time.sleep(0.02)
    raise AssertionError([guest.status for guest in guests])


def play_to_the_end(guests: Sequence[Guest]) -> int:
    """Whoever is on move plays; how many moves it took."""
    made = 0
    while not all(asks(guest) == "nothing" for guest in guests):
        mover = on_move(guests)
        move(mover)
        made += 1
        for guest in guests:
            guest.seen(mover.seq)
    return made


def move(mover: Guest) -> None:
    asked = mover.asked()
    if asked == "place":
        mover.place()
    else:
        mover.answer(asked)
