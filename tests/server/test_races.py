"""Two processes want to write the same row of a log: one is first, and the other's command is decided anew.

The test holds a lock on the log until both stand in line, and another one between them.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from .browsing import PATIENCE, Browser, Place
from .far import Person, refusal
from .meeting import gather, join
from .postgres import Postgres
from .running import Running

pytestmark = pytest.mark.xdist_group("postgres")


class Gate:
    """Whoever holds it lets everyone read the log and nobody add to it. Who wants to waits in line."""

    line = "relation = 'log'::regclass"

    def __init__(self, postgres: Postgres, url: str) -> None:
        words = [str(postgres.server.bin_path / "psql"), url.replace("+asyncpg", ""), "-qAt"]
        self.psql = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line_up(self, hold: str = "LOCK TABLE log IN EXCLUSIVE MODE") -> None:
        self._say(f"BEGIN; {hold}; SELECT 'held';")

    def until_held(self) -> None:
        assert self._hear() == "held"

    def open(self) -> None:
        self._say("COMMIT;")
        self.psql.communicate()

    def until(self, waiting: int) -> None:
        """Until so many stand in line behind the one who holds it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            self._say(f"SELECT count(*) FROM pg_locks WHERE NOT granted AND {self.line};")
            if self._hear() == str(waiting):
                return
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def _say(self, statements: str) -> None:
        assert self.psql.stdin is not None
        print(statements, file=self.psql.stdin, flush=True)

    def _hear(self) -> str:
        assert self.psql.stdout is not None
        return self.psql.stdout.readline().strip()


class Game:
    """A game of Ann, at one process, and an account's program, at another."""

    def __init__(self, postgres: Postgres, folder: Path, held: ExitStack) -> None:
        self.url = postgres.database()
        one, two = (held.enter_context(Running(folder, "--url", self.url)) for _ in range(2))
        host = held.enter_context(Browser(one.url))
        player = held.enter_context(Person(two.url))
        player.sign_up("Racer")
        token = player.http.post("/api/account/tokens", json={"name": "program"}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        self.program = held.enter_context(httpx.Client(base_url=two.url, headers=headers, timeout=PATIENCE))
        self.table, invite = gather(host, "hex", "Ann", "open")
        assert join(player, invite, "Racer").status_code == 201
        self.ann, self.racer = host.open(self.table), player.open(self.table)
        self.ann.until_my_turn()
        self.racer.until("spots")
        self.person = player.id

    def resign(self) -> httpx.Response:
        """Through the interface for programs."""
        return self.program.post(f"/api/bot/games/{self.table}/resign")


@pytest.fixture
def game(postgres: Postgres, tmp_path: Path) -> Iterator[Game]:
    with ExitStack() as held:
        yield Game(postgres, tmp_path, held)


def race(postgres: Postgres, game: Game, first: Callable[[], object]) -> httpx.Response:
    """Ann's row is written first, though the program's resignation stood in line already; its answer."""
    gate, next_gate = (Gate(postgres, game.url) for _ in range(2))
    with ThreadPoolExecutor(1) as thread:
        gate.line_up()
        gate.until_held()
        first()
        gate.until(waiting=1)
        next_gate.line_up()  # after the first one and before the second
        gate.until(waiting=2)
        answer = thread.submit(game.resign)
        gate.until(waiting=3)
        gate.open()
        next_gate.until_held()
        next_gate.open()
        return answer.result()


def test_a_resignation_that_comes_second_is_carried_out_all_the_same(game: Game, postgres: Postgres) -> None:
    """A move at the other process is written first: the program resigns after it, and both are told."""
    move = game.ann.any_move(Random(1))
    answer = race(postgres, game, lambda: game.ann.say("play", seq=0, move=move))
    assert answer.status_code == 204, answer.text
    for place in (game.ann, game.racer):
        _until_over(place)
        assert (place.view["last"], place.view["winners"], place.view["ending"]) == (move, [0], "resign")


def test_a_resignation_that_comes_too_late_is_refused(game: Game, postgres: Postgres) -> None:
    """The other one resigned first: nothing is left to give up, and the refusal says so in one sentence."""
    answer = race(postgres, game, lambda: game.ann.say("resign"))
    assert refusal(answer) == (403, "game_over")
    for place in (game.ann, game.racer):
        _until_over(place)
        assert (place.view["winners"], place.view["ended_at"]) == ([1], 0)


def test_of_two_moves_prepared_at_once_the_later_one_counts(game: Game, postgres: Postgres) -> None:
    """A second browser of the same person, at another process, kept its wish a moment before."""
    move = next(move for seed in range(99) if (move := _prepared(game.racer, Random(seed))))
    game.racer.say("prepare", move=None)
    assert game.racer.until("wished")["view"]["prepared"] is None
    gate = Gate(postgres, game.url)
    gate.line = "locktype = 'transactionid'"
    values = f"'{game.table}', 1, 'move', '{game.person}', 0, 'keep'"
    gate.line_up(f"INSERT INTO wishes (table_id, seat, kind, person, seq, move) VALUES ({values})")
    gate.until_held()
    game.racer.say("prepare", move=move)
    gate.until(waiting=1)
    gate.open()
    assert game.racer.until("wished", "refusal")["view"]["prepared"] == move


def _prepared(place: Place, random: Random) -> str | None:
    """A move that could be prepared."""
    place.say("prepare", move=(move := place.any_move(random)))
    return move if place.until("wished", "refusal")["kind"] == "wished" else None


def _until_over(place: Place) -> None:
    while not place.view["over"]:
        place.hear()
