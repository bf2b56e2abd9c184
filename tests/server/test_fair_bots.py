"""Many bots of a few people: everybody's bot has its turn, and bots that nobody waits for do not move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from axio.server.accounts.account import add_account
from axio.server.bots import fair_queue
from axio.server.bots.fair_queue import Asker, FairQueue
from axio.server.compose import open_services
from axio.server.open_tables.admission import MOST_BOT_GAMES
from axio.server.open_tables.create import create
from axio.server.playing.leave_game import resign
from axio.server.playing.live_table import LiveTable, Watcher
from axio.server.process.flow_control import Outbox
from axio.server.schemas.tables import NewSeat, NewTable
from axio.server.services import Services
from axio.server.settings import Settings, sqlite_url
from axio.server.table_store.queries import waiting_for_bots

from .browsing import Browser
from .far import refusal
from .meeting import gather
from .running import Running

ANN = "a" * 32


class Hour:
    """A clock that stands still unless it is set."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> Hour:
    made = Hour()
    monkeypatch.setattr(fair_queue, "time", made)
    return made


class Office:
    """Workers that answer one question after the other; it notes whose questions these were."""

    def __init__(self, hour: Hour, workers: int = 1) -> None:
        self.hour, self.answered, self.shares = hour, list[str](), dict[str, float]()
        self.queue: FairQueue[int] = FairQueue()
        self.busy: list[tuple[str, int, asyncio.Event]] = []
        self.workers = workers
        for worker in range(workers):
            self.queue.put(worker)

    async def ask(self, person: str) -> None:
        """A question of `person`; of one called after a robot nobody waits for the answer."""
        asker = Asker(person, lambda: "robot" not in person, rated="rated" in person)
        with self.queue.asking(asker):
            worker = await self.queue.get(asker)
            self.shares[person] = self.queue.share(asker, self.workers)
            answered = asyncio.Event()
            self.busy.append((person, worker, answered))
            self.answered.append(person)
            await answered.wait()

    async def asked(self, *people: str) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self.ask(person)) for person in people]
        await asyncio.sleep(0)
        return tasks

    async def answer(self, seconds: float = 1.0) -> None:
        """The question that was taken up first is answered."""
        person, worker, answered = self.busy.pop(0)
        self.hour.now += seconds / self.workers
        self.queue.charge(person, seconds)
        self.queue.put(worker)
        answered.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await work()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(all_of_it())


def test_a_newcomer_is_next_however_many_questions_wait(hour: Hour) -> None:
    """With thirty questions each of ten people waiting, the question of somebody new is answered next."""

    async def work() -> None:
        office, crowd = Office(hour, 2), [f"guest {number}" for number in range(10)]
        await office.asked(*(person for person in crowd for _ in range(30)))
        for _ in range(25):
            await office.answer()
        before = len(office.answered)
        await office.asked("newcomer")
        await office.answer()
        assert office.answered[before] == "newcomer"
        counts = [office.answered.count(person) for person in crowd]
        assert max(counts) - min(counts) <= 2

    run(work)


def test_the_bots_of_one_person_share_the_time_of_one(hour: Hour) -> None:
    """So a newcomer waits for a tenth of a second where bots think one, and then has the whole time."""

    async def work() -> None:
        office = Office(hour, 2)
        await office.asked(*(f"guest {number}" for number in range(10) for _ in range(30)))
        for _ in range(40):
            await office.answer(0.1)
        assert len(office.shares) == 10 and max(office.shares.values()) < 0.1
        await office.asked("newcomer")
        await office.answer(0.1)
        assert office.shares["newcomer"] == 1.0

    run(work)


def test_who_asks_at_once_again_gets_less_while_many_wait(hour: Hour) -> None:
    """Ten who never pause have short answers while others wait; alone, or after a rest, the whole time."""

    async def work() -> None:
        office, crowd = Office(hour, 2), [f"guest {number}" for number in range(10)]
        await office.asked(*crowd)
        for _ in range(60):
            person = office.busy[0][0]
            await office.answer()
            await office.asked(person)
        assert max(office.shares.values()) <= 0.3
        for _ in range(10):
            await office.answer()
        hour.now += 120
        await office.asked("guest 1")
        assert office.shares["guest 1"] == 1.0

    run(work)


