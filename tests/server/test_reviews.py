"""Reviews on the server: worked out once, sent in parts, never before the end; and exercises of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from axio.review import review
from axio.review.model import Decision, GradedMove
from axio.rules import Record, read_record
from axio.server.bots.fair_queue import Asker
from axio.server.compose import open_services
from axio.server.errors import TooMany
from axio.server.open_tables.create import import_record
from axio.server.reviews.exercises import verdict
from axio.server.reviews.repository import stored
from axio.server.reviews.reviewer import Reviewer
from axio.server.services import Services
from axio.server.settings import Settings, sqlite_url
from tests.compiling import compile_all
from tests.review.games import played

from .browsing import Browser, Place
from .running import Running

pytestmark = pytest.mark.xdist_group("reviews")

WORK = 60
ANN = "a" * 32


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A server that everybody can reach, whose reviews are quick."""
    compile_all()
    settings = json.dumps({"review_work": WORK})
    data = tmp_path_factory.mktemp("data")
    with (
        Running(data, "--host", "0.0.0.0", module="tests.server.rigged", AXIO_SETTINGS=settings) as server,
        Browser(server.url.replace("0.0.0.0", "127.0.0.1")) as opened,
    ):
        yield opened


@pytest.fixture(scope="module")
def finished(browser: Browser) -> Place:
    """A game against a bot, played to its end without much thought."""
    table = browser.new("axio", "Ann", "bot:greedy")
    place = browser.open(table)
    place.play_out(Random(1))
    place.table = table  # type: ignore[attr-defined]
    return place


def lines_of(browser: Browser, table: str) -> list[dict[str, Any]]:
    answer = browser.http.get(f"/api/tables/{table}/review")
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines() if line]


def test_parts_come_in_order_and_are_the_review_anyone_can_recompute(browser: Browser, finished: Any) -> None:
    """The deal, each ply, the end; the same as `axio review` finds from the record; and the same again."""
    lines = lines_of(browser, finished.table)
    record = read_record(browser.http.get(f"/api/tables/{finished.table}/record").text)
    found = json.loads(msgspec.json.encode(review(record, work=WORK)))
    assert lines[0]["deal"] == found["deal"]
    assert [line["ply"] for line in lines[1:-1]] == found["plies"]
    assert lines[-1]["end"] == {name: found[name] for name in ("ending", "accounts", "grades")}
    assert {line["plies"] for line in lines} == {len(record.moves)}
    for line in lines[1:-1]:
        best, played = (line["ply"]["decision"][name] for name in ("best", "played"))
        placed = [str(event["place"]) for event in line["better"] if event["event"] == "TilePlaced"]
        assert placed == ([best] if best != played and "-" in best else [])
    assert lines_of(browser, finished.table) == lines


def test_what_is_not_over_is_not_reviewed(browser: Browser) -> None:
    """Neither a running game nor today's deal, even for its player; and a stranger finds nothing."""
    running = browser.new("rota", "Ann", "bot:greedy")
    answer = browser.http.get(f"/api/tables/{running}/review")
    assert (answer.status_code, answer.json()["reason"]) == (403, "not_finished")
    daily = browser.http.post("/api/daily/rota", json={}).json()["id"]
    browser.open(daily).play_out(Random(1))
    answer = browser.http.get(f"/api/tables/{daily}/review")
    assert (answer.status_code, answer.json()["reason"]) == (403, "day_not_over")
    assert browser.get(f"/api/exercises?table={daily}")["cards"] == []
    with Browser(browser.url) as stranger:
        assert stranger.http.get(f"/api/tables/{running}/review").status_code == 404


