"""Several processes on one PostgreSQL are one server: what happens at one is seen at the others."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from .authenticator import Authenticator
from .browsing import Browser, Place
from .far import Person
from .meeting import gather, join
from .outside import SiteLine
from .postgres import Postgres
from .running import Running

pytestmark = pytest.mark.xdist_group("postgres")


class Twins:
    """Two servers on one database, and a browser that knows both."""

    def __init__(self, postgres: Postgres, folder: Path, held: ExitStack) -> None:
        url = postgres.database()
        self.one = held.enter_context(Running(folder, "--url", url))
        self.two = held.enter_context(Running(folder, "--url", url))
        self.here = held.enter_context(Browser(self.one.url))
        self.there = held.enter_context(Browser(self.two.url, self.here.http.cookies))


@pytest.fixture(scope="module")
def twins(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    with ExitStack() as held:
        yield Twins(postgres, tmp_path_factory.mktemp("twins"), held)


def a_move(place: Place, seed: int) -> str:
    place.until_my_turn()
    return place.any_move(Random(seed))


def test_moves_at_one_are_steps_at_the_other(twins: Twins) -> None:
    """A watcher elsewhere gets each move as a step with the same bytes, the spots, and the undo."""
    table = twins.here.new("axio", "Ann")
    first, second = twins.here.open(table), twins.there.open(table)
    second.until("spots")
    for seed in range(4):
        said = first.play(a_move(first, seed))
        assert second.until("step", "sync") == said
        assert second.until("spots")["spots"] == first.until("spots")["spots"]
    first.say("undo", seq=4)
    assert second.until("undone", "sync") == first.until("undone")
    assert second.play(a_move(second, 9)) == first.until("step", "sync")


def test_whoever_asks_anywhere_gets_the_latest(twins: Twins) -> None:
    """Right after an acknowledgement, the other process answers requests and `hello` with that move in it."""
    table = twins.here.new("axio", "Ann")
    twins.there.get(f"/api/tables/{table}/replay")
    place = twins.here.open(table)
    for ply in range(1, 6):
        place.play(a_move(place, ply))
        assert len(twins.there.get(f"/api/tables/{table}/replay")["frames"]) == ply + 1
        back = twins.there.open(table, seq=ply - 1)
        assert (back.hear()["kind"], back.view["seq"]) == ("step", ply)
        back.close()


def test_the_same_row_is_written_once(twins: Twins) -> None:
    """The same move sent to both counts once; of two different ones the second is stale."""
    table = twins.here.new("hex", "Ann")
    first, second = twins.here.open(table), twins.there.open(table)
    second.until("spots")
    move = a_move(first, 1)
    for place in (first, second):
        place.say("play", seq=0, move=move)
    assert [place.until("step", "sync")["view"]["last"] for place in (first, second)] == [move, move]
    other, another = a_move(first, 2), a_move(first, 3)
    assert other != another
    first.say("play", seq=1, move=other)
    second.say("play", seq=1, move=another)
    for place in (first, second):
        while place.view["seq"] < 2:
            place.hear()
    assert first.view["last"] == second.view["last"] in (other, another)
    assert len(twins.there.get(f"/api/tables/{table}/replay")["frames"]) == 3


def test_deleted_at_one_is_gone_at_the_other(twins: Twins) -> None:
    """Whoever is at a table that another process deletes is let go."""
    table = twins.here.new("axio", "Ann")
    place = twins.there.open(table)
    place.until("spots")
    assert twins.here.http.delete(f"/api/tables/{table}").status_code == 204
    with pytest.raises(ConnectionClosed):
        place.until("never")
    assert twins.there.http.get(f"/api/tables/{table}/replay").status_code == 404


def test_bots_of_a_killed_process_are_taken_over(postgres: Postgres, tmp_path: Path) -> None:
    """A game of bots goes on at the other process, and who watches there sees it end."""
    with ExitStack() as held:
        twins = Twins(postgres, tmp_path, held)
        table = twins.here.new("rota", *["bot:greedy"] * 4)
        place = twins.there.open(table)
        place.until("step")
        twins.one.kill()
        while not place.view["over"]:
            place.hear()


def test_workers_share_a_port_and_are_replaced(postgres: Postgres, tmp_path: Path) -> None:
    """`--workers 2`: two processes serve; one that is killed is started again, and games go on meanwhile."""
    with Running(tmp_path, "--url", postgres.database(), "--workers", "2") as server:
        supervisor = psutil.Process(server.process.pid)
        workers = _workers(supervisor)
        assert len(workers) == 2
        with Browser(server.url) as browser:
            table = browser.new("axio", "Ann")
            place = browser.open(table)
            place.play(a_move(place, 1))
            place.close()
            workers[0].send_signal(signal.SIGKILL)
            deadline = time.monotonic() + 30
            while workers[0] in (now := _workers(supervisor)) or len(now) < 2:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            place = browser.open(table)
            assert place.play(a_move(place, 2))["view"]["seq"] == 2
            counted = browser.http.get("/metrics").text
            assert 'axio_rows_total{kind="move"} 2.0' in counted  # of both, and of the one that is gone
            server.process.send_signal(signal.SIGHUP)
            while set(now) & set(_workers(supervisor)):
                assert time.monotonic() < deadline + 30
                time.sleep(0.05)
            now = _workers(supervisor)
            assert browser.open(table).until("sync")["view"]["seq"] == 2
        server.stop()
        assert not [each for each in now if each.is_running()]


def _workers(supervisor: psutil.Process) -> list[psutil.Process]:
    """The serving processes, without the helper that multiprocessing starts beside them."""
    return [
        child
        for child in supervisor.children()
        if child.status() != psutil.STATUS_ZOMBIE and "spawn_main" in " ".join(child.cmdline())
    ]


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    """With a file for a database, more than one process is refused in one sentence."""
    with pytest.raises(AssertionError, match="--workers: several processes need PostgreSQL"):
        Running(tmp_path, "--workers", "2")


def test_an_account_is_the_same_everywhere(twins: Twins) -> None:
    """Signed up here, signed in there; a new name, an ended sign-in and a deletion are noticed at once."""
    with Person(twins.one.url) as ann, Person(twins.two.url) as there, Person(twins.two.url) as guest:
        codes = ann.sign_up("Everywhere")
        there.sign_in("Everywhere")
        brought = guest.new("axio", "Guest")
        assert guest.sign_in("everywhere", bring=True)["brought"] == 1
        table = ann.new("axio", "Ann")
        watching, hers = there.open(table), there.open(brought)
        assert watching.until("sync")["view"]["seats"][0]["name"] == "Everywhere"
        hers.until_my_turn()
        assert hers.play(a_move(hers, 1))["kind"] == "step"
        assert ann.http.put("/api/account/handle", json={"handle": "Somewhere"}).status_code == 200
        assert watching.until("sync")["view"]["seats"][0]["name"] == "Somewhere"
        assert ann.http.delete("/api/account/signins").status_code == 204
        with pytest.raises(ConnectionClosed):
            watching.until("never")
        assert there.name is None
        own = ann.open(table)
        own.until("sync")
        wish = {"handle": "Somewhere", "code": codes[0], "password": "another password"}
        assert there.http.post("/api/signin/recovery", json=wish).status_code == 200
        with pytest.raises(ConnectionClosed):
            own.until("never")
        assert ann.name is None
        assert there.get("/api/account/data")["accounts.person"][0]["handle"] == "Somewhere"
        assert there.http.post("/api/account/deletion", json={"confirm": "Somewhere"}).status_code == 200
        assert ann.http.post("/api/signin", json={"handle": "Somewhere", "password": ""}).status_code == 403


def test_a_passkey_is_asked_for_here_and_checked_there(twins: Twins) -> None:
    """Challenges lie in the database: whichever process asked, another may hear the answer."""
    here, there = (each.url.replace("127.0.0.1", "localhost") for each in (twins.one, twins.two))
    with Person(here) as ann, Person(there, ann.http.cookies) as also:
        device = Authenticator(here)
        ann.http.headers["Origin"] = here
        also.http.headers.update({"Origin": here, "Host": here.removeprefix("http://")})
        asked = ann.http.post("/api/account/passkeys/ask", json={"handle": "Traveller"}).json()
        wish = {"handle": "Traveller", "passkey": device.create(asked)}
        assert also.http.post("/api/account", json=wish).status_code == 201
        asked = also.http.post("/api/signin/passkey/ask").json()
        answer = ann.http.post("/api/signin/passkey", json={"passkey": device.get(asked)})
        assert answer.json()["handle"] == "Traveller"


def test_people_meet_though_they_come_to_different_processes(twins: Twins) -> None:
    """Waiting, the deal, a prepared move, who is here, resigning and the rematch cross over."""
    with Browser(twins.two.url) as guest:
        table, invite = gather(twins.here, "hex", "Host", "open")
        host = twins.here.open(table)
        host.until("room")
        assert join(guest, invite, "Guest").status_code == 201
        there = guest.open(table)
        host.until_my_turn()
        there.until("spots")
        while host.until("presence")["here"] != [True, True]:
            pass
        ready = next(move for seed in range(99) if (move := _taken(there, Random(seed))))
        others = (host.any_move(Random(seed)) for seed in range(99))
        other = next(move for move in others if not _cells(move) & _cells(ready))
        host.play(other)
        assert host.until("step")["view"]["last"] == ready
        there.say("resign")
        assert host.until("happened")["view"]["winners"] == [0]
        answer = twins.here.http.post("/api/tables", json={"from": table, "swap": True})
        follower = answer.json()["id"]
        while there.view["follower"] != follower:
            there.hear()
        assert guest.http.post(f"/api/tables/{follower}/seat", json={}).status_code == 201
        assert twins.here.open(follower).until("sync")["view"]["seats"][0]["name"] == "Guest"


def _taken(place: Place, random: Random) -> str | None:
    """A move that could be prepared."""
    move = place.any_move(random)
    place.say("prepare", move=move)
    return move if place.until("wished", "refusal")["kind"] == "wished" else None


def _cells(move: str) -> set[str]:
    return {half[1:] for half in move.split("-")}


def test_people_at_different_processes_meet(twins: Twins) -> None:
    """Pairing, who is online, what waits and what is said know no processes, however many ask at once."""
    with ExitStack() as held, ThreadPoolExecutor(6) as threads:
        people = [held.enter_context(Browser((twins.one, twins.two)[n % 2].url)) for n in range(6)]
        wish = {"game": "rota", "seats": 2, "clock": {"kind": "turns", "days": 4}}

        def find(person: Browser) -> str:
            answer = person.http.post("/api/lobby/pairings", json={**wish, "name": "Somebody"})
            assert answer.status_code == 201, answer.text
            return str(answer.json()["id"])

        tables = list(threads.map(find, people))
        assert sorted(tables.count(table) for table in {*tables}) == [2, 2, 2]
        ann, ben = find(people[0]), find(people[1])  # one after the other, at both processes
        assert ann == ben
        lines = [SiteLine(person, table=ann, lobby=True) for person in people[:2]]
        for line in lines:
            line.until(lambda told: told["kind"] == "lobby" and told["people"] >= 2)
        people[0].http.post(f"/api/tables/{ann}/phrases", json={"phrase": "hello"})
        assert [line.until(lambda told: told["kind"] == "said")["seat"] for line in lines] == [0, 0]
        while True:
            place = people[0].open(ann)
            place.until("sync")
            if place.view["to_move"] != 0:
                break
            place.play(a_move(place, 1))
        lines[1].until(lambda told: ann in str(told.get("games")))