def test_bots_that_somebody_watches_come_first(hour: Hour) -> None:
    """Hundreds of visitors who open a table and no page delay nobody who waits at one."""

    async def work() -> None:
        office = Office(hour, 2)
        await office.asked(*(f"robot {number}" for number in range(300)))
        await office.answer(0.1)
        assert min(office.shares.values()) < 0.01
        await office.asked("ann", "ben")
        await office.answer(0.1)
        await office.answer(0.1)
        assert office.answered[-2:] == ["ann", "ben"] and office.shares["ann"] == 1.0

    run(work)


def test_a_rated_game_has_the_whole_bot(hour: Hour) -> None:
    """Nobody makes a bot weaker in a rated game by asking many others at the same time."""

    async def work() -> None:
        office = Office(hour, 2)
        await office.asked(*(f"guest {number}" for number in range(10)), *["rated"] * 30)
        for _ in range(20):
            await office.answer(0.1)
        assert office.shares["rated"] == 1.0

    run(work)


def test_a_question_that_is_taken_back_leaves_its_worker(hour: Hour) -> None:
    """Whoever gives up waiting, before a worker comes or in that very moment, takes none away."""

    async def work() -> None:
        office = Office(hour)
        await office.asked("ann")
        (first, second, third) = await office.asked("ben", "ben", "cem")
        first.cancel()  # the worker comes before it knows
        office.queue.put(office.busy.pop()[1])
        second.cancel()  # it has the worker already, and does not know
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert office.answered == ["ann", "cem"]
        third.cancel()

    run(work)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("public"), "--host", "0.0.0.0") as running:
        yield running


def bots(browser: Browser, *names: str) -> tuple[int, str]:
    seats = [{"kind": "bot", "bot": name} for name in names]
    return refusal(browser.http.post("/api/tables", json={"game": "axio", "seats": seats}))


def test_somebody_plays_at_every_table(public: Running, server: Running) -> None:
    """Bots alone have no table, but on one's own machine; and a person begins so many games a day."""
    with Browser(public.url) as guest, Browser(server.url) as owner:
        assert bots(guest, "random", "greedy") == (403, "nobody_plays")
        assert bots(owner, "random", "greedy") == (201, "")
        for _ in range(MOST_BOT_GAMES):
            table = guest.new("axio", "Me", "bot:random")
        body = {"game": "axio", "seats": [{"kind": "person"}, {"kind": "bot", "bot": "random"}]}
        assert refusal(guest.http.post("/api/tables", json=body)) == (403, "too_many_bot_games")
        again = {"from": table}
        assert refusal(guest.http.post("/api/tables", json=again)) == (403, "too_many_bot_games")
        waiting, _ = gather(guest, "axio", "Me", "open")
        change = guest.http.put(f"/api/tables/{waiting}/seats/1", json={"kind": "bot", "bot": "random"})
        assert refusal(change) == (403, "too_many_bot_games")
        assert guest.http.delete(f"/api/tables/{table}").status_code == 204
        guest.new("axio", "Me", "bot:random")
        guest.new("axio", "Me")


def test_bots_that_nobody_watches_pause(tmp_path: Path) -> None:
    """When the last person has left, the bots wait until somebody looks; where it is rated they play on."""

    async def work() -> None:
        settings = Settings(url=sqlite_url(tmp_path), host="0.0.0.0", bot_workers=1)
        async with open_services(settings) as services:
            async with services.engine.begin() as connection:
                await add_account(connection, ANN, "Ann", None)
            casual, rated = [await left_to_bots(services, rated=each) for each in (False, True)]
            assert not await ended(casual) and await ended(rated)
            assert casual.id not in await names(services)
            casual.watchers.add(Watcher(casual, None, Outbox(10_000)))
            services.bot_driver.greet(casual)
            assert await ended(casual)

    asyncio.run(work())


async def ended(live: LiveTable) -> bool:
    """Whether the bots played to the end, if they play at all."""
    if live.thinking is not None:
        await live.thinking
    return live.table.closed


async def left_to_bots(services: Services, *, rated: bool) -> LiveTable:
    """A table whose only person has resigned."""
    bots = [NewSeat(kind="bot", bot="random")] * 2
    wanted = NewTable(game="rota", seats=[NewSeat(kind="person"), *bots], rated=rated)
    live = await services.game_service.table_cache.find(await create(services.open_tables, ANN, wanted))
    await resign(services.game_service, live, ANN, None)
    return live


async def names(services: Services) -> list[str]:
    """The tables that a process would take up, had another one left them."""
    async with services.engine.connect() as connection:
        return list(await connection.scalars(waiting_for_bots(time.time() + 60)))