def test_an_exercise_shows_what_the_seat_saw_and_nothing_else(browser: Browser, finished: Any) -> None:
    """Rack, board and tracks as they came over the socket then: no other rack, nothing of what followed."""
    lines_of(browser, finished.table)
    views = {m["view"]["ply"]: m["view"] for m in finished.heard if "view" in m and not m["view"]["over"]}
    cards = browser.get(f"/api/exercises?table={finished.table}")["cards"]
    assert cards
    same = ("rack", "tiles", "pyramids", "unseen", "bag", "asks", "owed", "shown", "to_move", "last", "over")
    for card in cards:
        shown = browser.get(f"/api/tables/{finished.table}/exercises/{card['ply']}")
        assert {*shown} == {"card", "view", "spots", "after"}
        then = views[card["ply"]]
        assert {name: shown["view"][name] for name in same} == {name: then[name] for name in same}
        assert [seat["tracks"] for seat in shown["view"]["seats"]] == [s["tracks"] for s in then["seats"]]
        assert (shown["view"]["winners"], shown["view"]["follower"]) == ([], None)
    with Browser(browser.url) as stranger:
        assert stranger.get("/api/exercises")["cards"] == []
        path = f"/api/tables/{finished.table}/exercises/{cards[0]['ply']}"
        assert stranger.http.get(path).status_code == 404


def test_an_exercise_comes_back_until_it_is_known(browser: Browser, finished: Any) -> None:
    """The move of the game is wrong, the best is right; what was missed does not count as known today."""
    plies = [line["ply"]["decision"] for line in lines_of(browser, finished.table)[1:-1]]
    cards = browser.get(f"/api/exercises?table={finished.table}")["cards"]
    first, other = (f"/api/tables/{finished.table}/exercises/{card['ply']}" for card in cards[:2])
    decision = plies[cards[0]["ply"]]
    missed = browser.http.post(first, json={"move": decision["played"]}).json()
    assert (missed["right"], missed["best"], missed["card"]["right"]) == (False, None, 0)
    late = browser.http.post(first, json={"move": decision["best"]}).json()
    assert (late["right"], late["best"], late["card"]["right"]) == (True, decision["best"], 0)
    assert (late["card"]["tried"], late["card"]["due"]) == (2, missed["card"]["due"])
    known = browser.http.post(other, json={"move": plies[cards[1]["ply"]]["best"]}).json()
    assert (known["card"]["right"], known["right"]) == (1, True)
    assert known["card"]["due"] - missed["card"]["due"] == pytest.approx(2 * 86400, abs=600)
    shown = browser.http.post(other, json={"move": None}).json()
    assert (shown["right"], shown["card"]["right"], shown["best"]) == (False, 0, known["best"])


def test_a_move_that_the_review_did_not_try_is_judged(browser: Browser, finished: Any) -> None:
    """It is right or not, as a job says; an illegal one is refused and does not count."""
    known = {line["ply"]["decision"]["ply"]: line["ply"] for line in lines_of(browser, finished.table)[1:-1]}
    card = browser.get(f"/api/exercises?table={finished.table}")["cards"][-1]
    path = f"/api/tables/{finished.table}/exercises/{card['ply']}"
    exercise = browser.get(path)
    candidates = {each["move"] for each in known[card["ply"]]["decision"]["candidates"]}
    moves = {
        f"{tile[0]}{spot[0][0]}-{tile[1]}{spot[0][1]}"
        for tile in exercise["view"]["rack"]
        for spot in exercise["spots"]
    }
    answer = browser.http.post(path, json={"move": min(moves - candidates, default="keep")})
    assert answer.status_code == 200, answer.text
    refused = browser.http.post(path, json={"move": "Ra99-Rb99"})
    assert refused.status_code == 400
    assert browser.get(path)["card"]["tried"] == card["tried"] + 1


def test_what_a_review_knows_of_a_move() -> None:
    """The best and the equal are right, what is surely worse is wrong, the rest has to be looked at again."""
    candidates = tuple(
        GradedMove(move, value, error, 0.0, 10)
        for move, value, error in (("a", 0.6, 0.001), ("b", 0.595, 0.001), ("c", 0.3, 0.01), ("d", 0.55, 0.1))
    )
    decision = Decision(0, 0, "c", "a", 0.3, 0.01, 0.0, 0.0, "blunder", False, True, False, candidates, ())
    found = {move: verdict(decision, move, solo=False) for move in "abcde"}
    assert found == {"a": True, "b": True, "c": False, "d": None, "e": None}


