"""A server with people who have played for a while, for the pictures of pages that are about people."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import httpx
from playwright.sync_api import Page
from sqlalchemy import insert

from axio.server.identity.cookies import Signer
from axio.server.settings import sqlite_url
from axio.server.store import open_store, settings
from axio.server.table.day import DAY
from tests.server.browsing import Browser
from tests.server.finished import ANN, BEN, CEM, DOT, finished, sat, sign_up
from tests.server.test_daily import Place, play

SIGNER = Signer(bytes(32))
GAMES = 40
HOST = "localhost"  # browsers have no passkeys for addresses of numbers
# The stronger they are, the more often they come first.
STRENGTH = {ANN: 1.6, BEN: 1.2, CEM: 0.9, DOT: 0.6, "careful@1": 1.4, "greedy@1": 0.8}


def at_home(page: Page, person: str) -> None:
    """Sign somebody in."""
    cookie = SIGNER.sign(person, person)
    page.context.add_cookies([{"name": "axio", "value": cookie, "domain": HOST, "path": "/"}])


def populated(folder: Path, held: ExitStack) -> str:
    """The address of a server where rated games were played, and the daily deal for some days."""
    asyncio.run(_rated_games(folder))
    place = Place(folder, held)
    ann = held.enter_context(Browser(place.url, httpx.Cookies({"axio": SIGNER.sign(ANN, ANN)})))
    others = [place.visitor(handle) for handle in ("Ida", "Jon", "Kim", "Lea", "Max", "Noa", "Oli", "Pia")]
    for ahead in (-8, -7, -5, -4, -3, -2, -1, 0):
        place.turn(ahead)
        if ahead:  # today is for the pictures
            play(ann, 7 - ahead)
        if ahead >= -1:
            for seed, other in enumerate(others):
                play(other, seed)
    play(ann, 1, "axio")
    _tell_better_results(folder / "axio.db")
    return place.url.replace("127.0.0.1", HOST)


def _tell_better_results(file: Path) -> None:
    """As if they had not placed their tiles at random."""
    random = Random(3)
    with closing(sqlite3.connect(file)) as connection, connection:
        for table, person in connection.execute("SELECT table_id, person FROM daily_tries").fetchall():
            lowest = 9 if person == ANN else round(random.gauss(7, 2))
            low = ".".join(f"{lowest + more:02}" for more in sorted((0, *random.choices(range(6), k=4))))
            connection.execute("UPDATE daily_tries SET low = ? WHERE table_id = ?", (low, table))
    connection.close()


async def _rated_games(folder: Path) -> None:
    random = Random(5)
    engine = await open_store(sqlite_url(folder))
    async with engine.begin() as connection:
        await connection.execute(insert(settings), {"name": "cookie key", "value": SIGNER.key})
    await sign_up(engine, ANN, BEN, CEM, DOT, at=time.time() - GAMES * DAY)
    for number in range(GAMES):
        players = random.sample([*STRENGTH], random.choice((2, 2, 3)))
        order = sorted(players, key=lambda player: random.gauss(-STRENGTH[player], 0.5))
        seated = [sat(player, place) for place, player in enumerate(order, start=1)]
        ended = time.time() - (GAMES - number) * DAY * 0.8
        await finished(engine, f"game{number}", seated, ended=ended, began=ended - 600)
    await engine.dispose()