# --- one job for all who wait, with jobs that are not worked out


class Jobs:
    """Answers reviews from memory, a part whenever it is let go on; notes what was asked."""

    def __init__(self, record: Record) -> None:
        self.review = review(record, work=1)
        self.asked, self.closed = 0, 0
        self.go_on = asyncio.Semaphore(0)
        self.full = False
        self.jobs = self

    def check(self, asker: Asker) -> None:
        if self.full:
            raise TooMany("too_many_jobs")

    async def stream(self, asker: Asker, question: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        self.asked += 1
        try:
            for part in (self.review.deal, *self.review.plies):
                await self.go_on.acquire()
                yield {"part": msgspec.to_builtins(part)}
            yield {"done": self.review.as_data()}
        finally:
            self.closed += 1


Test = Callable[[Services, Reviewer, Jobs, str], Awaitable[None]]


def run(folder: Path, test: Test) -> None:
    record = played("rota", 2)

    async def all_of_it() -> None:
        async with open_services(Settings(url=sqlite_url(folder), bot_workers=0, job_workers=0)) as services:
            name = await import_record(services.open_tables, ANN, "here", record.text().encode())
            jobs = Jobs(record)
            pool: Any = jobs
            async with asyncio.timeout(30):
                await test(services, Reviewer(services.engine, pool, 1), jobs, name)

    asyncio.run(all_of_it())


async def read(services: Services, reviewer: Reviewer, name: str, most: int = 10_000) -> list[bytes]:
    """What a reader gets who leaves after so many lines."""
    table = await services.game_service.table(name, ANN)
    found = await reviewer.check(table, ANN)
    got: list[bytes] = []
    with reviewer.reading(table, table.history.with_all_steps(), found, ANN) as outbox:
        while len(got) < most and (line := await outbox.get()):
            got.append(line)
    return got


def test_all_who_wait_share_one_job_and_it_is_stored_once(tmp_path: Path) -> None:
    """Two readers, one of whom comes late, get the same lines; whoever comes later gets the stored ones."""

    async def test(services: Services, reviewer: Reviewer, jobs: Jobs, name: str) -> None:
        first = asyncio.create_task(read(services, reviewer, name))
        for _ in range(3):
            jobs.go_on.release()
        await read(services, reviewer, name, 2)
        late = asyncio.create_task(read(services, reviewer, name))
        for _ in range(1000):
            jobs.go_on.release()
        lines = await first
        assert await late == lines
        assert await read(services, reviewer, name) == lines
        assert (jobs.asked, await stored(services.engine, name)) == (1, jobs.review)

    run(tmp_path, test)


def test_a_review_that_has_begun_survives_a_closed_page(tmp_path: Path) -> None:
    """It goes on and is stored; one that only waits for its turn is given up."""

    async def test(services: Services, reviewer: Reviewer, jobs: Jobs, name: str) -> None:
        waiting = asyncio.create_task(read(services, reviewer, name))
        while not jobs.asked:
            await asyncio.sleep(0)
        waiting.cancel()
        while not jobs.closed:
            await asyncio.sleep(0)
        jobs.go_on.release()
        await read(services, reviewer, name, 1)
        for _ in range(1000):
            jobs.go_on.release()
        while jobs.closed < 2:
            await asyncio.sleep(0.001)
        assert (jobs.asked, await stored(services.engine, name)) == (2, jobs.review)

    run(tmp_path, test)


def test_too_many_reviews_at_once_are_refused(tmp_path: Path) -> None:
    """Before anything is sent; a review that is there already, or on its way, is not affected."""

    async def test(services: Services, reviewer: Reviewer, jobs: Jobs, name: str) -> None:
        jobs.full = True
        with pytest.raises(TooMany):
            await read(services, reviewer, name)
        jobs.full = False
        begun = asyncio.create_task(read(services, reviewer, name))
        while not jobs.asked:
            await asyncio.sleep(0)
        jobs.full = True
        for _ in range(1000):
            jobs.go_on.release()
        assert await read(services, reviewer, name) == await begun

    run(tmp_path, test)
